// SPDX-License-Identifier: Apache-2.0
// A library to be loaded before all others (LD_PRELOAD), which makes memory and disk fail on request.
//
//   TESSERA_FAIL_ALLOCATION=N   the N-th allocation after the start of main() fails
//   TESSERA_FAIL_FOREVER=1      ... and all that come after it
//   TESSERA_SHORT_WRITES=1      a write to a file writes half of what it is given
//   TESSERA_COUNT_TO=PATH       how many allocations there were, written at the end
//
// Counted are the C library's functions and anonymous mappings, whichever allocator serves them; the operators of C++
// come to them (src/operator_new.cpp).  realloc is left alone: the dynamic linker calls it too, and does not bear a
// stranger in between.
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

std::atomic<bool> counting{false};
std::atomic<long> count{0};
long failing = 0;
bool forever = false;
bool short_writes = false;

bool fails() {
    if (!counting.load(std::memory_order_relaxed)) return false;
    const long number = count.fetch_add(1, std::memory_order_relaxed) + 1;
    return failing > 0 && (number == failing || (forever && number > failing));
}

// The function of this name that would have been called without us, looked up once.
void* following(std::atomic<void*>& known, const char* name) {
    void* function = known.load(std::memory_order_relaxed);
    if (!function) known.store(function = dlsym(RTLD_NEXT, name), std::memory_order_relaxed);
    return function;
}

void* refused() {
    errno = ENOMEM;
    return nullptr;
}

long number_in(const char* variable) {
    const char* const value = std::getenv(variable);
    return value ? std::atol(value) : 0;
}

int (*true_main)(int, char**, char**) = nullptr;

int counted_main(int argc, char** argv, char** environment) {
    failing = number_in("TESSERA_FAIL_ALLOCATION");
    forever = number_in("TESSERA_FAIL_FOREVER") != 0;
    short_writes = number_in("TESSERA_SHORT_WRITES") != 0;
    counting = true;
    const int code = true_main(argc, argv, environment);
    counting = false;
    if (const char* const path = std::getenv("TESSERA_COUNT_TO"))
        if (std::FILE* const file = std::fopen(path, "w")) {
            std::fprintf(file, "%ld\n", count.load());
            std::fclose(file);
        }
    return code;
}

}  // namespace

#define FOLLOWING(name)                                                      \
    ([] {                                                                    \
        static std::atomic<void*> known;                                     \
        return reinterpret_cast<decltype(&::name)>(following(known, #name)); \
    }())

extern "C" {

int __libc_start_main(int (*program)(int, char**, char**), int argc, char** argv, void (*begin)(), void (*end)(),
                      void (*leave)(), void* stack) {
    true_main = program;
    return FOLLOWING(__libc_start_main)(counted_main, argc, argv, begin, end, leave, stack);
}

void* malloc(std::size_t size) noexcept { return fails() ? refused() : FOLLOWING(malloc)(size); }
void* calloc(std::size_t many, std::size_t size) noexcept {
    return fails() ? refused() : FOLLOWING(calloc)(many, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
    return fails() ? refused() : FOLLOWING(aligned_alloc)(alignment, size);
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) noexcept {
    return fails() ? ENOMEM : FOLLOWING(posix_memalign)(memory, alignment, size);
}
void* mmap(void* address, std::size_t size, int protection, int flags, int file, off_t offset) noexcept {
    if ((flags & MAP_ANONYMOUS) != 0 && fails()) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    return FOLLOWING(mmap)(address, size, protection, flags, file, offset);
}

ssize_t write(int file, const void* bytes, std::size_t size) {
    struct stat status {};
    const bool halve = short_writes && size > 1 && fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    return FOLLOWING(write)(file, bytes, halve ? size / 2 : size);
}

}  // extern "C"

// SPDX-License-Identifier: Apache-2.0
// Files of boards: whatever the bytes, boards or an InputError with a place come out.
#include "tessera/core/error.hpp"

#include "cli/board_reader.hpp"
#include "domains/tiles.hpp"
#include "fuzz/fuzz.hpp"

#include <sys/mman.h>
#include <unistd.h>

using namespace tessera;

void tessera::fuzz::one_input(std::string_view bytes) {
    static const int fd = memfd_create("boards", MFD_CLOEXEC);
    if (ftruncate(fd, 0) != 0 || pwrite(fd, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()) ||
        lseek(fd, 0, SEEK_SET) != 0)
        std::abort();
    cli::BoardReader reader(cli::LineReader(fd, -1), "input", "");
    for (bool more = true; more;) {
        try {
            const auto problem = reader.next();
            more = problem.has_value();
            if (problem) (void)parse_board(problem->instance.text, problem->size, problem->instance.place);
        } catch (const Error& error) {
            require_clean(error);
        }
    }
}

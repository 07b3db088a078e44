// SPDX-License-Identifier: Apache-2.0
// Files of saved searches: refused, or their last whole records are loaded.
#include "tessera/checkpoint.hpp"
#include "tessera/core/error.hpp"

#include "fuzz/fuzz.hpp"
#include "pdb/checksum.hpp"
#include "system/bytes.hpp"

#include <unistd.h>
#include <fstream>
#include <string>

using namespace tessera;

namespace {

void open(const std::string& path, std::string_view bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
    try {
        Checkpoint checkpoint(path, Checkpoint::Mode::resume);
        const auto store = checkpoint.search(0);
        store->begin("search");
        (void)store->load();
    } catch (const Error& error) {
        fuzz::require_clean(error);
    }
}

// A record with a right checksum around any bytes.
std::string record(std::string_view payload) {
    RecordWriter out;
    out.text(payload);
    const Checksum sum = plain_checksum({reinterpret_cast<const std::uint8_t*>(out.bytes.data()), out.bytes.size()});
    return out.bytes + std::string(sum.bytes.begin(), sum.bytes.end());
}

// One file for all inputs: to make and remove one costs more than to read it.
struct MemoryFile {
    const std::string path = "/dev/shm/tessera-fuzz-" + std::to_string(getpid());
    ~MemoryFile() { unlink(path.c_str()); }
};

}  // namespace

// Bytes with the sign of a checkpoint in them are a file as it comes; all others, which would not come far as one, are
// the contents of a search in a file that is right.
void tessera::fuzz::one_input(std::string_view bytes) {
    static const MemoryFile file;
    constexpr std::string_view sign = "tessera checkpoint";
    if (bytes.find(sign) != std::string_view::npos) return open(file.path, bytes);
    RecordWriter header, number;
    header.text(sign);
    header.number(1);
    number.number(0);
    number.text("search");
    open(file.path, record(header.bytes) + record(number.bytes + std::string(bytes)));
}

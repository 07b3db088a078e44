// SPDX-License-Identifier: Apache-2.0
#include "tessera/checkpoint.hpp"

#include "tessera/core/error.hpp"

#include "pdb/checksum.hpp"
#include "system/bytes.hpp"
#include "words.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tessera {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view magic = "tessera checkpoint";
constexpr std::uint64_t format = 1;
constexpr std::uint64_t largest_file = std::uint64_t{1} << 32;
// Outdated records may take this much, and this many times the others, before the file is written anew.
constexpr std::uint64_t spare_bytes = 8 << 20;
constexpr std::uint64_t spare_times = 4;

// A record in the file: length of the payload, payload, checksum of both.
constexpr std::uint64_t length_bytes = 8;
constexpr std::uint64_t checksum_bytes = 16;
constexpr std::uint64_t frame_bytes = length_bytes + checksum_bytes;

std::string checksum(std::string_view bytes) {
    const Checksum sum = plain_checksum({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    static_assert(sizeof(sum.bytes) == checksum_bytes);
    return {sum.bytes.begin(), sum.bytes.end()};
}

std::string framed(const std::string& payload) {
    RecordWriter out;
    out.text(payload);
    return out.bytes + checksum(out.bytes);
}

void put(RecordWriter& out, const Stats& stats) {
    out.number(stat_fields.size());
    for (const StatField& field : stat_fields) out.number(stats.*field.member);
}

Stats get_stats(RecordReader& in) {
    Stats stats;
    const std::size_t fields = in.count(8);
    for (std::size_t i = 0; i < fields; ++i) {
        const std::uint64_t value = in.number();
        if (i < stat_fields.size()) stats.*stat_fields[i].member = value;
    }
    return stats;
}

void put(RecordWriter& out, const SavedWay& way) { out.text({reinterpret_cast<const char*>(way.data()), way.size()}); }

SavedWay get_way(RecordReader& in) {
    const std::string_view bytes = in.text();
    return {bytes.begin(), bytes.end()};
}

std::string encode(std::uint64_t number, const std::string& search, const SavedSearch& saved) {
    RecordWriter out;
    out.number(number);
    out.text(search);
    out.number(saved.finished);
    out.number(saved.solved);
    put(out, saved.path);
    out.integer(saved.bound);
    put(out, saved.stats);
    out.number(saved.iterations.size());
    for (const Iteration& i : saved.iterations) {
        out.integer(i.bound);
        put(out, i.stats);
        out.real(i.seconds);
        out.number(i.completed);
    }
    out.real(saved.seconds);
    put(out, saved.round_stats);
    out.integer(saved.next_bound);
    out.real(saved.round_seconds);
    out.number(saved.pieces.size());
    for (const SavedPiece& piece : saved.pieces) {
        put(out, piece.way);
        out.number(piece.first);
    }
    return std::move(out.bytes);
}

// Nothing if the payload is no saved search.
std::optional<SavedSearch> decode(std::string_view payload) {
    RecordReader in(payload);
    (void)in.number();
    (void)in.text();
    SavedSearch saved;
    saved.finished = in.number() != 0;
    saved.solved = in.number() != 0;
    saved.path = get_way(in);
    saved.bound = in.integer();
    saved.stats = get_stats(in);
    for (std::size_t n = in.count(32); n > 0 && in.good(); --n) {
        Iteration iteration;
        iteration.bound = in.integer();
        iteration.stats = get_stats(in);
        iteration.seconds = in.real();
        iteration.completed = in.number() != 0;
        saved.iterations.push_back(iteration);
    }
    saved.seconds = in.real();
    saved.round_stats = get_stats(in);
    saved.next_bound = in.integer();
    saved.round_seconds = in.real();
    for (std::size_t n = in.count(16); n > 0 && in.good(); --n) {
        SavedPiece piece;
        piece.way = get_way(in);
        piece.first = static_cast<unsigned>(in.number());
        saved.pieces.push_back(std::move(piece));
    }
    if (!in.good() || !in.at_end()) return std::nullopt;
    return saved;
}

std::string system_error(const std::string& what, const std::string& path) {
    return "cannot " + what + " the checkpoint " + display(path) + ": " + std::strerror(errno);
}

[[noreturn]] void damaged(const std::string& path, const std::string& how) {
    throw InputError("the checkpoint " + display(path) + " " + how +
                     "; remove it and start again without --resume");
}

std::string read_whole(int file, const std::string& path) {
    struct stat status{};
    if (fstat(file, &status) != 0) throw EnvironmentError(system_error("read", path));
    if (!S_ISREG(status.st_mode)) throw EnvironmentError("the checkpoint " + display(path) + " is not a file");
    if (static_cast<std::uint64_t>(status.st_size) > largest_file) damaged(path, "is too large to be one");
    std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t n = pread(file, bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) throw EnvironmentError(system_error("read", path));
        if (n == 0) break;
        done += static_cast<std::size_t>(n);
    }
    bytes.resize(done);
    return bytes;
}

}  // namespace

// One search's view of the file.
class FileStore final : public SearchStore {
public:
    FileStore(Checkpoint& checkpoint, std::uint64_t number) : checkpoint_(checkpoint), number_(number) {}

    void begin(const std::string& search) override {
        search_ = search;
        saved_at_ = Clock::now();
        const std::lock_guard lock(checkpoint_.mutex_);
        const auto found = checkpoint_.records_.find(number_);
        if (found != checkpoint_.records_.end() && found->second.search != search)
            throw InputError("the checkpoint " + display(checkpoint_.path_) + " belongs to another run: it has '" +
                             display(found->second.search, 200) + "' where this one has '" + display(search, 200) + "'");
    }

    std::optional<SavedSearch> load() override {
        const std::lock_guard lock(checkpoint_.mutex_);
        const auto found = checkpoint_.records_.find(number_);
        if (found == checkpoint_.records_.end()) return std::nullopt;
        auto saved = decode(found->second.payload);
        if (!saved) damaged(checkpoint_.path_, "is damaged");
        return saved;
    }

    bool due() override { return Clock::now() - saved_at_ >= checkpoint_.interval_; }

    void save(const SavedSearch& saved) override {
        checkpoint_.append(number_, {search_, encode(number_, search_, saved)});
        saved_at_ = Clock::now();
    }

private:
    Checkpoint& checkpoint_;
    std::uint64_t number_;
    std::string search_;
    Clock::time_point saved_at_;
};

Checkpoint::Checkpoint(std::string path, Mode mode, std::chrono::nanoseconds interval)
    : path_(std::move(path)), interval_(interval) {
    const int create = mode == Mode::fresh ? O_CREAT | O_EXCL : O_CREAT;
    file_ = open(path_.c_str(), O_RDWR | O_CLOEXEC | create, 0600);
    if (file_ < 0 && mode == Mode::fresh && errno == EEXIST)
        throw UsageError("the checkpoint " + display(path_) + " exists; give --resume to go on, or remove it");
    if (file_ < 0) throw EnvironmentError(system_error("open", path_));
    try {
        if (flock(file_, LOCK_EX | LOCK_NB) != 0) {
            if (errno == EWOULDBLOCK)
                throw EnvironmentError("the checkpoint " + display(path_) + " is in use by another run");
            // Without locks the file still works; only a second run would not be noticed.
        }
        read();
    } catch (...) {
        close(file_);
        throw;
    }
}

Checkpoint::~Checkpoint() {
    (void)fdatasync(file_);  // too late to complain; what matters was synchronised before
    close(file_);
}

std::unique_ptr<SearchStore> Checkpoint::search(std::uint64_t number) {
    return std::make_unique<FileStore>(*this, number);
}

std::string Checkpoint::header() const {
    RecordWriter out;
    out.text(magic);
    out.number(format);
    return framed(out.bytes);
}

void Checkpoint::read() {
    const std::string bytes = read_whole(file_, path_);
    const std::string expected = header();
    if (bytes.size() < expected.size() && expected.starts_with(bytes)) {  // new, or killed while it was new
        if (ftruncate(file_, 0) != 0) throw EnvironmentError(system_error("write", path_));
        size_ = 0;
        write_all(file_, expected);
        size_ = live_ = expected.size();
        sync();
        return;
    }
    if (!bytes.starts_with(expected)) {
        const bool named = bytes.find(magic) != std::string::npos && bytes.find(magic) < expected.size();
        damaged(path_, named ? "is damaged or of another version of tessera" : "is not a checkpoint of tessera");
    }
    std::uint64_t end = expected.size();
    while (end < bytes.size()) {
        const std::string_view rest = std::string_view(bytes).substr(static_cast<std::size_t>(end));
        RecordReader in(rest);
        const std::uint64_t length = in.number();
        if (!in.good() || in.left() < checksum_bytes || length > in.left() - checksum_bytes)
            break;  // cut off by the end of the file
        const auto summed = static_cast<std::size_t>(length_bytes + length);
        const std::string_view payload = rest.substr(length_bytes, static_cast<std::size_t>(length));
        const std::size_t whole = summed + checksum_bytes;
        if (rest.substr(summed, checksum_bytes) != checksum(rest.substr(0, summed))) {
            if (whole == rest.size()) break;  // the last one, written in part
            damaged(path_, "is damaged");
        }
        RecordReader fields(payload);
        const std::uint64_t number = fields.number();
        const std::string_view search = fields.text();
        if (!fields.good()) damaged(path_, "is damaged");
        records_[number] = {std::string(search), std::string(payload)};
        end += whole;
    }
    if (ftruncate(file_, static_cast<off_t>(end)) != 0) throw EnvironmentError(system_error("write", path_));
    size_ = end;
    live_ = expected.size();
    for (const auto& [number, record] : records_) live_ += record.payload.size() + frame_bytes;
    known_ = records_.size();
}

void Checkpoint::write_all(int file, const std::string& bytes) {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t n = pwrite(file, bytes.data() + done, bytes.size() - done, static_cast<off_t>(size_ + done));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) throw EnvironmentError(system_error("write", path_));
        done += static_cast<std::size_t>(n);
    }
}

void Checkpoint::append(std::uint64_t number, Record record) {
    const std::lock_guard lock(mutex_);
    const std::string bytes = framed(record.payload);
    write_all(file_, bytes);
    size_ += bytes.size();
    live_ += bytes.size();
    auto& place = records_[number];
    if (!place.payload.empty()) live_ -= place.payload.size() + frame_bytes;
    place = std::move(record);
    if (size_ > live_ + spare_bytes && size_ > spare_times * live_) rewrite();
    else if (Clock::now() - synced_ >= std::min<std::chrono::nanoseconds>(interval_, std::chrono::seconds(1))) sync();
}

void Checkpoint::sync() {
    if (fdatasync(file_) != 0) throw EnvironmentError(system_error("write", path_));
    synced_ = Clock::now();
}

// The same file without what is outdated: under another name first, so that a kill leaves the old one or the new one.
void Checkpoint::rewrite() {
    const std::string temporary = path_ + ".new";
    const int file = open(temporary.c_str(), O_RDWR | O_CLOEXEC | O_CREAT | O_TRUNC, 0600);
    if (file < 0) throw EnvironmentError(system_error("write", temporary));
    std::string bytes = header();
    for (const auto& [number, record] : records_) bytes += framed(record.payload);
    try {
        (void)flock(file, LOCK_EX | LOCK_NB);
        size_ = 0;
        write_all(file, bytes);
        if (fsync(file) != 0 || rename(temporary.c_str(), path_.c_str()) != 0)
            throw EnvironmentError(system_error("write", path_));
    } catch (...) {
        close(file);
        unlink(temporary.c_str());
        throw;
    }
    close(file_);
    file_ = file;
    size_ = live_ = bytes.size();
    const std::size_t slash = path_.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : path_.substr(0, slash + 1);
    if (const int directory = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); directory >= 0) {
        (void)fsync(directory);
        close(directory);
    }
    synced_ = Clock::now();
}

}  // namespace tessera

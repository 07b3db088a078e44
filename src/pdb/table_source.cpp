// SPDX-License-Identifier: Apache-2.0
#include "tessera/pdb/table_source.hpp"

#include <chrono>
#include <future>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace tessera {

namespace {

class Builder : public TableSource {
public:
    Table fetch(const Pattern& pattern, const TableRequest& request) override {
        return build_table(pattern, request.threads, {}, request.stop);
    }
    [[nodiscard]] bool ready(const Pattern&) const override { return false; }
};

// All tables of the process.  The first to ask for one fetches it, the others wait for the same future.
class SharedTables {
public:
    using Shared = std::shared_ptr<const Table>;

    void set_source(std::shared_ptr<TableSource> source) {
        const std::scoped_lock lock(mutex_);
        source_ = source ? std::move(source) : builder_;
    }

    Shared get(const Pattern& pattern, const TableRequest& request) {
        std::promise<Shared> promise;
        const std::string key = describe(pattern);
        std::shared_ptr<TableSource> source;
        std::shared_future<Shared> future;
        {
            const std::scoped_lock lock(mutex_);
            if (const auto it = tables_.find(key); it != tables_.end()) {
                future = it->second;
            } else {
                source = source_;
                tables_.emplace(key, promise.get_future().share());
            }
        }
        if (!source) return future.get();
        try {
            auto table = std::make_shared<const Table>(source->fetch(pattern, request));
            promise.set_value(table);
            return table;
        } catch (...) {
            // The next one to ask tries again.
            promise.set_exception(std::current_exception());
            const std::scoped_lock lock(mutex_);
            tables_.erase(key);
            throw;
        }
    }

    bool ready(const Pattern& pattern) {
        std::shared_ptr<TableSource> source;
        {
            const std::scoped_lock lock(mutex_);
            if (tables_.contains(describe(pattern))) return true;
            source = source_;
        }
        return source->ready(pattern);
    }

    void forget() {
        const std::scoped_lock lock(mutex_);
        std::erase_if(tables_, [](const auto& entry) {
            return entry.second.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
        });
    }

private:
    std::mutex mutex_;
    const std::shared_ptr<TableSource> builder_ = std::make_shared<Builder>();
    std::shared_ptr<TableSource> source_ = builder_;
    std::map<std::string, std::shared_future<Shared>> tables_;
};

SharedTables& tables() {
    static SharedTables all;
    return all;
}

}  // namespace

void set_table_source(std::shared_ptr<TableSource> source) { tables().set_source(std::move(source)); }

std::shared_ptr<const Table> shared_table(const Pattern& pattern, const TableRequest& request) {
    return tables().get(pattern, request);
}

bool table_ready(const Pattern& pattern) { return tables().ready(pattern); }

void forget_tables() { tables().forget(); }

}  // namespace tessera

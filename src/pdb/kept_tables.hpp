// SPDX-License-Identifier: Apache-2.0
// Small tables that depend on one number: made at the first need, kept for the life of the process.
#pragma once

#include <map>
#include <memory>
#include <mutex>

namespace tessera {

template <class T>
class KeptTables {
public:
    const T& of(int number) {
        const std::scoped_lock lock(mutex_);
        std::unique_ptr<const T>& table = tables_[number];
        if (!table) table = std::make_unique<const T>(number);
        return *table;
    }

private:
    std::mutex mutex_;
    std::map<int, std::unique_ptr<const T>> tables_;
};

}  // namespace tessera

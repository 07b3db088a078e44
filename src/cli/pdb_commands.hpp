// SPDX-License-Identifier: Apache-2.0
// The parts of `tessera pdb`.
#pragma once

#include "tessera/pdb/partition.hpp"
#include "tessera/pdb/table_file.hpp"

#include "cli/context.hpp"
#include "cli/fields.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace tessera::cli {

void add_pdb_build(CLI::App&, Context&);
void add_pdb_list(CLI::App&, Context&);
void add_pdb_info(CLI::App&, Context&);
void add_pdb_verify(CLI::App&, Context&);
void add_pdb_remove(CLI::App&, Context&);

// The files of a partition in the cache.  Throws EnvironmentError with the remedy if one is missing.
[[nodiscard]] std::vector<std::string> cached_paths(const Partition&);

// What a file says about itself, for people and for machines.
void print_header(Output&, const TableHeader&, const std::string& path);
[[nodiscard]] Json header_fields(const TableHeader&, const std::string& path);

}  // namespace tessera::cli

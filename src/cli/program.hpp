// SPDX-License-Identifier: Apache-2.0
// The command line: words in, words out.
#pragma once

namespace tessera::cli {

class Company;

// Runs the program; the result is the exit code.  With a company it is tessera-mpi, and sends the others home at the
// end.
int run(int argc, char** argv, Company* company = nullptr);

}  // namespace tessera::cli

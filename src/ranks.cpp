// SPDX-License-Identifier: Apache-2.0
#include "ranks.hpp"

#include <algorithm>

namespace tessera {

unsigned sum_of_ranks(Fleet* fleet, unsigned mine) {
    if (!fleet) return mine;
    unsigned sum = 0;
    for (const Bytes& theirs : fleet->exchange(ByteWriter().add(mine).bytes()))
        sum += ByteReader(theirs).take<unsigned>();
    return sum;
}

std::uint64_t most_of_ranks(Fleet* fleet, std::uint64_t mine) {
    if (!fleet) return mine;
    for (const Bytes& theirs : fleet->exchange(ByteWriter().add(mine).bytes()))
        mine = std::max(mine, ByteReader(theirs).take<std::uint64_t>());
    return mine;
}

Fleet::Postage postage_of_ranks(Fleet* fleet) {
    Fleet::Postage sum;
    if (!fleet) return sum;
    for (const Bytes& theirs : fleet->exchange(ByteWriter().add(fleet->postage()).bytes())) {
        const auto one = ByteReader(theirs).take<Fleet::Postage>();
        sum.letters += one.letters;
        sum.bytes += one.bytes;
    }
    return sum;
}

}  // namespace tessera

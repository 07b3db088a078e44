// SPDX-License-Identifier: Apache-2.0
#include "domains/tiles_run.hpp"

namespace tessera {

Answer solve_fifteen(const TileTask& task, const Choice& choice, const Settings& settings, const Answer& answer) {
    return solve_tiles(FixedShape<4, 4>{}, task, choice, settings, answer);
}

}  // namespace tessera

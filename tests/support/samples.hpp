// SPDX-License-Identifier: Apache-2.0
// Sample instances of every domain.  To put a new domain under the laws, specialise SamplesOf for it and name it here.
#pragma once

#include "support/sample.hpp"
#include "support/samples_agent.hpp"
#include "support/samples_bricks.hpp"
#include "support/samples_tiles.hpp"

// SPDX-License-Identifier: Apache-2.0
#include "system/build_info.hpp"

#include "tessera_build.hpp"  // written by tools/cmake/build_info.cmake

namespace tessera {

const BuildInfo& build_info() noexcept {
    static constexpr BuildInfo info{TESSERA_VERSION, TESSERA_BUILD_REVISION, TESSERA_BUILD_COMPILER, TESSERA_BUILD_TYPE,
                                    TESSERA_BUILD_FLAGS};
    return info;
}

}  // namespace tessera

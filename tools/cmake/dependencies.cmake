# The packages tessera stands on, each as one target.
#
# They are the system's, and tools/setup installs them.  With TESSERA_FETCH the ones that the system lacks are
# downloaded instead: released archives, each held to its SHA-256 by CMake.
include(FetchContent)
find_package(Threads REQUIRED)

# What to download, if it comes to that.
#
# The sums of Catch2, nlohmann-json, xxHash and Google Benchmark were compared with the upstream archives that
# Debian keeps in its source packages; those of the others are the ones that several package collections agree
# on.  Three of them (nlohmann-json, Catch2, xxHash) were fetched and unpacked from a mirror on disk, see TESSERA_FORGE;
# from the internet none could be where this was written.
set(TESSERA_FORGE https://github.com CACHE STRING "Where TESSERA_FETCH downloads from; a mirror, also file://, has the same paths below")
set(forge ${TESSERA_FORGE})
set(TBB_url ${forge}/oneapi-src/oneTBB/archive/refs/tags/v2021.10.0.tar.gz)
set(TBB_sha256 487023a955e5a3cc6d3a0d5f89179f9b6c0ae7222613a7185b0227ba0c83700b)
set(CLI11_url ${forge}/CLIUtils/CLI11/archive/refs/tags/v2.4.2.tar.gz)
set(CLI11_sha256 f2d893a65c3b1324c50d4e682c0cdc021dd0477ae2c048544f39eed6654b699a)
set(nlohmann_json_url ${forge}/nlohmann/json/archive/refs/tags/v3.11.3.tar.gz)
set(nlohmann_json_sha256 0d8ef5af7f9794e3263480193c491549b2ba6cc74bb018906202ada498a79406)
set(fmt_url ${forge}/fmtlib/fmt/archive/refs/tags/10.2.1.tar.gz)
set(fmt_sha256 1250e4cc58bf06ee631567523f48848dc4596133e163f02615c97f78bab6c811)
set(mimalloc_url ${forge}/microsoft/mimalloc/archive/refs/tags/v2.1.2.tar.gz)
set(mimalloc_sha256 2b1bff6f717f9725c70bf8d79e4786da13de8a270059e4ba0bdd262ae7be46eb)
set(Catch2_url ${forge}/catchorg/Catch2/archive/refs/tags/v3.7.1.tar.gz)
set(Catch2_sha256 c991b247a1a0d7bb9c39aa35faf0fe9e19764213f28ffba3109388e62ee0269c)
set(benchmark_url ${forge}/google/benchmark/archive/refs/tags/v1.9.1.tar.gz)
set(benchmark_sha256 32131c08ee31eeff2c8968d7e874f3cb648034377dfc32a4c377fa8796d84981)
set(phmap_url ${forge}/greg7mdp/parallel-hashmap/archive/refs/tags/v1.3.12.tar.gz)
set(phmap_sha256 0cc203144321924cfbfcc401f42d8204c0dd24e2760c7a1c091baa16d9777c08)
set(xxhash_url ${forge}/Cyan4973/xxHash/archive/refs/tags/v0.8.3.tar.gz)
set(xxhash_sha256 aae608dfe8213dfd05d909a57718ef82f30722c392344583d3f39050c7f29a80)

# Packages built here bring neither their tests nor their warnings, and older ones accept a newer CMake.
if(TESSERA_FETCH)
  set(CMAKE_POLICY_VERSION_MINIMUM 3.5)
  set(TBB_TEST OFF)
  set(TBB_STRICT OFF)
  set(MI_BUILD_TESTS OFF)
  set(MI_BUILD_OBJECT OFF)
  set(BENCHMARK_ENABLE_TESTING OFF)
  set(JSON_BuildTests OFF)
endif()

set(lacking_remedy "run tools/setup, or configure with -DTESSERA_FETCH=ON to download what is missing")

# A package that comes with a description for CMake; the least version may be left out.
macro(tessera_package name)
  if(TESSERA_FETCH)
    FetchContent_Declare(${name} URL ${${name}_url} URL_HASH SHA256=${${name}_sha256}
                         DOWNLOAD_EXTRACT_TIMESTAMP ON FIND_PACKAGE_ARGS ${ARGN} CONFIG)
    # Its headers are not ours to warn about.  (The option SYSTEM of FetchContent_Declare ends up in the hash with
    # CMake 3.25.)
    set_property(DIRECTORY PROPERTY SYSTEM ON)
    FetchContent_MakeAvailable(${name})
    set_property(DIRECTORY PROPERTY SYSTEM OFF)
  else()
    find_package(${name} ${ARGN} CONFIG)
    if(NOT ${name}_FOUND)
      message(FATAL_ERROR "No suitable ${name} here: ${lacking_remedy}")
    endif()
  endif()
endmacro()

# A package of headers only, found by one of them.  Sets ${variable} to the folder to include from.
macro(tessera_headers name header variable)
  find_path(${variable} ${header})
  if(NOT ${variable} AND TESSERA_FETCH)
    FetchContent_Declare(${name} URL ${${name}_url} URL_HASH SHA256=${${name}_sha256}
                         DOWNLOAD_EXTRACT_TIMESTAMP ON SOURCE_SUBDIR headers-only-so-nothing-to-build)
    FetchContent_MakeAvailable(${name})
    set(${variable} ${${name}_SOURCE_DIR})
  elseif(NOT ${variable})
    message(FATAL_ERROR "No ${header} here: ${lacking_remedy}")
  endif()
endmacro()

tessera_package(TBB 2021.8)
tessera_package(CLI11 2.1)
tessera_package(nlohmann_json 3.11)
tessera_package(fmt 9)

tessera_headers(phmap parallel_hashmap/phmap.h PHMAP_INCLUDE_DIR)
add_library(tessera_phmap INTERFACE)
target_include_directories(tessera_phmap SYSTEM INTERFACE $<BUILD_INTERFACE:${PHMAP_INCLUDE_DIR}>)
if(phmap_SOURCE_DIR) # our public headers include it, so a fetched one is installed with them
  install(DIRECTORY ${phmap_SOURCE_DIR}/parallel_hashmap DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endif()

tessera_headers(xxhash xxhash.h XXHASH_INCLUDE_DIR)
add_library(tessera_xxhash INTERFACE)
target_include_directories(tessera_xxhash SYSTEM INTERFACE ${XXHASH_INCLUDE_DIR})
target_compile_definitions(tessera_xxhash INTERFACE XXH_INLINE_ALL)

if(TESSERA_MIMALLOC)
  tessera_package(mimalloc) # 2 and 3 are both good, and 3 denies being a newer 2
  add_library(tessera_mimalloc INTERFACE)
  target_link_libraries(tessera_mimalloc INTERFACE mimalloc)
endif()
if(TESSERA_TESTS)
  tessera_package(Catch2 3)
  if(catch2_SOURCE_DIR) # fetched: show CMake where its test discovery is
    list(APPEND CMAKE_MODULE_PATH ${catch2_SOURCE_DIR}/extras)
  endif()
endif()
if(TESSERA_TESTS)
  find_package(rapidcheck CONFIG QUIET) # which has no releases to fetch; the tests of properties do without
endif()
if(TESSERA_BENCH)
  tessera_package(benchmark 1.7)
endif()

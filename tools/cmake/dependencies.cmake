# The packages tessera stands on, each as one target.
find_package(Threads REQUIRED)
find_package(TBB 2021.8 CONFIG REQUIRED)
find_package(CLI11 2.1 CONFIG REQUIRED)
find_package(nlohmann_json 3.11 CONFIG REQUIRED)
find_package(fmt 9 CONFIG REQUIRED)

# parallel-hashmap ships headers only, without a CMake package.
find_path(PHMAP_INCLUDE_DIR parallel_hashmap/phmap.h REQUIRED)
add_library(tessera_phmap INTERFACE)
target_include_directories(tessera_phmap SYSTEM INTERFACE $<BUILD_INTERFACE:${PHMAP_INCLUDE_DIR}>)

find_path(XXHASH_INCLUDE_DIR xxhash.h REQUIRED)
add_library(tessera_xxhash INTERFACE)
target_include_directories(tessera_xxhash SYSTEM INTERFACE ${XXHASH_INCLUDE_DIR})
target_compile_definitions(tessera_xxhash INTERFACE XXH_INLINE_ALL)

if(TESSERA_MIMALLOC)
  find_package(mimalloc CONFIG REQUIRED)
  add_library(tessera_mimalloc INTERFACE)
  target_link_libraries(tessera_mimalloc INTERFACE mimalloc)
endif()
if(TESSERA_TESTS)
  find_package(Catch2 3 CONFIG REQUIRED)
endif()
if(TESSERA_BENCH)
  find_package(benchmark CONFIG REQUIRED)
endif()

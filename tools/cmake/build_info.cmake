# Writes tessera_build.hpp: what was built, from which revision, by which compiler.  Run at every build, so that the
# revision is the one being built; the file is touched only when something changed.  Outside a repository, or without
# git, the revision is "unknown" and nothing fails.
#   cmake -DSOURCE=... -DOUTPUT=... -DCOMPILER=... -DTYPE=... -DFLAGS=... -P build_info.cmake
set(revision unknown)
find_program(git git)
if(git)
  execute_process(COMMAND ${git} rev-parse --show-toplevel WORKING_DIRECTORY ${SOURCE}
                  OUTPUT_VARIABLE top OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  file(REAL_PATH ${SOURCE} source)
  if(top STREQUAL source)  # and not a repository that merely contains an unpacked archive
    execute_process(COMMAND ${git} describe --always --dirty --tags --abbrev=12 WORKING_DIRECTORY ${SOURCE}
                    OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    if(NOT failed)
      set(revision ${described})
    endif()
  endif()
endif()
string(REGEX REPLACE " +" " " FLAGS "${FLAGS}")
string(STRIP "${FLAGS}" FLAGS)
string(REPLACE "\\" "\\\\" FLAGS "${FLAGS}")
string(REPLACE "\"" "\\\"" FLAGS "${FLAGS}")
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT [[
#pragma once
#define TESSERA_BUILD_REVISION "@revision@"
#define TESSERA_BUILD_COMPILER "@COMPILER@"
#define TESSERA_BUILD_TYPE "@TYPE@"
#define TESSERA_BUILD_FLAGS "@FLAGS@"
]] @ONLY)

# cmake -DWORK=folder -DCOMPILER=c++ -DPKG_CONFIG=pkg-config -P pkg_config.cmake: compiles the same program without CMake,
# with what pkg-config tells about the package that check.cmake has installed and moved.
if(NOT PKG_CONFIG)
  message("skipped: there is no pkg-config here")
  return()
endif()
file(GLOB_RECURSE described ${WORK}/moved/*/tessera.pc)
get_filename_component(place ${described} DIRECTORY)
set(ENV{PKG_CONFIG_PATH} ${place})
execute_process(COMMAND ${PKG_CONFIG} --cflags --libs tessera OUTPUT_VARIABLE words COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(words UNIX_COMMAND "${words}")
separate_arguments(flags UNIX_COMMAND "${FLAGS}")
execute_process(COMMAND ${COMPILER} -std=c++20 ${flags} ${CMAKE_CURRENT_LIST_DIR}/consumer.cpp -o ${WORK}/by_pkg_config ${words}
                COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${WORK}/by_pkg_config COMMAND_ERROR_IS_FATAL ANY)

# cmake -DBUILD=build -DWORK=folder -DCOMPILER=c++ -P check.cmake: installs the build into a folder of its own and has
# the outside project find it, build with it and solve a board.
set(source ${CMAKE_CURRENT_LIST_DIR})
function(must)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${WORK})
must(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
must(${CMAKE_COMMAND} -S ${source} -B ${WORK}/build -G Ninja -DCMAKE_PREFIX_PATH=${WORK}/prefix
     -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=${FLAGS} -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF)
must(${CMAKE_COMMAND} --build ${WORK}/build)
must(${WORK}/build/consumer)

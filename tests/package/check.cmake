# cmake -DBUILD=build -DWORK=folder -DCOMPILER=c++ -P check.cmake: installs the build into a folder of its own and has
# the outside project find it, build with it and solve a board; then once more after the folder was moved.
set(source ${CMAKE_CURRENT_LIST_DIR})
function(must)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${WORK})
must(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
function(use prefix)
  must(${CMAKE_COMMAND} -S ${source} -B ${WORK}/build-${prefix} -G Ninja -DCMAKE_PREFIX_PATH=${WORK}/${prefix}
       -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=${FLAGS} -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF)
  must(${CMAKE_COMMAND} --build ${WORK}/build-${prefix})
  must(${WORK}/build-${prefix}/consumer)
  must(${WORK}/${prefix}/bin/tessera solve --set 8-puzzle-series:4 --heuristic manhattan)
endfunction()

use(prefix)
file(RENAME ${WORK}/prefix ${WORK}/moved)
use(moved)

# What a release build carries against faults that the tests have not found.
#
# Every release binds its addresses at the start and keeps them read-only, in a position-independent program.  With
# TESSERA_HARDEN, as in the preset portable, which makes the programs that are handed on, stacks are guarded and calls of
# the C library checked as well; the preset release leaves that out and measures the search alone.  Sanitizers bring their
# own checks.  tests/faults/binary_test.py looks at the program that comes out.
add_library(tessera_hardened INTERFACE)
set(TESSERA_BINARY_MARKS "")
if(CMAKE_BUILD_TYPE MATCHES "^(Release|RelWithDebInfo)$" AND NOT TESSERA_SANITIZE AND NOT TESSERA_FUZZ)
  target_link_options(tessera_hardened INTERFACE -pie -Wl,-z,relro,-z,now)
  set(TESSERA_BINARY_MARKS linked)
  if(TESSERA_HARDEN)
    target_compile_options(tessera_hardened INTERFACE -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
    set(TESSERA_BINARY_MARKS compiled)
  endif()
endif()

find_package(Protobuf CONFIG QUIET)
if(NOT Protobuf_FOUND) # Debian's Protobuf has no CMake package; CMake's own module finds it
  find_package(Protobuf REQUIRED)
endif()
find_package(gRPC CONFIG REQUIRED)

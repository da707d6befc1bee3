find_package(Protobuf CONFIG QUIET)
if(NOT Protobuf_FOUND) # Debian's has no CMake package of its own
  find_package(Protobuf REQUIRED)
endif()
find_package(gRPC CONFIG REQUIRED)

# Defines the target bot-arena::kit in the project that includes this file.
#
# The kit is built in its own folder, once for all bots that include this file. Every build of a bot first brings the
# kit up to date.

execute_process(COMMAND "${CMAKE_COMMAND}" --preset default WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}"
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
find_package(bot-arena-kit CONFIG REQUIRED PATHS "${CMAKE_CURRENT_LIST_DIR}/build" NO_DEFAULT_PATH)

get_target_property(kit_library bot-arena::kit LOCATION)
get_target_property(protocol_library bot-arena::protocol LOCATION)
set(messages "${CMAKE_CURRENT_LIST_DIR}/build/generated/arena/protocol/v1")
add_custom_target(
  kit
  COMMAND "${CMAKE_COMMAND}" --build --preset default
  WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}"
  BYPRODUCTS "${kit_library}" "${protocol_library}" "${messages}/arena.pb.h" "${messages}/hetverraad.pb.h"
             "${messages}/rows.pb.h" "${messages}/verraeter.pb.h"
  USES_TERMINAL)
add_dependencies(bot-arena::kit kit)

#include "note.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "bot_arena/kit.h"

namespace bot_arena {
namespace {

/// The largest number of characters of a note that the arena stores; `note` cuts off the rest.
constexpr int kMostNote = 200;

/// The turn that is being answered, and the note on it.
struct Noted {
  std::optional<std::uint32_t> answering;
  std::string text;
};

Noted& noted() {
  static thread_local Noted one;
  return one;
}

/// Returns the number of bytes of the text's first character; 0 if this character is not valid UTF-8. The text must not
/// be empty.
std::size_t character(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned char first = byte(0);
  if (first < 0x80) {
    return 1;
  }
  const std::size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < bytes) {
    return 0;
  }
  for (std::size_t at = 1; at < bytes; ++at) {
    if ((byte(at) & 0xc0) != 0x80) {
      return 0;
    }
  }
  const unsigned char second = byte(1);
  const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool beyond = (first == 0xed && second > 0x9f) || (first == 0xf4 && second > 0x8f);
  return overlong || beyond ? 0 : bytes;
}

}  // namespace

void note(const Turn& turn, std::string_view text) {
  if (noted().answering != turn.turn_id()) {
    return;
  }
  std::string kept;
  for (int count = 0; count < kMostNote && !text.empty(); ++count) {
    const std::size_t bytes = character(text);
    kept += bytes == 0 ? std::string_view("?") : text.substr(0, bytes);
    text.remove_prefix(bytes == 0 ? 1 : bytes);
  }
  noted().text = std::move(kept);
}

void let_note(const Turn& turn) { noted() = {.answering = turn.turn_id(), .text = {}}; }

void add_note(arena::protocol::v1::Choices& choices) {
  const std::string text = std::exchange(noted(), {}).text;
  if (text.empty() && choices.notes().empty()) {
    return;
  }
  while (choices.notes_size() < choices.turn_ids_size() - 1) {
    choices.add_notes("");
  }
  choices.add_notes(text);
}

}  // namespace bot_arena

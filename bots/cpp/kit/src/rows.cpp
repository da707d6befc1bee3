#include <cstddef>
#include <stdexcept>
#include <string>

#include "bot_arena/kit.h"

namespace bot_arena {
namespace {

using arena::protocol::v1::Row;
using arena::protocol::v1::RowKind;

std::string word(RowKind kind) {
  switch (kind) {
    case RowKind::ROW_KIND_INTEGERS:
      return "integers";
    case RowKind::ROW_KIND_REALS:
      return "reals";
    case RowKind::ROW_KIND_TEXT:
      return "text";
    default:
      return "nothing";
  }
}

}  // namespace

std::span<const std::int64_t> Rows::ints(std::string_view name) const {
  const auto [begin, width] = find(name, RowKind::ROW_KIND_INTEGERS);
  return std::span(values_.ints().data(), static_cast<std::size_t>(values_.ints_size())).subspan(begin, width);
}

std::span<const double> Rows::reals(std::string_view name) const {
  const auto [begin, width] = find(name, RowKind::ROW_KIND_REALS);
  return std::span(values_.reals().data(), static_cast<std::size_t>(values_.reals_size())).subspan(begin, width);
}

std::vector<std::string> Rows::texts(std::string_view name) const {
  const auto [begin, width] = find(name, RowKind::ROW_KIND_TEXT);
  const auto first = values_.texts().begin() + static_cast<std::ptrdiff_t>(begin);
  return {first, first + static_cast<std::ptrdiff_t>(width)};
}

std::pair<std::size_t, std::size_t> Rows::find(std::string_view name, RowKind kind) const {
  std::size_t begin = 0;
  int next = 0;
  for (const Row& row : schema_.rows()) {
    const std::size_t width = row.width() == 0 ? values_.lengths(next++) : row.width();
    if (row.kind() != kind) {
      continue;
    }
    if (row.name() == name) {
      return {begin, width};
    }
    begin += width;
  }
  std::string names;
  for (const Row& row : schema_.rows()) {
    names += (names.empty() ? "" : ", ") + row.name() + " (" + word(row.kind()) + ")";
  }
  throw std::out_of_range("there is no row \"" + std::string(name) + "\" of " + word(kind) + "; the rows are " + names);
}

}  // namespace bot_arena

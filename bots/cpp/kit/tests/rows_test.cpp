#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "bot_arena/kit.h"

namespace bot_arena {
namespace {

using arena::protocol::v1::Row;
using arena::protocol::v1::RowKind;

void add(MatchStart& start, const std::string& name, RowKind kind, std::uint32_t width) {
  Row& row = *start.mutable_schema()->add_rows();
  row.set_name(name);
  row.set_kind(kind);
  row.set_width(width);
}

/// Returns the start of a match whose turns have rows of each kind, of fixed and of varying width.
MatchStart announced() {
  MatchStart start;
  add(start, "hand", RowKind::ROW_KIND_INTEGERS, 0);
  add(start, "odds", RowKind::ROW_KIND_REALS, 2);
  add(start, "said", RowKind::ROW_KIND_TEXT, 0);
  add(start, "board", RowKind::ROW_KIND_INTEGERS, 3);
  return start;
}

Turn asked() {
  Turn turn;
  auto& values = *turn.mutable_values();
  for (const int value : {7, -1, 0, 1, 2}) {
    values.add_ints(value);
  }
  values.add_lengths(2);
  values.add_lengths(1);
  values.add_reals(0.5);
  values.add_reals(1);
  values.add_texts("no");
  return turn;
}

template <class Value>
std::vector<Value> copied(std::span<const Value> values) {
  return {values.begin(), values.end()};
}

TEST(RowsTest, FindsRowsByTheirNames) {
  const MatchStart start = announced();
  const Turn turn = asked();
  const Rows rows(start, turn);
  EXPECT_EQ(copied(rows.ints("board")), (std::vector<std::int64_t>{0, 1, 2}));
  EXPECT_EQ(copied(rows.ints("hand")), (std::vector<std::int64_t>{7, -1}));
  EXPECT_EQ(copied(rows.reals("odds")), (std::vector<double>{0.5, 1}));
  EXPECT_EQ(rows.texts("said"), (std::vector<std::string>{"no"}));
}

TEST(RowsTest, FindsAnEmptyRow) {
  const MatchStart start = announced();
  Turn turn;
  turn.mutable_values()->add_lengths(0);
  turn.mutable_values()->add_lengths(0);
  EXPECT_TRUE(Rows(start, turn).ints("hand").empty());
}

TEST(RowsTest, NamesAMissingRowWithThoseThereAre) {
  const MatchStart start = announced();
  const Turn turn = asked();
  try {
    static_cast<void>(Rows(start, turn).ints("odds"));
    FAIL() << "there is no such row";
  } catch (const std::out_of_range& error) {
    EXPECT_STREQ(error.what(),
                 "there is no row \"odds\" of integers; "
                 "the rows are hand (integers), odds (reals), said (text), board (integers)");
  }
}

}  // namespace
}  // namespace bot_arena

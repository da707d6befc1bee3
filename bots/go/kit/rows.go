package kit

import (
	"fmt"
	"strings"

	"github.com/bot-arena/bot-arena/bots/go/kit/arenapb"
)

// Rows has the rows of a turn, which are named lists of values. A game without messages of its own in the protocol
// describes its views in rows; the rules of the game explain each row.
type Rows struct {
	schema []*arenapb.Row
	values *arenapb.Values
}

// RowsOf returns the rows of a turn. start is the message that announced the turn's match.
func RowsOf(start *MatchStart, turn *Turn) Rows {
	return Rows{start.GetSchema().GetRows(), turn.GetValues()}
}

// Ints returns the values of a row of integers; a value that the seat cannot see is -1. The slice is a part of the
// turn, not a copy. Ints panics if the turn has no row of integers with this name.
func (r Rows) Ints(name string) []int64 {
	begin, end := r.find(name, arenapb.RowKind_ROW_KIND_INTEGERS)
	return r.values.GetInts()[begin:end]
}

// Reals returns the values of a row of floating-point numbers. The slice is a part of the turn, not a copy. Reals
// panics if the turn has no row of reals with this name.
func (r Rows) Reals(name string) []float64 {
	begin, end := r.find(name, arenapb.RowKind_ROW_KIND_REALS)
	return r.values.GetReals()[begin:end]
}

// Texts returns the values of a row of texts. The slice is a part of the turn, not a copy. Texts panics if the turn has
// no row of texts with this name.
func (r Rows) Texts(name string) []string {
	begin, end := r.find(name, arenapb.RowKind_ROW_KIND_TEXT)
	return r.values.GetTexts()[begin:end]
}

// find returns where the values of a row begin and end among all values of this kind; it panics if there is no such
// row.
func (r Rows) find(name string, kind arenapb.RowKind) (begin, end int) {
	lengths := r.values.GetLengths()
	for _, row := range r.schema {
		width := row.Width
		if width == 0 {
			width, lengths = lengths[0], lengths[1:]
		}
		if row.Kind != kind {
			continue
		}
		end = begin + int(width)
		if row.Name == name {
			return begin, end
		}
		begin = end
	}
	panic(fmt.Sprintf("there is no row %q of %s; the rows are %s", name, kindName(kind), r.names()))
}

func (r Rows) names() string {
	var names []string
	for _, row := range r.schema {
		names = append(names, row.Name+" ("+kindName(row.Kind)+")")
	}
	return strings.Join(names, ", ")
}

func kindName(kind arenapb.RowKind) string {
	return strings.ToLower(strings.TrimPrefix(kind.String(), "ROW_KIND_"))
}

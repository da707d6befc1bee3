package kit

import (
	"reflect"
	"testing"

	"github.com/bot-arena/bot-arena/bots/go/kit/arenapb"
)

// announced returns the start of a match whose turns have rows of each kind, of fixed and of varying width.
func announced() *MatchStart {
	const integers, reals, text = arenapb.RowKind_ROW_KIND_INTEGERS, arenapb.RowKind_ROW_KIND_REALS, arenapb.RowKind_ROW_KIND_TEXT
	return &MatchStart{Setup: &arenapb.MatchStart_Schema{Schema: &arenapb.Schema{Rows: []*arenapb.Row{
		{Name: "hand", Kind: integers},
		{Name: "odds", Kind: reals, Width: 2},
		{Name: "said", Kind: text},
		{Name: "board", Kind: integers, Width: 3},
	}}}}
}

func asked() *Turn {
	return &Turn{View: &arenapb.Turn_Values{Values: &arenapb.Values{
		Ints: []int64{7, -1, 0, 1, 2}, Lengths: []uint32{2, 1}, Reals: []float64{0.5, 1}, Texts: []string{"no"},
	}}}
}

func TestRowsAreFoundByTheirNames(t *testing.T) {
	rows := RowsOf(announced(), asked())
	got := []any{rows.Ints("board"), rows.Ints("hand"), rows.Reals("odds"), rows.Texts("said")}
	want := []any{[]int64{0, 1, 2}, []int64{7, -1}, []float64{0.5, 1}, []string{"no"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("found %v, expected %v", got, want)
	}
}

func TestEmptyRowIsFound(t *testing.T) {
	turn := &Turn{View: &arenapb.Turn_Values{Values: &arenapb.Values{Lengths: []uint32{0, 0}}}}
	if hand := RowsOf(announced(), turn).Ints("hand"); len(hand) != 0 {
		t.Errorf("found %v", hand)
	}
}

func TestMissingRowIsNamedWithThoseThereAre(t *testing.T) {
	defer func() {
		const want = `there is no row "odds" of integers; the rows are hand (integers), odds (reals), said (text), board (integers)`
		if cause := recover(); cause != want {
			t.Errorf("said: %v", cause)
		}
	}()
	RowsOf(announced(), asked()).Ints("odds")
}

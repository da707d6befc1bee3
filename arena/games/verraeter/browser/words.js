/** Sentences about the positions of Verräter, and about actions and their effects. */

/** @typedef {import("../../browser/contract.js").Parts} Parts */
/** @typedef {import("../../browser/contract.js").Board} Board */
/** @typedef {import("../../browser/contract.js").Mark} Mark */
/** @typedef {import("../../browser/texts.js").Texts} Texts */

/** Implements the methods of GameBoard (contract.js) that return texts. */
export class Words {
  /**
   * @param {any} setup
   * @param {string[]} names by seat
   * @param {Texts} texts
   */
  constructor(setup, names, texts) {
    this.setup = setup;
    this.names = names;
    this.texts = texts;
    this.t = texts.t.bind(texts);
  }

  /** @param {Parts} parts @param {Board} board */
  choice(parts, board) {
    return this.t(this.key("choice", parts), this.values(parts, board));
  }

  /** @param {Parts} parts @param {number} seat @param {Board} board */
  deed(parts, seat, board) {
    return this.t(this.key("deed", parts), { ...this.values(parts, board), who: this.names[seat] ?? "" });
  }

  /** Returns the name of a target, for people. @param {string} target @param {Board} board */
  thing(target, board) {
    const [kind, name = "", value = ""] = target.split(":");
    if (kind === "place") return this.place(board, Number(name));
    if (kind === "border") return this.texts.list([Number(name), (Number(name) + 1) % board["circle"].length].map((at) => this.place(board, at)));
    return kind === "card" ? value : this.t(`${kind}.${name}`);
  }

  /** @param {Parts[]} options @param {Board} board */
  task(options, board) {
    if (board.phase === "building") return this.t(built(options));
    if (board["may_draw"] === 0) return this.t("task.drawing.after", { count: options[0]?.["cards"].length });
    return this.t(`task.${board.phase}`, { count: board["may_draw"] ?? this.setup.most_played });
  }

  /** @param {Parts} parts @param {Board} board */
  group(parts, board) {
    return this.t(`group.${parts.kind}`, { ...this.values(parts, board), count: parts["cards"]?.length ?? 0 });
  }

  /**
   * Returns sentences about known facts that matter for a choice, such as points printed on cards.
   * @param {Parts} parts
   * @param {number} seat
   * @param {Board} board
   */
  beside(parts, seat, board) {
    if (parts["building"] === "estate") return this.t("beside.estate");
    if (parts.kind === "pick") return this.t(`role.told.${parts["role"]}`);
    if (parts.kind === "play" && board["strengths"]) {
      return [this.t("told.sums", board["strengths"]), this.adds(sum(parts["cards"]), seat, board)].join(" ");
    }
    if (parts.kind !== "fight") return "";
    const bases = parts["places"].map((/** @type {number} */ at) => {
      const { landscape } = board["circle"][at];
      const printed = this.setup.landscapes.find((/** @type {any} */ one) => one.name === landscape);
      return this.t("beside.place", { place: this.place(board, at), base: printed.base, winners: printed.winners.slice(0, this.setup.seats).join(" · ") });
    });
    return this.t("beside.fight", { places: this.texts.list(bases) });
  }

  /**
   * Returns the sentence that says how many points a seat's cards add to the conflict, and for which house. This is the
   * house to which the seat belongs after the roles are shown.
   * @param {number} points
   * @param {number} seat
   * @param {Board} board
   */
  adds(points, seat, board) {
    const { house, role } = board.seats[seat] ?? {};
    const alike = board.seats.every((one) => one["house"] === house);
    if (role === "diplomat-5" && alike) return this.t("beside.play.shown", { sum: points }); // V-4.3: it depends on the edition whether this seat changes house
    const other = house === "eagle" ? "rose" : "eagle";
    return this.t("beside.play", { house: this.t(`house.${role === "traitor" ? other : house}`), sum: points });
  }

  /** @param {"choice" | "deed"} form @param {Parts} parts */
  key(form, parts) {
    if (parts["role"] === null) return `${form}.pick.hidden`;
    if (parts["cards"]?.length === 0) return `${form}.${parts.kind}.none`;
    return `${form}.${parts.kind}`;
  }

  /** @param {Parts} parts @param {Board} board */
  values(parts, board) {
    const place = (/** @type {number | undefined} */ at) => (at === undefined ? "" : this.place(board, at));
    return {
      first: place(parts["places"]?.[0]),
      second: place(parts["places"]?.[1]),
      place: place(parts["place"]),
      origin: place(parts["origin"]),
      target: place(parts["target"]),
      role: parts["role"] ? this.t(`role.${parts["role"]}`) : "",
      building: parts["building"] ? this.t(`building.${parts["building"]}`) : "",
      cards: parts["cards"] ? this.texts.list(parts["cards"].map(String)) : "",
      sum: sum(parts["cards"] ?? []),
    };
  }

  /**
   * Returns the landscape at a place in words, with the house that owns it. After a conquest, two places can have the
   * same text.
   * @param {Board} board
   * @param {number} at
   */
  place(board, at) {
    const { landscape, house } = board["circle"][at];
    return this.t(`place.${house}`, { landscape: this.t(`landscape.${landscape}`) });
  }

  /** @param {Board} before @param {Board} now @param {Parts | null} taken @returns {string[]} */
  events(before, now, taken) {
    return [
      ...this.reveal(before, now),
      ...this.conflict(before, now),
      ...this.scores(before, now),
      ...this.cards(before, now, taken),
      ...this.round(before, now),
    ];
  }

  /** @param {Board} before @param {Board} now */
  reveal(before, now) {
    const told = [];
    const shown = now.seats.flatMap((seat, at) =>
      seat["role"] && now.phase === "reveal" ? [this.t("event.role", { who: this.names[at] ?? "", role: this.t(`role.${seat["role"]}`) })] : [],
    );
    if (shown.length) told.push(this.t("event.roles", { roles: this.texts.list(shown) }));
    now.seats.forEach((seat, at) => {
      if (seat["house"] !== before.seats[at]?.["house"]) told.push(this.t("event.changes", { who: this.names[at] ?? "", house: this.t(`house.${seat["house"]}`) }));
    });
    return told;
  }

  /** @param {Board} before @param {Board} now */
  conflict(before, now) {
    const told = [];
    if (now.phase === "resolution" && now["strengths"]) {
      const { eagle, rose } = now["strengths"];
      told.push(this.t(`event.${outcome(now)}`, { eagle, rose }));
    }
    now["circle"].forEach((/** @type {any} */ place, /** @type {number} */ at) => {
      const was = before["circle"][at];
      if (place.house !== was.house) told.push(this.t(`event.conquered.${place.house}`, { landscape: this.t(`landscape.${place.landscape}`) }));
    });
    return told;
  }

  /** @param {Board} before @param {Board} now */
  scores(before, now) {
    return now.seats.flatMap((seat, at) => {
      const gain = seat.score - (before.seats[at]?.score ?? 0);
      return gain ? [this.t("event.scores", { who: this.names[at] ?? "", count: gain, total: seat.score })] : [];
    });
  }

  /** @param {Board} before @param {Board} now @param {Parts | null} taken */
  cards(before, now, taken) {
    const told = [];
    const given = taken?.kind === "discard" ? taken["cards"] : [];
    const lost = now["discard"].length < before["discard"].length + given.length; // the draw pile's length would not show this: a renewed pile can be shorter than before
    if (lost) told.push(this.t("event.renewed"));
    now.seats.forEach((seat, at) => {
      const who = this.names[at] ?? "";
      const [had, gave] = [before.seats[at]?.["hand"] ?? [], taken?.["by"] === at ? given : []];
      const count = seat["hand"].length - had.length + gave.length;
      if (count > 0 && !seat["hand"].includes(null)) {
        const came = without(seat["hand"], without(had, gave));
        told.push(this.t("event.draws.known", { who, cards: this.texts.list(came.map(String)) }));
      } else if (count > 0) told.push(this.t("event.draws", { who, count }));
    });
    return told;
  }

  /** @param {Board} before @param {Board} now */
  round(before, now) {
    const told = [];
    if (now["strategist"] !== before["strategist"]) told.push(this.t("event.strategist", { who: this.names[now["strategist"]] ?? "" }));
    if (now.round !== before.round) told.push(this.t("event.round", { round: now.round, who: this.names[now["start"]] ?? "" }));
    if (now.phase === "end of match" && before.phase !== now.phase) told.push(this.t("event.end"));
    return told;
  }

  /** @param {Board} before @param {Board} now @returns {Mark[]} */
  marks(before, now) {
    /** @type {Mark[]} */
    const marks = [];
    if (now.round !== before.round) marks.push({ kind: "round", label: this.t("mark.round", { round: now.round }) });
    if (now.phase === "resolution" && now["strengths"]) marks.push({ kind: "conflict", label: this.conflict(before, now)[0] ?? "", stay: true });
    return marks;
  }

  /** @param {Board} board @returns {import("../../browser/contract.js").Gain[]} */
  gains(board) {
    return (board["gains"] ?? []).map((/** @type {any} */ gain) => {
      const { seat, points, reason } = gain;
      const count = reason === "trading-post" ? board.seats[seat]?.["hand"].length : board.seats.filter((one) => one["house"] === board["winner"]).length;
      return { seat, points, text: this.t(`gain.${reason}`, { who: this.names[seat] ?? "", count, place: gain.place === null ? "" : this.place(board, gain.place) }) };
    });
  }

  /** @param {Board} board @param {Board | null} decided @returns {string[]} */
  told(board, decided) {
    const circle = board["circle"].map((/** @type {any} */ place, /** @type {number} */ at) => {
      const building = place.building && this.t("told.building", { building: this.t(`building.${place.building.kind}`), seat: this.texts.seat(place.building.seat) });
      const { base, winners } = this.setup.landscapes.find((/** @type {any} */ one) => one.name === place.landscape);
      const printed = this.t("told.printed", { base, winners: winners.join(", ") });
      return `${this.t(building ? "told.place.built" : "told.place", { number: at, place: this.place(board, at), building: building ?? "" })} ${printed}`;
    });
    const border = board["conflict"];
    const fight = border === null ? [] : [this.t("told.conflict", { first: this.place(board, border), second: this.place(board, (border + 1) % 12) })];
    const { strengths, over } = sums(board, decided);
    const lie = strengths ? [this.t(over ? `event.${outcome(board)}` : "told.sums", strengths)] : [];
    return [this.t("told.phase", { round: board.round, rounds: this.setup.rounds, phase: this.t(`phase.${board.phase}`) }), ...fight, ...lie, ...circle];
  }
}

/** Returns the key of the Builder's task, which depends on the legal actions. @param {Parts[]} options */
function built(options) {
  const sides = options.flatMap((option) => (option.kind === "build" ? [option["building"]] : []));
  if (sides.includes("trading-post")) return "task.building";
  const key = sides.length ? "task.building.estate" : "task.building.placed";
  return options.some((option) => option.kind === "move") ? key : `${key}.unmoved`;
}

/**
 * Returns `row` without `others`. A value that is in `others` several times is removed as many times.
 * @param {number[]} row
 * @param {number[]} others
 */
function without(row, others) {
  const less = [...others];
  return row.filter((one) => {
    const at = less.indexOf(one);
    if (at >= 0) less.splice(at, 1);
    return at < 0;
  });
}

/** @param {number[]} cards */
function sum(cards) {
  return cards.reduce((total, value) => total + value, 0);
}

/**
 * Returns both houses' conflict points in this round, null before the border is chosen, and whether the conflict is
 * over. The board has no conflict points after the phase resolution. From then to the end of the round, they come from
 * `decided`, so that people can still see them.
 * @param {Board} board
 * @param {Board | null} decided as in `Scene` (contract.js)
 */
export function sums(board, decided) {
  const past = decided?.round === board.round ? decided : null;
  return { strengths: board["strengths"] ?? past?.["strengths"] ?? null, over: !!(board["winner"] || past) };
}

/** Returns the last part of the key of the sentence about the conflict's result. @param {Board} board */
function outcome(board) {
  return board["winner"] ? `wins.${board["winner"]}` : "tie";
}

/** Sentences about the positions of Het Verraad, and about actions and their effects. */

/** @typedef {import("../../browser/contract.js").Parts} Parts */
/** @typedef {import("../../browser/contract.js").Board} Board */
/** @typedef {import("../../browser/contract.js").Mark} Mark */
/** @typedef {import("../../browser/texts.js").Texts} Texts */

const BLACK = "black master";

/** Implements the methods of GameBoard (contract.js) that describe a match in words. */
export class Words {
  /**
   * @param {any} setup
   * @param {Record<string, any>} cards by id
   * @param {string[]} names by seat
   * @param {Texts} texts
   */
  constructor(setup, cards, names, texts) {
    this.setup = setup;
    this.cards = cards;
    this.names = names;
    this.texts = texts;
    this.t = texts.t.bind(texts);
  }

  /** @param {Parts} parts @param {Board} board */
  choice(parts, board) {
    return this.t(this.key("choice", parts, board), this.values(parts));
  }

  /** @param {Parts} parts @param {number} seat @param {Board} board */
  deed(parts, seat, board) {
    return this.t(this.key("deed", parts, board), { ...this.values(parts), who: this.who(seat) });
  }

  /** @param {"choice" | "deed"} form @param {Parts} parts @param {Board} board */
  key(form, parts, board) {
    if (parts.kind === "pass" && board.phase === "refill") return `${form}.pass.refill`;
    if (parts.kind === "play" && "area" in parts) return `${form}.play.area`;
    if (parts.kind === "play" && "seat" in parts) return `${form}.play.seat`;
    if (parts["market"]) return `${form}.${parts.kind}.${parts["market"]}`;
    return `${form}.${parts.kind}`;
  }

  /** @param {Parts} parts */
  values(parts) {
    return {
      area: parts["area"] ?? "",
      card: parts["card"] ? this.card(parts["card"]) : this.t("some.card"),
      influence: parts["influence"] ? this.t(`influence.${parts["influence"]}`) : "",
      seat: parts["seat"] === undefined ? "" : this.who(parts["seat"]),
      token: (parts["token"] ?? 0) + 1,
    };
  }

  /** @param {string} id */
  card(id) {
    const card = this.cards[id];
    return this.t("card", { name: card.name, colour: this.t(`colour.${card.colour}`), value: card.value });
  }

  /** @param {number | string | null} owner */
  who(owner) {
    if (owner === BLACK) return this.t("black.master");
    return typeof owner === "number" ? (this.names[owner] ?? "") : this.t("nobody");
  }

  /** @param {Board} before @param {Board} now @param {Parts | null} taken @returns {string[]} */
  events(before, now, taken) {
    return [...this.dice(before, now, taken), ...this.areas(before, now, taken), ...this.holdings(before, now), ...this.powers(before, now), ...this.drawn(before, now), ...this.round(before, now)];
  }

  /** @param {Board} before @param {Board} now @param {Parts | null} taken */
  dice(before, now, taken) {
    const [was, is] = [before["black_master"], now["black_master"]];
    const rolled = taken !== null && ["roll", "attack"].includes(taken.kind);
    const told = [];
    if (is.black_die !== null && (rolled || is.black_die !== was.black_die)) told.push(this.t("event.black.die", { value: is.black_die }));
    if (is.white_die !== null && (taken?.kind === "attack" || is.white_die !== was.white_die)) told.push(this.t("event.white.die", { value: is.white_die }));
    return told;
  }

  /** @param {Board} before @param {Board} now @param {Parts | null} taken */
  areas(before, now, taken) {
    return now["areas"].flatMap((/** @type {any} */ area, /** @type {number} */ at) => {
      const was = before["areas"][at];
      const done = taken?.["area"] === area.id && ["buy-area", "start", "build", "build-tower", "start-tower"].includes(taken?.kind ?? "");
      const told = [];
      if (area.owner !== was.owner && !(done && typeof area.owner === "number")) {
        told.push(this.t(area.owner === null ? "event.neutral" : "event.owner", { area: area.id, who: this.who(area.owner), from: this.who(was.owner) }));
      }
      if (area.towers < was.towers) told.push(this.t("event.tower.lost", { area: area.id }));
      if (was.building && area.building !== was.building) told.push(this.t("event.building.lost", { area: area.id, card: this.card(was.building) }));
      return told;
    });
  }

  /**
   * Returns sentences about stones and points that seats and the Black Master got or lost.
   * @param {Board} before
   * @param {Board} now
   */
  holdings(before, now) {
    const told = now.seats.flatMap((/** @type {any} */ seat, at) => {
      /** @type {any} */
      const was = before.seats[at];
      const said = [];
      if (seat.stones !== was.stones) said.push(this.t(seat.stones > was.stones ? "event.receives" : "event.pays", { who: this.who(at), count: Math.abs(seat.stones - was.stones), total: seat.stones }));
      if (seat.score !== was.score) said.push(this.t(seat.score > was.score ? "event.scores" : "event.loses", { who: this.who(at), count: Math.abs(seat.score - was.score), total: seat.score }));
      return said;
    });
    const gain = now["black_master"].score - before["black_master"].score;
    if (gain) told.push(this.t(gain > 0 ? "event.scores" : "event.loses", { who: this.who(BLACK), count: Math.abs(gain), total: now["black_master"].score }));
    return told;
  }

  /** @param {Board} before @param {Board} now */
  powers(before, now) {
    return Object.entries(now["grand_powers"]).flatMap(([power, owner]) =>
      owner === before["grand_powers"][power] ? [] : [this.t(owner === null ? "event.power.lost" : "event.power", { who: this.who(owner), power: this.t(`power.${power}`) })],
    );
  }

  /**
   * Returns sentences about what seats drew, turned-up black tokens, expelled seats, and a new deck. Draws of a kind
   * (building cards, influence cards or black tokens) are left out if the viewer does not know all that the seat has of
   * this kind.
   * @param {Board} before
   * @param {Board} now
   */
  drawn(before, now) {
    const again = now["reshuffles"] > before["reshuffles"];
    const row = before["row"].map((/** @type {any} */ one) => one.card);
    const seen = again ? row : [...row, ...before["pawnshop"], ...before["market"]];
    const told = now.seats.flatMap((/** @type {any} */ seat, at) => {
      /** @type {any} */
      const was = before.seats[at];
      const who = this.who(at);
      const things = [
        ...more(was.hand, seat.hand).filter((card) => !seen.includes(card)).map((card) => this.card(card)),
        ...more(was.influence, seat.influence).map((kind) => this.t(`influence.${kind}`)),
        ...more(was.black_tokens, seat.black_tokens).map((value) => this.t("token.of", { value })),
      ];
      const said = [];
      if (things.length) said.push(this.t("event.draws", { who, things: this.texts.list(things) }));
      if (seat.dark_power && !was.dark_power) said.push(this.t("event.dark", { who, count: seat.dark_power }));
      if (seat.expelled && !was.expelled) said.push(this.t("event.expelled", { who }));
      return said;
    });
    return again ? [...told, this.t("event.renewed")] : told;
  }

  /** @param {Board} before @param {Board} now */
  round(before, now) {
    const told = [];
    if (now["last_round"] && !before["last_round"]) told.push(this.t("event.last.round"));
    if (now.round !== before.round) told.push(this.t("event.round", { round: now.round }));
    if (now["active"] !== before["active"]) told.push(this.t("event.turn", { who: this.who(now["active"]) }));
    if (now.phase === "end of match" && before.phase !== now.phase) told.push(this.t("event.end"));
    if (now["won"] && !before["won"]) {
      const best = Math.max(...now["seats"].map((/** @type {any} */ seat) => seat.score));
      const who = this.texts.list(now["won"].seats.map((/** @type {number} */ seat) => this.who(seat)));
      told.push(this.t(`event.won.${now["won"].side}`, { who, black: now["black_master"].score, best }));
    }
    return told;
  }

  /** @param {Board} before @param {Board} now @returns {Mark[]} */
  marks(before, now) {
    /** @type {Mark[]} */
    const marks = [];
    if (now.round !== before.round) marks.push({ kind: "round", label: this.t("mark.round", { round: now.round }) });
    if (now["turn"].attacks > before["turn"].attacks) marks.push({ kind: "attack", label: this.t("mark.attack", { area: now["black_master"].area }) });
    return marks;
  }

  /** @param {Board} board @returns {string[]} */
  told(board) {
    const master = board["black_master"];
    return [
      this.now(board),
      this.t(master.area === null ? "told.master.outside" : "told.master", { area: master.area ?? "", count: master.score }),
      this.t("told.red", { squares: this.setup.red_squares.join(", "), end: this.setup.end_score }),
      ...board["areas"].map((/** @type {any} */ area, /** @type {number} */ at) => {
        const things = [...this.printed(at), area.building && this.card(area.building), area.towers > 0 && this.t("tower")].filter(Boolean).join(", ");
        return this.t("told.area", { area: area.id, who: this.who(area.owner), things });
      }),
    ];
  }

  /**
   * Returns the sentence about the round, the phase, and whose turn it is. In the set-up, which is round 0, it is
   * nobody's turn.
   * @param {Board} board
   */
  now(board) {
    if (!board.round) return this.t("told.phase.set-up", { phase: this.t(`phase.${board.phase}`) });
    return this.t(board["last_round"] ? "told.phase.last" : "told.phase", { round: board.round, phase: this.t(`phase.${board.phase}`), who: this.who(board["active"]) });
  }

  /** Returns the texts for what is printed on an area, with false for what is not. @param {number} at */
  printed(at) {
    const [area, plan] = [this.setup.areas[at], this.setup.plan.areas[at]];
    return [this.t("told.price", { count: area.price }), area.bonus > 0 && this.t("told.bonus", { bonus: area.bonus }), area.gate && this.t("told.gate"), plan.road && this.t("told.road"), plan.river && this.t("told.river")];
  }
}

/**
 * Returns the things that were added: each as often as `has` contains it more often than `was`. Returns [] if either
 * contains an unknown thing (null).
 * @param {any[]} was
 * @param {any[]} has
 * @returns {any[]}
 */
function more(was, has) {
  if (was.includes(null) || has.includes(null)) return [];
  const less = [...was];
  return has.filter((one) => {
    const at = less.indexOf(one);
    if (at >= 0) less.splice(at, 1);
    return at < 0;
  });
}

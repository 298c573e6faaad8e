// A match played on while the server is out of reach: turns on the score sheet, ends of deals, whole deals.
// Pure: no page, no storage, no network. The codes are those of the rule engine, which has the last word;
// tests/browser/test_provisional.py holds the two together.
(() => {
  "use strict";

  const TILES = 56;
  const DIGITS = /^([0-9])[\s\-–./,]*([0-9])[\s\-–./,]*([0-9])$/;

  class Refusal extends Error {
    constructor(code) {
      super(code);
      this.code = code;
    }
  }

  const no = (code) => {
    throw new Refusal(code);
  };

  // -- tiles ------------------------------------------------------------------------------------

  const exists = (name) => /^[0-5]-[0-5]-[0-5]$/.test(name) && name[0] <= name[2] && name[2] <= name[4];
  const sumOf = (name) => Number(name[0]) + Number(name[2]) + Number(name[4]);
  const isTrio = (name) => name[0] === name[4];
  const added = (all) => all.reduce((a, b) => a + b, 0);

  function tileName(typed) {
    const found = DIGITS.exec(typed.trim());
    return found ? [found[1], found[2], found[3]].sort().join("-") : null;
  }

  // -- what the fields of a form say, as actions --------------------------------------------------

  const READERS = { start: readStart, turn: readTurn, close: readClose, totals: readTotals };

  function readStart(fields) {
    return [{ do: "start", depth: "sheet", starter: fields.starter ?? no("empty") }];
  }

  function readTurn(fields) {
    const player = fields.player;
    const actions = Array.from({ length: Number(fields.draws || 0) }, () => ({ do: "draw", player }));
    const typed = (fields.tile ?? "").trim();
    if (typed && fields.passes) no("both");
    if (fields.passes) return [...actions, { do: "pass", player }];
    const tile = tileName(typed);
    if (!tile) no(typed.replace(/\D/g, "").length < 3 ? "empty" : "no-such-tile");
    return [...actions, { do: "place", player, tile, ...(fields.bonus ? { bonus: fields.bonus } : {}) }];
  }

  function readClose(fields, model) {
    const left = {};
    for (const player of model.players) {
      if (`sum_${player}` in fields) left[player] = held(fields[`sum_${player}`], fields[`tiles_${player}`] ?? "");
    }
    return [{ do: "close", left }];
  }

  function held(sum, typed) {
    const tiles = typed.split(/[,;\s]+/).filter(Boolean).map(tileName);
    if (tiles.includes(null)) no("no-such-tile");
    if (!tiles.length && !sum.trim()) no("racks-missing");
    const total = sum.trim() ? whole(sum, "racks-do-not-add-up") : null;
    if (tiles.length && total !== null && total !== added(tiles.map(sumOf))) no("racks-do-not-add-up");
    return tiles.length ? tiles : total;
  }

  function readTotals(fields, model) {
    const points = {};
    for (const player of model.players) points[player] = whole(fields[`points_${player}`] ?? "", "points-missing");
    return [{ do: "deal", points, bell: Boolean(fields.bell) }];
  }

  // Every dash is a minus sign, as tournaments/fields.py has it.
  function signed(typed) {
    return typed.trim().replace(/^[\u2010-\u2015\u2212\ufe63\uff0d]/, "-").replace(/^([-+])\s+/, "$1");
  }

  function whole(typed, code) {
    const text = signed(typed);
    return /^[-+]?[0-9]{1,9}$/.test(text) ? Number(text) : no(code);
  }

  // -- playing ------------------------------------------------------------------------------------

  function apply(model, action) {
    if (action.do === "start") return start(model, action);
    if (action.do === "deal") return wholeDeal(model, action);
    if (!model.deal) no(winners(model).length || model.over ? "match-over" : "no-deal");
    return action.do === "close" ? close(model, action) : move(model, action);
  }

  function mayBegin(model) {
    if (model.deal) no("deal-not-over");
    if (model.over || winners(model).length) no("match-over");
  }

  function seatOf(model, player) {
    const seat = model.players.indexOf(player);
    return seat < 0 ? no("bad-record") : seat;
  }

  function start(model, action) {
    const seats = model.players.length;
    const turn = seatOf(model, action.starter);
    mayBegin(model);
    const every = (value) => Array(seats).fill(value);
    const { hand } = model.rules;
    const pool = TILES - seats * hand;
    const deal = { counts: every(hand), pool, scores: every(0), turn, laid: [], draws: 0, passes: 0, end: null };
    return { ...model, depth: action.depth, deal };
  }

  function move(model, action) {
    const { rules, deal } = model;
    const seat = seatOf(model, action.player);
    if (deal.end) no("deal-over");
    if (seat !== deal.turn) no("not-your-turn");
    if (action.do !== "place" && !deal.laid.length) no("must-open");
    const played = { place, draw, pass }[action.do](rules, deal, action);
    const bell = model.bell || rings(rules, model.totals[seat] + played.scores[seat]);
    return { ...model, bell, deal: played };
  }

  const plus = (values, seat, change) => values.map((value, at) => (at === seat ? value + change : value));
  const rings = (rules, total) => total > rules.limit || (total === rules.limit && rules.reach);

  function place(rules, deal, { tile, bonus }) {
    if (!exists(tile)) no("no-such-tile");
    if (deal.laid.includes(tile)) no("tile-already-laid");
    const opens = !deal.laid.length;
    if (bonus && (opens || !(bonus in rules.bonuses))) no("unknown-bonus");
    const more = opens ? opening(rules, tile) : bonus ? rules.bonuses[bonus] : 0;
    const counts = plus(deal.counts, deal.turn, -1);
    const out = counts[deal.turn] === 0;
    return {
      ...deal,
      counts,
      scores: plus(deal.scores, deal.turn, sumOf(tile) + more),
      turn: out ? deal.turn : (deal.turn + 1) % counts.length,
      laid: [...deal.laid, tile],
      draws: 0,
      passes: 0,
      end: out ? "out" : null,
    };
  }

  function opening(rules, tile) {
    if (!rules.trioStart || !isTrio(tile)) return 0;
    return rules.trioBonus + (tile === "0-0-0" ? rules.zeroBonus : 0);
  }

  function draw(rules, deal) {
    if (deal.draws >= rules.drawLimit) no("draw-limit");
    if (!deal.pool) no("pool-empty");
    return {
      ...deal,
      counts: plus(deal.counts, deal.turn, 1),
      pool: deal.pool - 1,
      scores: plus(deal.scores, deal.turn, -rules.drawCost),
      draws: deal.draws + 1,
    };
  }

  function pass(rules, deal) {
    const drawnOut = deal.draws >= rules.drawLimit;
    if (!drawnOut && deal.pool) no("must-draw");
    const players = deal.counts.length;
    const passes = !deal.pool || !rules.onlyEmptyPoolBlocks ? deal.passes + 1 : 0;
    return {
      ...deal,
      scores: plus(deal.scores, deal.turn, -(drawnOut ? rules.passCost : rules.emptyPoolCost)),
      turn: (deal.turn + 1) % players,
      draws: 0,
      passes,
      end: passes >= players ? "blocked" : null,
    };
  }

  // -- the end of a deal --------------------------------------------------------------------------

  function close(model, { left }) {
    const { rules, deal } = model;
    if (!deal.end) no("deal-not-over");
    const racks = rackSums(model, left ?? {});
    const gained = deal.end === "out" ? goneOut(rules, deal, racks) : blocked(rules, racks);
    return ended(model, deal.scores.map((score, seat) => score + gained[seat]), deal.end, false);
  }

  function rackSums(model, left) {
    const { deal, players } = model;
    const odd = () => no("racks-do-not-add-up");
    const gone = new Set(deal.laid);
    for (const tile of Object.values(left).filter(Array.isArray).flat()) {
      if (!exists(tile) || gone.has(tile)) odd();
      gone.add(tile);
    }
    return players.map((player, seat) => {
      const out = deal.end === "out" && seat === deal.turn;
      if (!(player in left) && !out) odd();
      const rack = left[player] ?? 0;
      if (!Array.isArray(rack)) return rack < 0 || (rack && !deal.counts[seat]) ? odd() : rack;
      return rack.length === deal.counts[seat] ? added(rack.map(sumOf)) : odd();
    });
  }

  function goneOut(rules, deal, racks) {
    return racks.map((_rack, seat) => (seat === deal.turn ? rules.goingOut + added(racks) : 0));
  }

  function blocked(rules, racks) {
    if (!rules.lowestRackWins) return racks.map((rack) => -rack);
    const lowest = Math.min(...racks);
    const tied = racks.filter((rack) => rack === lowest).length;
    if (tied > 1 && rules.tieScoresNothing) return racks.map(() => 0);
    const others = added(racks.filter((rack) => rack !== lowest));
    return racks.map((rack) => (rack === lowest ? others - lowest : 0));
  }

  function wholeDeal(model, { points, bell }) {
    mayBegin(model);
    return ended(model, model.players.map((player) => points[player]), "totals", bell);
  }

  function ended(model, scores, end, saysBell) {
    const totals = model.totals.map((total, seat) => total + scores[seat]);
    const bell = model.bell || saysBell || rings(model.rules, Math.max(...totals));
    return { ...model, totals, bell, deals: model.deals + 1, last: end, deal: null };
  }

  // -- reading a match ----------------------------------------------------------------------------

  // The seats that have won; nobody while the match goes on.
  function winners(model) {
    if (!model.bell || model.deal) return [];
    const best = Math.max(...model.totals);
    const seats = model.totals.flatMap((total, seat) => (total === best ? [seat] : []));
    return seats.length > 1 && model.rules.extraDeal ? [] : seats;
  }

  function phase(model) {
    if (model.over || winners(model).length) return "over";
    if (!model.deal) return "start";
    return model.deal.end ? "close" : "turn";
  }

  const running = (model) => model.totals.map((total, seat) => total + (model.deal?.scores[seat] ?? 0));

  // The match after these actions, each of which is one more in its log; or the code of why not.
  function play(model, actions) {
    try {
      const after = actions.reduce(apply, model);
      return { model: { ...after, version: model.version + actions.length } };
    } catch (error) {
      if (error instanceof Refusal) return { code: error.code };
      throw error;
    }
  }

  // The same for what a form says. Nothing for a kind of form that is not known here.
  function enter(model, kind, fields) {
    if (!model || !READERS[kind]) return null;
    try {
      return play(model, READERS[kind](fields, model));
    } catch (error) {
      if (error instanceof Refusal) return { code: error.code };
      throw error;
    }
  }

  window.triomphe = { ...window.triomphe, provisional: { play, enter, phase, running, winners, tileName, signed } };
})();

// The drawn board: where a tile fits, what it would earn there, and laying it by a tap or a key.
// The first part is the rules of the lattice and knows no page; the second fills in an ordinary form.
// The rules on the server have the last word.

// -- where a tile fits ------------------------------------------------------------------------------
globalThis.triominos = (() => {
  "use strict";

  const WIDTH = 1 << 14;
  const FIRST = [[0, 0], [1, 0]];
  const HEXAGONS = ["", "hexagon", "double-hexagon", "triple-hexagon"];
  const keyOf = (x, y) => y * WIDTH + x;
  const pointsDown = (x, y) => Boolean((x + y) & 1);

  // Clockwise: an up cell from its top, a down cell from its top left.
  const cornersOf = (x, y) =>
    pointsDown(x, y)
      ? [[x - 1, y], [x + 1, y], [x, y + 1]]
      : [[x, y], [x + 1, y + 1], [x - 1, y + 1]];

  const besideOf = (x, y) => [[x - 1, y], [x + 1, y], [x, pointsDown(x, y) ? y - 1 : y + 1]];

  // "x,y,abc x,y,abc …" as laid cells, and for each point its number and how many of its cells are filled.
  function read(text) {
    const laid = new Map();
    const points = new Map();
    for (const each of text.split(" ").filter(Boolean)) {
      const [x, y, numbers] = each.split(",");
      const cell = [Number(x), Number(y)];
      laid.set(keyOf(...cell), { cell, numbers });
      cornersOf(...cell).forEach((point, corner) => {
        const there = points.get(keyOf(...point));
        points.set(keyOf(...point), { number: numbers[corner], filled: (there?.filled ?? 0) + 1 });
      });
    }
    return { laid, points };
  }

  function turned(digits) {
    const [a, b, c] = [...digits].sort();
    return [...new Set([a + b + c, b + c + a, c + a + b])];
  }

  function openCells({ laid }) {
    const found = new Map();
    for (const { cell } of laid.values()) {
      for (const each of besideOf(...cell)) if (!laid.has(keyOf(...each))) found.set(keyOf(...each), each);
    }
    return laid.size ? [...found.values()] : FIRST;
  }

  function bonusOf(sides, corners, hexagons, pays) {
    if (hexagons) return HEXAGONS[hexagons];
    if (sides === 1 && corners === 3) return "bridge";
    return sides >= 2 && "two-sides" in pays ? "two-sides" : "";
  }

  // All ways to lay a tile: cell, numbers as they stand there, bonus. `pays` names the bonuses that earn anything.
  function placements(board, digits, pays) {
    const found = [];
    for (const [x, y] of openCells(board)) {
      const there = cornersOf(x, y).map((point) => board.points.get(keyOf(...point)));
      const sides = besideOf(x, y).filter((each) => board.laid.has(keyOf(...each))).length;
      const met = there.filter(Boolean);
      const bonus = bonusOf(sides, met.length, met.filter((point) => point.filled === 5).length, pays);
      for (const numbers of turned(digits)) {
        if (there.every((point, corner) => !point || point.number === numbers[corner])) {
          found.push({ x, y, numbers, bonus, value: `${x},${y},${numbers}` });
        }
      }
    }
    return found;
  }

  // The tiles beside a cell, and where they lie seen from it.
  function neighbours({ laid }, x, y) {
    return besideOf(x, y)
      .filter((each) => laid.has(keyOf(...each)))
      .map((each) => ({ tile: [...laid.get(keyOf(...each)).numbers].sort().join("-"), at: `${each[0] - x},${each[1] - y}` }));
  }

  return { read, placements, neighbours, pointsDown };
})();

// -- laying it ----------------------------------------------------------------------------------------
(() => {
  "use strict";

  const { read, placements, neighbours, pointsDown } = globalThis.triominos;
  const SVG = "http://www.w3.org/2000/svg";
  const HALF = 30;
  const ROW = 52;
  const NUMBERS_AT = { u: ["0 15 -15", "22 48 48"], d: ["-15 15 0", "14 14 40"] };
  const MIDDLE_AT = { u: 35, d: 17 };
  const NEAR = 30; // A tap that misses by less than this is still meant.
  const LABEL = 17;
  const LABEL_PX = 12; // A bonus can be read however small the board is drawn.
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  const form = () => document.querySelector("form.turn--board");
  const view = () => form()?.querySelector("svg[data-tiles]");
  const place = () => form().elements.namedItem("place");
  const lits = () => [...(view()?.querySelectorAll(".lit") ?? [])];
  const sumOf = (digits) => [...digits].reduce((sum, digit) => sum + Number(digit), 0);
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name]);

  let byKeys = false;
  let shown = { view: null, digits: "", cells: new Map() };

  function make(name, attributes, ...inside) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...inside);
    return made;
  }

  function tileParts(way, numbers) {
    const kites = [...numbers].map((number, corner) => make("use", { href: `#b-${way}${corner}`, class: `n${number}` }));
    const [x, y] = NUMBERS_AT[way];
    return [make("use", { href: `#b-${way}` }), ...kites, make("text", { x, y }, numbers)];
  }

  // -- lighting up ------------------------------------------------------------------------------------

  const tileTyped = () => form().elements.namedItem("tile").value.replace(/\D/g, "");

  function light() {
    // A list of places stands there instead where the page came from one without scripts.
    if (!view() || !(place() instanceof HTMLInputElement)) return;
    const passes = form().elements.namedItem("passes")?.checked;
    const digits = tileTyped().length === 3 && !passes ? tileTyped() : "";
    if (shown.view !== view() || shown.digits !== digits) lightAnew(digits);
    const known = [...shown.cells.values()].flat();
    if (!known.some((each) => each.value === place().value)) {
      // How the first tile lies is nobody's concern: it is proposed, and can be turned.
      place().value = known.length && !view().dataset.tiles ? known[0].value : "";
    }
    mark();
  }

  function lightAnew(digits) {
    const pays = JSON.parse(view().dataset.pays);
    const held = view().contains(document.activeElement);
    const cells = new Map();
    for (const each of digits ? placements(read(view().dataset.tiles), digits, pays) : []) {
      const key = `${each.x},${each.y}`;
      cells.set(key, [...(cells.get(key) ?? []), { ...each, more: pays[each.bonus]?.[0] ?? 0, name: pays[each.bonus]?.[1] ?? "" }]);
    }
    shown = { view: view(), digits, cells };
    const all = [...cells.values()].sort(([a], [b]) => b.more - a.more || a.y - b.y || a.x - b.x);
    view()
      .querySelector(".lits")
      .replaceChildren(...all.map(([first], at) => litCell(first, at + 1, all.length)));
    sizeLabels();
    form().setAttribute("data-hint-3", digits && !all.length ? view().dataset.nowhere : (form().dataset.hintPlace ??= form().getAttribute("data-hint-3")));
    if ((byKeys || held) && all.length) lits()[0].focus({ preventScroll: true });
    else if (held) view().focus({ preventScroll: true });
  }

  function litCell(first, number, count) {
    const way = pointsDown(first.x, first.y) ? "d" : "u";
    const what = worth(first);
    const sides = JSON.parse(view().dataset.sides);
    const beside = neighbours(read(view().dataset.tiles), first.x, first.y);
    const where = beside.map(({ tile, at }) => sides[at].replace("%s", tile)).join(", ") || sides[""];
    const cell = make(
      "g",
      {
        class: first.more ? "lit lit--bonus" : "lit",
        transform: `translate(${first.x * HALF} ${first.y * ROW})`,
        "data-cell": `${first.x},${first.y}`,
        role: "button",
        tabindex: "0",
        "aria-label": filled(view().dataset.place, { number, count, where, what }),
      },
      make("title", {}, what),
      make("use", { class: "lit__cell", href: `#b-${way}` }),
      make("text", { class: "lit__label", x: 0, y: MIDDLE_AT[way] + 5 }, first.more ? `+${first.more}` : ""),
      make("g", { class: "lit__tile" }),
      make("use", { class: "lit__edge", href: `#b-${way}` }),
    );
    return cell;
  }

  function worth({ more, name, numbers }) {
    const points = sumOf(numbers) + more;
    return more ? filled(view().dataset.chosen, { bonus: name, more, points }) : filled(view().dataset.plain, { points });
  }

  function sizeLabels() {
    const size = Math.max(LABEL, LABEL_PX / (view()?.getScreenCTM()?.a || 1));
    for (const label of view()?.querySelectorAll(".lit__label") ?? []) label.setAttribute("font-size", size.toFixed(1));
  }

  // Which one is chosen, and how the tile lies there.
  function mark() {
    let said = shown.digits ? filled(view().dataset[shown.cells.size ? "said" : "nowhere"], { count: shown.cells.size }) : "";
    for (const cell of lits()) {
      const chosen = shown.cells.get(cell.dataset.cell).find((each) => each.value === place().value);
      cell.classList.toggle("lit--chosen", Boolean(chosen));
      cell.setAttribute("aria-pressed", String(Boolean(chosen)));
      const way = chosen && pointsDown(chosen.x, chosen.y) ? "d" : "u";
      cell.querySelector(".lit__tile").replaceChildren(...(chosen ? tileParts(way, chosen.numbers) : []));
      if (!chosen) continue;
      const turns = shown.cells.get(cell.dataset.cell).length > 1;
      said = view().dataset.tiles ? worth(chosen) : turns ? view().dataset.turns : "";
    }
    const line = form().querySelector("[data-lit-said]");
    if (line.textContent !== said) line.textContent = said;
  }

  // -- choosing ----------------------------------------------------------------------------------------

  // The first time the tile is laid there, after that it is turned. Says whether anything changed.
  function choose(cell) {
    const ways = shown.cells.get(cell.dataset.cell);
    const now = ways.findIndex((each) => each.value === place().value);
    const next = ways[(now + 1) % ways.length].value;
    if (next === place().value) return false;
    place().value = next;
    place().dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  }

  const middleOf = (cell) => {
    const box = cell.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };

  function nearest(x, y) {
    const [best] = lits()
      .map((cell) => ({ cell, far: Math.hypot(middleOf(cell)[0] - x, middleOf(cell)[1] - y) }))
      .sort((a, b) => a.far - b.far);
    return best?.far <= NEAR ? best.cell : null;
  }

  document.addEventListener("click", (event) => {
    if (!view()?.contains(event.target)) return;
    const cell = event.target.closest(".lit") ?? nearest(event.clientX, event.clientY);
    if (cell) choose(cell);
  });

  // -- keys ------------------------------------------------------------------------------------------------

  function towards(from, [dx, dy]) {
    const [x, y] = middleOf(from);
    return lits()
      .filter((cell) => cell !== from)
      .map((cell) => {
        const [cx, cy] = middleOf(cell);
        const along = (cx - x) * dx + (cy - y) * dy;
        return { cell, along, cost: along + 2 * Math.abs((cx - x) * dy - (cy - y) * dx) };
      })
      .filter(({ along }) => along > 2)
      .sort((a, b) => a.cost - b.cost)[0]?.cell;
  }

  document.addEventListener("pointerdown", () => (byKeys = false), true);
  document.addEventListener(
    "keydown",
    (event) => {
      if (/^[0-5]$/.test(event.key)) byKeys = true;
      const cell = event.target.closest?.(".lit");
      if (!cell || !view()?.contains(cell) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Enter" || event.key === " ") {
        // Nothing to turn: on to the button.
        if (!choose(cell) && event.key === "Enter") document.getElementById("commit")?.focus();
      } else if (event.key in ARROWS) {
        towards(cell, ARROWS[event.key])?.focus({ preventScroll: true });
      } else return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );

  document.addEventListener("desk:drawn", light);
  document.addEventListener("board:seen", sizeLabels);
  // Somebody may have typed the whole tile before this file was here.
  const placed = form() && place()?.value;
  light();
  if (form() && place()?.value !== placed) window.triomphe.changed();
})();

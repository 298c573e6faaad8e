// The desk drawn by the page itself: score, panel and preview from a match that it has worked out.
// Fills in what the server's own templates drew; text goes in as text. Decides nothing, keeps nothing.
(() => {
  "use strict";

  const { provisional, outbox } = window.triomphe;
  const words = JSON.parse(document.getElementById("phrases")?.textContent ?? "{}");
  const panel = () => document.getElementById("panel");
  const kinds = new Intl.PluralRules(document.documentElement.lang || "en");
  const plural = (forms, count) => (forms[kinds.select(count)] ?? forms.other).replace("%s", count);
  const number = (points) => (points < 0 ? `\u2212${-points}` : String(points));
  const signed = (points) => (points > 0 ? `+${points}` : number(points));

  function element(name, className, ...content) {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.append(...content);
    return made;
  }

  // A sentence with somebody's name in it, whichever way the name is written.
  function sentence(text, name) {
    const [before, after] = text.split("%s");
    return [before, element("bdi", "", name), after ?? ""].filter(Boolean);
  }

  // -- the score --------------------------------------------------------------------------------

  function score(model) {
    const seats = document.querySelectorAll("#score .place");
    const totals = provisional.running(model);
    const won = provisional.winners(model);
    const turn = provisional.phase(model) === "turn" ? model.deal.turn : -1;
    const best = Math.max(...totals);
    seats.forEach((place, seat) => {
      const total = totals[seat];
      const toGo = Math.max(0, model.rules.limit - total);
      place.classList.toggle("place--turn", seat === turn);
      place.classList.toggle("place--leads", total === best && totals.some(Boolean));
      place.classList.toggle("place--bell", !toGo);
      if (seat === turn) place.setAttribute("aria-current", "true");
      else place.removeAttribute("aria-current");
      place.querySelector(".place__total").textContent = number(total);
      place.querySelector("progress").value = Math.max(0, Math.min(100, Math.round((100 * total) / model.rules.limit)));
      const said = won.includes(seat) ? words.winner : toGo ? words.togo.replace("%s", toGo) : words.over;
      place.querySelector(".place__togo").textContent = said;
    });
    const banner = document.querySelector("#score .last-deal");
    if (banner && !model.bell) banner.remove();
    else if (!banner && model.bell) document.getElementById("score").prepend(spare("bell"));
  }

  // -- the panel --------------------------------------------------------------------------------

  const spare = (kind) => document.getElementById(`spare-${kind}`)?.content.cloneNode(true).firstElementChild;

  const FILL = { start: fillStart, totals: fillTotals, turn: fillTurn, close: fillClose, over: fillOver };

  // What comes next, by the model; false where the page has no such panel.
  function next(model, mode) {
    const phase = provisional.phase(model);
    const kind = phase === "start" ? mode || (model.last === "totals" ? "totals" : "start") : phase;
    const made = spare(kind);
    if (!made) return false;
    const form = made.querySelector("form");
    if (form) {
      form.elements.namedItem("version").value = model.version;
      form.elements.namedItem("entry_id").value = outbox.newId();
    }
    FILL[kind](made, model, form);
    delete made.dataset.token;
    made.dataset.version = model.version;
    made.dataset.provisional = "";
    put(made);
    return true;
  }

  // Whoever goes by keyboard stays where they were.
  function put(made) {
    const old = panel();
    const active = document.activeElement;
    const focus = old.contains(active) ? active.id : null;
    old.replaceWith(made);
    window.htmx?.process(made);
    if (focus !== null) (document.getElementById(focus) ?? made.querySelector("h2[tabindex]"))?.focus({ preventScroll: true });
  }

  function fillStart(made, model) {
    made.querySelector(".next__eyebrow").textContent = words.deal.replace("%s", model.deals + 1);
    // The way of the last deal, not that of when the page was made; the default, so that nobody seems to have tapped it.
    for (const way of made.querySelectorAll("[name=depth]")) way.defaultChecked = way.value === (model.depth ?? "sheet");
  }

  function fillTotals(made, model) {
    made.querySelector("h2").textContent = words.deal.replace("%s", model.deals + 1);
    made.querySelectorAll(".points-row__now").forEach((now, seat) => {
      now.textContent = words.sofar.replace("%s", number(model.totals[seat]));
    });
  }

  function fillTurn(made, model, form) {
    const { deal, rules } = model;
    const opens = !deal.laid.length;
    const name = model.names[deal.turn];
    const left = opens ? 0 : Math.min(rules.drawLimit - deal.draws, deal.pool);
    form.elements.namedItem("player").value = model.players[deal.turn];
    form.dataset.laid = deal.laid.join(" ");
    form.dataset.toPass = left;
    const pool = words.pool.replace("%s", deal.pool);
    made.querySelector(".next__eyebrow").textContent = `${words.deal.replace("%s", model.deals + 1)} · ${pool}`;
    made.querySelector(".turn__name").classList.toggle("turn__name--long", name.length > 16);
    made.querySelector(".turn__name bdi").textContent = name;
    const what = deal.draws ? words.drawn.replace("%s", deal.draws) : opens ? words.opening : words.playing;
    made.querySelector(".turn__what").textContent = what;
    made.querySelector(".commit__word bdi").textContent = name;
    if (opens) for (const part of made.querySelectorAll(".bonuses, .key--pass")) part.remove();
    for (const draw of made.querySelectorAll(".draw")) if (!left || draw.firstChild.value > left) draw.remove();
    if (!left) made.querySelector(".draws")?.remove();
    const said = document.getElementById("said");
    if (said) said.textContent = (opens ? words.opens : words.plays).replace("%s", name);
  }

  function fillClose(made, model) {
    const { deal } = model;
    const out = deal.end === "out";
    made.querySelector(".next__eyebrow").textContent = words.end.replace("%s", model.deals + 1);
    const title = out ? sentence(words.out, model.names[deal.turn]) : [words.blocked];
    made.querySelector("h2").replaceChildren(...title);
    made.querySelector(".next__text").textContent = out ? words.others : words.everybody;
    made.querySelectorAll(".rack").forEach((rack, seat) => {
      rack.querySelector(".rack__count").textContent = plural(words.rack, deal.counts[seat]);
      if (!deal.counts[seat]) rack.remove();
    });
  }

  function fillOver(made, model) {
    made.querySelector("h2").textContent = provisional.winners(model).map((seat) => model.names[seat]).join(", ");
  }

  // -- the preview ------------------------------------------------------------------------------

  const WAITS = ["empty", "racks-missing", "points-missing"];

  // What an entry would bring, as this page works it out; said to be so.
  function preview(before, tried) {
    const box = document.getElementById("preview");
    const form = box?.closest("form");
    if (!form || !tried) return;
    const after = tried.model;
    const why = tried.code && (words.codes[tried.code] ?? words.codes[""]);
    const shown = after ? brought(before, after) : [element("p", WAITS.includes(tried.code) ? "preview__hint" : "preview__no", why)];
    box.replaceChildren(...shown);
    form.toggleAttribute("data-ready", Boolean(after));
    const sum = document.getElementById("commit-sum");
    if (sum) sum.textContent = after ? oneSum(before, after) : "";
  }

  function moved(before, after) {
    const old = provisional.running(before);
    return provisional.running(after).map((total, seat) => [total - old[seat], old[seat], total]);
  }

  function oneSum(before, after) {
    const changes = moved(before, after).filter(([points]) => points);
    return changes.length === 1 ? signed(changes[0][0]) : "";
  }

  function brought(before, after) {
    const sums = moved(before, after).flatMap(([points, old, total], seat) => {
      if (!points && seat !== before.deal?.turn) return [];
      const line = [element("bdi", "", before.names[seat]), ` ${number(old)} → ${number(total)}`];
      return [element("p", "preview__sum", element("strong", "", signed(points)), " ", element("span", "", ...line))];
    });
    const news = happened(before, after).map((said) => element("p", "preview__news", element("span", "", ...said)));
    return [...sums, ...news, element("p", "preview__hint preview__here", words.here)];
  }

  function happened(before, after) {
    const won = provisional.winners(after).map((seat) => after.names[seat]);
    return [
      after.bell && !before.bell && [words.rang],
      after.deal?.end === "out" && sentence(words.goesOut, after.names[after.deal.turn]),
      after.deal?.end === "blocked" && [words.nobody],
      won.length && sentence(words.won, won.join(", ")),
    ].filter(Boolean);
  }

  // -- an entry in words ------------------------------------------------------------------------

  function describe(model, kind, fields, form) {
    // Isolated, so that a name written from right to left turns nothing else around.
    const name = (key) => `\u2068${model?.names[model.players.indexOf(key)] ?? key}\u2069`;
    const each = (prefix) =>
      Object.keys(fields)
        .filter((field) => field.startsWith(prefix) && fields[field])
        .map((field) => `${name(field.slice(prefix.length))} ${fields[field]}`);
    if (fields.starter) return words.starts.replace("%s", name(fields.starter));
    if (fields.player) {
      const drawn = Number(fields.draws) ? words.draws.replace("%s", fields.draws) : "";
      const tile = fields.passes ? words.passed : provisional.tileName(fields.tile ?? "");
      return `${name(fields.player)}: ${[drawn, tile, words.bonuses[fields.bonus]].filter(Boolean).join(", ")}`;
    }
    if (kind === "close") return `${words.racks}: ${[...each("sum_"), ...each("tiles_")].join(", ")}`;
    if (kind === "totals") return each("points_").join(", ");
    return form.dataset.what || form.querySelector("h2")?.textContent.trim() || kind;
  }

  window.triomphe = { ...window.triomphe, paint: { score, next, preview, describe, element, plural, words } };
})();

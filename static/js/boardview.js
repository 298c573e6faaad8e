// The drawn board under a finger: drag, pinch, wheel, keys and buttons. Knows nothing of tiles.
(() => {
  "use strict";

  const SLACK = 8; // A finger is never quite still.
  const TWICE_MS = 350;
  const STEP = 1.4;
  const CLOSEST = 110;
  const FARTHEST = 2.5; // Times the whole board.
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  const boards = () => document.querySelectorAll("svg[data-view]");
  const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
  const numbers = (text) => text.split(/[\s,]+/).map(Number);
  const boxOf = (svg) => numbers(svg.getAttribute("viewBox"));
  const frameOf = (svg) => numbers(svg.dataset.frame);

  // What somebody moved to is kept from turn to turn of the same deal; otherwise all of the board is seen.
  const kept = new Map();

  function show(svg, [x, y, width, height]) {
    const [fx, fy, fw, fh] = frameOf(svg);
    // The middle of what is seen stays on the board.
    const cx = clamp(x + width / 2, fx, fx + fw);
    const cy = clamp(y + height / 2, fy, fy + fh);
    const box = [cx - width / 2, cy - height / 2, width, height].map((each) => Math.round(each * 10) / 10);
    kept.set(svg.dataset.view, box);
    look(svg, box.join(" "));
  }

  function look(svg, box) {
    svg.setAttribute("viewBox", box);
    svg.dispatchEvent(new CustomEvent("board:seen", { bubbles: true }));
  }

  function fit(svg) {
    kept.delete(svg.dataset.view);
    look(svg, svg.dataset.frame);
  }

  // How many units of the plane a pixel is.
  const unit = (svg) => 1 / svg.getScreenCTM().a;

  function pan(svg, dx, dy) {
    const [x, y, width, height] = boxOf(svg);
    show(svg, [x - dx * unit(svg), y - dy * unit(svg), width, height]);
  }

  // So that what is under the finger stays under it.
  function zoom(svg, factor, clientX, clientY) {
    const [x, y, width, height] = boxOf(svg);
    const [, , whole] = frameOf(svg);
    const by = width / clamp(width / factor, CLOSEST, whole * FARTHEST);
    const at = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
    show(svg, [at.x - (at.x - x) / by, at.y - (at.y - y) / by, width / by, height / by]);
  }

  // Towards what has been chosen, if it is in sight.
  function zoomMiddle(svg, factor) {
    const whole = svg.getBoundingClientRect();
    const aim = svg.querySelector('[aria-pressed="true"]')?.getBoundingClientRect();
    const seen = aim && aim.x > whole.x && aim.y > whole.y && aim.right < whole.right && aim.bottom < whole.bottom;
    const box = seen ? aim : whole;
    zoom(svg, factor, box.x + box.width / 2, box.y + box.height / 2);
  }

  // -- fingers ------------------------------------------------------------------------------------------

  const fingers = new Map();
  let moved = false;
  let last = { time: 0, x: 0, y: 0 };

  function down(event) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    if (!fingers.size) moved = false;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY, from: [event.clientX, event.clientY] });
  }

  function move(event) {
    const svg = event.currentTarget;
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    // Let go outside the board.
    if (event.pointerType === "mouse" && !event.buttons) return void up(event);
    const [x, y] = [event.clientX, event.clientY];
    if (!moved && fingers.size === 1 && Math.hypot(x - finger.from[0], y - finger.from[1]) < SLACK) return;
    if (!moved || fingers.size > 1) svg.setPointerCapture(event.pointerId);
    moved = true;
    if (fingers.size === 1) pan(svg, x - finger.x, y - finger.y);
    else {
      const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
      const before = Math.hypot(finger.x - other.x, finger.y - other.y);
      const after = Math.hypot(x - other.x, y - other.y);
      if (before > 0 && after > 0) zoom(svg, after / before, other.x, other.y);
    }
    Object.assign(finger, { x, y });
  }

  const up = (event) => fingers.delete(event.pointerId);

  // After a drag the browser still speaks of a click: it is none.
  function swallow(event) {
    if (!moved || event.detail === 0) return;
    moved = false;
    event.stopImmediatePropagation();
    event.preventDefault();
  }

  function tapped(event) {
    const again =
      event.timeStamp - last.time < TWICE_MS && Math.hypot(event.clientX - last.x, event.clientY - last.y) < 3 * SLACK;
    last = { time: again ? 0 : event.timeStamp, x: event.clientX, y: event.clientY };
    // On a place that is lit, tapping twice turns the tile.
    if (again && !event.target.closest(".lit")) fit(event.currentTarget);
  }

  // -- keys, wheel, buttons ---------------------------------------------------------------------------------

  function wheel(event) {
    event.preventDefault();
    zoom(event.currentTarget, STEP ** (-clamp(event.deltaY, -100, 100) / 100), event.clientX, event.clientY);
  }

  function key(event) {
    const svg = event.currentTarget;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const box = svg.getBoundingClientRect();
    if (event.key === "+" || event.key === "=") zoomMiddle(svg, STEP);
    else if (event.key === "-" || event.key === "−") zoomMiddle(svg, 1 / STEP);
    else if (event.key === "Home") fit(svg);
    else if (event.key in ARROWS && event.target === svg) {
      const [dx, dy] = ARROWS[event.key];
      pan(svg, (-dx * box.width) / 6, (-dy * box.height) / 6);
    } else return;
    event.preventDefault();
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-zoom]");
    const svg = button?.closest(".felt-board")?.querySelector("svg[data-view]");
    if (!svg) return;
    if (button.dataset.zoom === "fit") fit(svg);
    else zoomMiddle(svg, button.dataset.zoom === "in" ? STEP : 1 / STEP);
  });

  // -- boards come and go with what is swapped in ---------------------------------------------------------------

  const known = new WeakSet();

  function attach() {
    for (const svg of boards()) {
      if (known.has(svg)) continue;
      known.add(svg);
      fingers.clear();
      for (const [name, does] of Object.entries({ pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, keydown: key })) {
        svg.addEventListener(name, does);
      }
      svg.addEventListener("click", swallow, true);
      svg.addEventListener("click", tapped);
      svg.addEventListener("wheel", wheel, { passive: false });
      // No scrolling that would still glide when the finger is up: the next tap would only stop it.
      svg.addEventListener("touchmove", (event) => event.cancelable && event.preventDefault(), { passive: false });
      if (kept.has(svg.dataset.view)) show(svg, kept.get(svg.dataset.view));
    }
  }

  document.addEventListener("htmx:afterSettle", attach);
  attach();
})();

// A signature drawn with a finger: strokes as a short text in a hidden field of an ordinary form.
(() => {
  "use strict";

  const MOST_POINTS = 1_500;
  const STEP = 2;
  const pad = document.querySelector("[data-pad]");
  if (!pad) return;
  const field = document.querySelector("#sign [name='drawn']");
  const ink = pad.querySelector("[data-ink]");
  const { width, height } = pad.viewBox.baseVal;
  let strokes = read(field.value);
  let pen = null;

  function read(text) {
    return text ? text.split(";").map((stroke) => stroke.split(" ").map((point) => point.split(",").map(Number))) : [];
  }

  function draw() {
    field.value = strokes.map((stroke) => stroke.map((point) => point.join(",")).join(" ")).join(";");
    ink.setAttribute(
      "d",
      strokes.map((stroke) => `M${(stroke.length > 1 ? stroke : [stroke[0], stroke[0]]).map((point) => point.join(" ")).join("L")}`).join(""),
    );
  }

  function place(event) {
    const box = pad.getBoundingClientRect();
    const within = (value, most) => Math.round(Math.min(most, Math.max(0, value)));
    return [
      within(((event.clientX - box.left) / box.width) * width, width),
      within(((event.clientY - box.top) / box.height) * height, height),
    ];
  }

  function add(event) {
    const point = place(event);
    const stroke = strokes.at(-1);
    const last = stroke.at(-1);
    const near = last && Math.hypot(point[0] - last[0], point[1] - last[1]) < STEP;
    if (near || strokes.reduce((sum, each) => sum + each.length, 0) >= MOST_POINTS) return;
    stroke.push(point);
  }

  pad.addEventListener("pointerdown", (event) => {
    if (pen !== null || event.button > 0) return;
    pen = event.pointerId;
    pad.setPointerCapture(pen);
    strokes.push([place(event)]);
    draw();
    event.preventDefault();
  });

  pad.addEventListener("pointermove", (event) => {
    if (event.pointerId !== pen) return;
    for (const each of event.getCoalescedEvents?.() ?? [event]) add(each);
    draw();
  });

  for (const end of ["pointerup", "pointercancel"]) {
    pad.addEventListener(end, (event) => {
      if (event.pointerId === pen) pen = null;
    });
  }

  document.querySelector("[data-clear-pad]")?.addEventListener("click", () => {
    strokes = [];
    draw();
  });

  window.addEventListener("pageshow", () => {
    strokes = read(field.value);
    draw();
  });
  draw();
})();

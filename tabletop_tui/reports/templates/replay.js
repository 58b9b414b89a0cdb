"use strict";
// The game lies in the page as JSON: inks, rows of cells, and for each moment the rows that changed. Texts become text
// nodes, never markup.
const game = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const WIDE = 10, HIGH = 20, SVG = "http://www.w3.org/2000/svg";
const last = game.moments.length - 1;
let at = 0, shown = -1, near = null, timer = 0;

// ---------------------------------------------------------------- the map
// Which row of cells lies where at a moment: gone through once, forwards.
const sheets = [];
for (const moment of game.moments) {
  const rows = sheets.length ? sheets[sheets.length - 1].slice() : [];
  for (let i = 0; i < moment.r.length; i += 2) rows[moment.r[i]] = moment.r[i + 1];
  sheets.push(rows);
}

function svg(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  return made;
}

function drawRow(group, row, y) {
  group.replaceChildren();
  const [text, runs] = row, top = y * HIGH, letters = Array.from(text);
  const box = (x, up, wide, high, fill) => group.append(svg("path", {
    fill, d: `M${x * WIDE} ${top + up * HIGH}h${wide * WIDE}v${high * HIGH}h${-wide * WIDE}z` }));
  const spans = [];
  for (let i = 0, x = 0; i < runs.length; x += runs[i + 1], i += 2) spans.push([x, runs[i + 1], game.inks[runs[i]]]);
  for (const [x, count, ink] of spans) box(x, 0, count, 1, ink[1]);
  for (const [x, count, ink] of spans) {
    let word = "", begun = x;
    const write = () => {
      if (word) {
        const made = svg("text", { x: begun * WIDE, y: top + 0.76 * HIGH, "font-size": WIDE / 0.602, fill: ink[0],
          textLength: word.length * WIDE, lengthAdjust: "spacingAndGlyphs" });
        if (ink[2] & 1) made.setAttribute("font-weight", 700);
        if (ink[2] & 2) made.setAttribute("text-decoration", "underline");
        made.textContent = word;
        group.append(made);
      }
      word = "";
    };
    for (let cell = x; cell < x + count; cell++) {
      const letter = letters[cell], block = game.blocks[letter];
      if (block || letter === " " || letter === "\u3000") {
        write();
        for (const [left, up, wide, high] of block || []) box(cell + left, up, wide, high, ink[0]);
      } else {
        if (!word) begun = cell;
        word += letter;
      }
    }
    write();
  }
}

const map = byId("map"), field = byId("field");
const groups = [];
map.setAttribute("viewBox", `0 0 ${game.wide * WIDE} ${game.high * HIGH}`);
map.setAttribute("shape-rendering", "crispEdges");
for (let y = 0; y < game.high; y++) groups.push(map.appendChild(svg("g", {})));

function drawMap(number) {
  const rows = sheets[number], before = shown < 0 ? [] : sheets[shown];
  rows.forEach((row, y) => { if (row !== before[y]) drawRow(groups[y], game.rows[row], y); });
  shown = number;
  map.setAttribute("aria-label", `The map after answer ${number}: ${game.moments[number].p}`);
}

// On a small screen the map is shown near, and follows what happens; else it is shown whole.
function layMap() {
  const room = field.clientWidth, fit = room / (game.wide * WIDE), small = fit * WIDE < 6;
  const close = near === null ? small : near;
  const high = (parseFloat(getComputedStyle(field).maxHeight) || 1e4) / (game.high * HIGH);
  const scale = close ? Math.max(0.85, fit * 1.6) : Math.min(fit, Math.max(high, 0.3), 1.6);
  map.setAttribute("width", game.wide * WIDE * scale);
  map.setAttribute("height", game.high * HIGH * scale);
  const [x, y] = game.moments[at].f;
  field.scrollTo({ left: x * WIDE * scale - room / 2, top: y * HIGH * scale - field.clientHeight / 2,
    behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
}

// ---------------------------------------------------------------- words
function element(name, text, kind) {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

function seatName(seat) {
  const made = element("b", game.seats[seat].name + " ");
  made.style.color = game.seats[seat].colour;
  return made;
}

function logItem(event) {
  const [kind, seat, parts, reasons] = event;
  const item = element("li", "", kind);
  if (seat !== null && kind !== "began" && kind !== "note") item.append(seatName(seat));
  for (const part of typeof parts === "string" ? [[parts, ""]] : parts)
    item.append(part[1] ? element("span", part[0], part[1]) : document.createTextNode(part[0]));
  for (const reason of reasons || []) item.append(element("div", reason, "why"));
  return item;
}

function showCard(moment) {
  byId("where").textContent = (at ? `Answer ${at} of ${last}` : "The beginning") + (moment.p ? ` · ${moment.p}` : "");
  const who = byId("who");
  who.replaceChildren();
  if (moment.s !== null) who.append(seatName(moment.s));
  if (moment.q) who.append(moment.q + " ");
  if (moment.a) who.append(element("b", moment.a));
  byId("log").replaceChildren(...moment.e.map(logItem));
  const notes = byId("notes");
  notes.replaceChildren();
  for (const [kind, head, more] of moment.n || []) {
    const told = element("div", "", "judged " + kind);
    told.append(element("div", head));
    for (const line of more) told.append(element("div", line, "more"));
    notes.append(told);
  }
  const roster = byId("roster"), scores = moment.c || [];
  roster.replaceChildren(...(moment.h || []).map((said) => element("p", said, "held")));
  game.seats.forEach((seat, number) => {
    const lines = moment.o.map((id) => game.units[id]).filter((unit) => unit[0] === number);
    if (!lines.length) return;
    const head = element("h3", seat.name + (scores.length ? `: ${scores[number]} ${game.points}` : ""));
    head.style.color = seat.colour;
    const table = element("table");
    for (const [, tag, name, state, health, left, told] of lines) {
      const row = element("tr", "", state === "lost" ? "lost" : "");
      row.append(element("td", tag), element("td", name), element("td", left));
      row.append(element("td", [state, told].filter(Boolean).join(", ")));
      row.title = Math.round(health * 100) + "%";
      table.append(row);
    }
    roster.append(head, table);
  });
}

// ---------------------------------------------------------------- going through it
const rounds = game.moments.map((moment, number) => (moment.b === null ? -1 : number)).filter((number) => number >= 0);

function go(number, keep) {
  at = Math.max(0, Math.min(last, number));
  const moment = game.moments[at];
  drawMap(at);
  showCard(moment);
  layMap();
  byId("place").value = at;
  byId("place").setAttribute("aria-valuetext", `answer ${at} of ${last}`);
  for (const id of ["first", "back", "round-back"]) byId(id).disabled = at === 0;
  for (const id of ["last", "forth", "round-forth"]) byId(id).disabled = at === last;
  const cursor = document.querySelector("#curve .now");
  if (cursor) {
    const { first, end, left, right } = cursor.dataset, share = (at - first) / (end - first || 1);
    cursor.setAttribute("transform", `translate(${+left + Math.max(0, Math.min(1, share)) * (right - left)} 0)`);
  }
  if (!keep) history.replaceState(null, "", "#a" + at);
}

function step(by) { stop(); go(at + by); }
function round(by) {
  stop();
  const near = by > 0 ? rounds.find((number) => number > at) : rounds.filter((number) => number < at).pop();
  go(near === undefined ? (by > 0 ? last : 0) : near);
}
function stop() {
  clearInterval(timer);
  timer = 0;
  byId("play").textContent = "\u25b6";
  byId("play").setAttribute("aria-label", "Play");
}
function play() {
  if (timer) return stop();
  if (at === last) go(0);
  timer = setInterval(() => { at < last ? go(at + 1) : stop(); if (at === last) stop(); }, 900);
  byId("play").textContent = "||";
  byId("play").setAttribute("aria-label", "Stop");
}
function zoom() {
  near = !(near === null ? field.clientWidth / game.wide < 6 : near);
  layMap();
}

const acts = { first: () => { stop(); go(0); }, last: () => { stop(); go(last); }, back: () => step(-1), forth: () => step(1),
  "round-back": () => round(-1), "round-forth": () => round(1), play, near: zoom };
for (const id in acts) byId(id).addEventListener("click", acts[id]);
const KEYS = { ArrowLeft: "back", ArrowRight: "forth", ",": "back", ".": "forth", "[": "round-back", "]": "round-forth",
  "<": "round-back", ">": "round-forth", Home: "first", End: "last", " ": "play", z: "near" };
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !(event.key in KEYS)) return;
  if (event.target.id === "place" && event.key.startsWith("Arrow")) return;
  if (event.target.closest("summary, a, button") && event.key === " ") return;
  event.preventDefault();
  acts[KEYS[event.key]]();
});
byId("place").max = last;
byId("place").addEventListener("input", (event) => { stop(); go(+event.target.value); });

// A swipe steps; on a map that scrolls sideways it scrolls.
let down = null;
document.querySelector("main").addEventListener("touchstart", (event) => {
  const scrolls = field.contains(event.target) && field.scrollWidth > field.clientWidth + 1;
  down = event.touches.length === 1 && !scrolls ? event.touches[0] : null;
}, { passive: true });
document.querySelector("main").addEventListener("touchend", (event) => {
  if (!down) return;
  const up = event.changedTouches[0], x = up.clientX - down.clientX, y = up.clientY - down.clientY;
  down = null;
  if (Math.abs(x) > 40 && Math.abs(x) > 2 * Math.abs(y)) step(x < 0 ? 1 : -1);
}, { passive: true });

function linked() {
  const found = /^#a(\d+)$/.exec(location.hash);
  if (found) { stop(); go(+found[1], true); }
  return found !== null;
}
addEventListener("hashchange", () => { if (linked()) document.querySelector("main").scrollIntoView(); });
addEventListener("resize", layMap);
const curve = document.querySelector("#curve svg"), now = document.querySelector("#curve .now");
if (curve && now) curve.addEventListener("click", (event) => {
  const { first, end, left, right } = now.dataset, place = new DOMPoint(event.clientX, event.clientY);
  const x = place.matrixTransform(curve.getScreenCTM().inverse()).x;
  stop();
  go(Math.round(+first + (end - first) * Math.max(0, Math.min(1, (x - left) / (right - left)))));
});

// ---------------------------------------------------------------- the whole log, and paper
function chapter(begin, end, linking) {
  const list = element("ul");
  for (let number = begin; number < end; number++) {
    const moment = game.moments[number];
    moment.e.forEach((event, place) => {
      const item = logItem(event);
      if (linking && !place) {
        const link = element("a", String(number));
        link.href = "#a" + number;
        item.prepend(link, " ");
      }
      list.append(item);
    });
  }
  return list;
}
const chapters = [...new Set([0, ...rounds])];
byId("whole").addEventListener("toggle", () => {
  if (!byId("every").childElementCount) byId("every").append(chapter(0, last + 1, true));
});
// A page is printed with a map of the end of each round; a dark map stays dark.
addEventListener("beforeprint", () => {
  const paper = byId("paper");
  if (paper.childElementCount) return;
  chapters.forEach((begin, place) => {
    const end = place + 1 < chapters.length ? chapters[place + 1] : last + 1, moment = game.moments[end - 1];
    const drawn = svg("svg", { viewBox: map.getAttribute("viewBox"), class: "still", "shape-rendering": "crispEdges" });
    sheets[end - 1].forEach((row, y) => drawRow(drawn.appendChild(svg("g", {})), game.rows[row], y));
    paper.append(element("h2", game.moments[begin].p), drawn, chapter(begin, end, false));
  });
});

if (!linked()) go(0, true);

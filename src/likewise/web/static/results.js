// Results: a list of any length of which only the rows in sight are in the page.
import { explain, firstRun, makeTicket, project, get, post, renewToken, say, showState, watch } from "./server.js";

const list = document.getElementById("rows");
const nothing = document.getElementById("nothing");
const chosenForm = document.getElementById("chosen");
const nChosen = document.getElementById("n-chosen");
const undoButton = document.getElementById("undo-button");
const chosen = new Set();
const PAGE = 100;
const BEYOND = 8;
const SETTLING = 400; // milliseconds in which a click may still mean what was there before
let total = Number(list.dataset.total);
let pages = new Map();
let height = 0;
let run = firstRun;
let drawing = false;
let lastBox = null; // the document where a range of chosen ones begins
let movedAt = -Infinity; // when another document came to a place that was seen
let following = null; // the list that is on its way, with the place of the document that a person is at
let isSending = false;
let attempt = { words: "", ticket: null }; // what was sent last, and not answered
const slots = new Map();

function address(from) {
  const query = new URLSearchParams(location.search);
  query.set("from", from);
  query.set("n", PAGE);
  return `${project}/rows?${query}`;
}

async function fetchPage(number) {
  const mine = pages; // what comes for a list that is no longer shown is dropped
  if (mine.has(number)) return;
  mine.set(number, null);
  try {
    const told = await get(address(number * PAGE));
    if (mine !== pages) return;
    if (total !== told.total) { total = told.total; resize(); }
    mine.set(number, told.rows);
    draw();
  } catch (error) {
    mine.delete(number);
    explain(error);
  }
}

function resize() {
  list.style.height = `${total * height}px`;
  document.getElementById("total").textContent = `${total.toLocaleString("en")} ${total === 1 ? "document" : "documents"}`;
  nothing.hidden = total > 0;
}

// The document that a person is at: it has the focus, or else it was chosen last.
function findKept() {
  const there = [...slots];
  return there.find(([, slot]) => slot.contains(document.activeElement))
    ?? there.find(([, slot]) => slot.dataset.id === lastBox && chosen.has(lastBox) && isSeen(slot)) ?? null;
}

function isSeen(slot) {
  const { top, bottom } = slot.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

function fill(slot, index) {
  const row = pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  if (!row) return; // what is shown stays until there is something newer
  slot.setAttribute("aria-posinset", index + 1);
  slot.setAttribute("aria-setsize", total);
  if (slot.html !== row.html) {
    const focused = slot.contains(document.activeElement) ? document.activeElement.tagName : null;
    if (slot.dataset.id !== undefined && slot.dataset.id !== row.id) {
      if (focused) { if (following !== pages) restart(); return; } // a key never means another document: the list goes where this one is
      movedAt = performance.now();
    }
    slot.innerHTML = slot.html = row.html; // made and escaped by the server's templates
    slot.dataset.id = row.id;
    if (focused) slot.querySelector(focused)?.focus({ preventScroll: true });
  }
  const box = slot.querySelector("input[type=checkbox]");
  box.checked = chosen.has(row.id);
  box.dataset.index = index;
}

function draw() {
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(() => { drawing = false; paint(); });
}

function paint() {
  const top = list.getBoundingClientRect().top;
  const first = Math.max(0, Math.floor(-top / height) - BEYOND);
  const last = Math.min(total - 1, Math.ceil((innerHeight - top) / height) + BEYOND);
  for (const [index, slot] of slots) {
    if (index < first || index > last) { if (index >= 0 && index < total && slot.contains(document.activeElement)) continue; slot.remove(); slots.delete(index); }
  }
  let isMissing = false;
  for (let index = first; index <= last; index += 1) {
    let slot = slots.get(index);
    if (!slot) {
      slot = document.createElement("li");
      slot.className = "row";
      slot.style.top = `${index * height}px`;
      slots.set(index, slot);
      const after = [...slots.keys()].filter((each) => each > index);
      list.insertBefore(slot, after.length ? slots.get(Math.min(...after)) : null);
    }
    fill(slot, index);
    isMissing ||= !pages.get(Math.floor(index / PAGE));
  }
  list.setAttribute("aria-busy", isMissing);
  if (following === pages) return;
  for (let page = Math.floor(first / PAGE); page <= Math.floor(Math.max(last, first) / PAGE); page += 1) fetchPage(page);
}

// The list is new. The document that a person is at stays where it is on the screen, and the others come around it.
async function restart() {
  const mine = pages = new Map();
  list.setAttribute("aria-busy", true);
  const id = findKept()?.[1].dataset.id;
  if (id === undefined) { draw(); return; }
  following = mine;
  let told;
  try { told = await get(`${address(0)}&find=${encodeURIComponent(id)}`); } catch (error) { explain(error); } finally { if (following === mine) following = null; }
  if (!told || mine !== pages) return;
  total = told.total;
  pages.set(told.from / PAGE, told.rows);
  resize();
  const kept = findKept();
  if (kept?.[1].dataset.id === id) follow(kept, told.place);
  paint();
}

function follow([index, slot], place) {
  if (place === null) {
    if (slot.contains(document.activeElement)) list.focus({ preventScroll: true });
    say("The document that you were at is no longer in this list.");
    return;
  }
  const [wasSeen, there] = [isSeen(slot), [...slots]];
  slots.clear();
  for (const [at, each] of there) {
    if (wasSeen || each === slot) {
      slots.set(at + place - index, each);
      each.style.top = `${(at + place - index) * height}px`;
    } else each.remove();
  }
  if (!wasSeen) return;
  scrollBy({ top: (place - index) * height, behavior: "instant" });
  slot.scrollIntoView({ block: "nearest", behavior: "instant" });
}

function begin() {
  const from = Number(new URLSearchParams(location.search).get("from") ?? 0);
  for (const id of history.state?.chosen ?? []) chosen.add(id);
  const there = [...list.querySelectorAll(".row")];
  height = there[0]?.getBoundingClientRect().height ?? 0;
  if (!there.length) { // its height is that of a row which there will be
    list.append(Object.assign(document.createElement("li"), { className: "row" }));
    height = list.firstChild.getBoundingClientRect().height;
    list.firstChild.remove();
  }
  list.classList.add("virtual");
  for (const row of there) {
    const index = Number(row.dataset.index);
    const box = row.querySelector("input[type=checkbox]");
    row.style.top = `${index * height}px`;
    box.dataset.index = index;
    if (box.checked) chosen.add(box.value); // before this script was there
    box.checked = chosen.has(box.value);
    slots.set(index, row);
  }
  resize();
  document.getElementById("pages").hidden = true;
  const kept = history.state?.top; // where the list was when it was left
  if (kept) scrollTo(0, kept); else if (from) scrollTo(0, list.offsetTop + from * height);
  history.scrollRestoration = "manual";
  let resting = 0;
  addEventListener("scroll", () => {
    draw();
    clearTimeout(resting);
    resting = setTimeout(() => history.replaceState({ ...history.state, top: scrollY }, ""), 150);
  }, { passive: true });
  addEventListener("resize", () => {
    const now = slots.values().next().value?.getBoundingClientRect().height;
    if (now && now !== height) { height = now; for (const [index, slot] of slots) slot.style.top = `${index * height}px`; resize(); }
    draw();
  });
  draw();
}

function count() {
  nChosen.textContent = chosen.size ? `, ${chosen.size.toLocaleString("en")} chosen` : "";
  for (const button of chosenForm.querySelectorAll("[name=decision]")) button.disabled = !chosen.size;
  history.replaceState({ ...history.state, chosen: [...chosen] }, ""); // for the way back
}

function idAt(at) {
  return slots.get(at)?.dataset.id ?? pages.get(Math.floor(at / PAGE))?.[at % PAGE]?.id;
}

// Where a document is, as far as the list is loaded.
function findPlace(id) {
  const loaded = [...slots.keys(), ...[...pages].flatMap(([page, rows]) => (rows ?? []).map((_, at) => page * PAGE + at))];
  return loaded.find((at) => idAt(at) === id);
}

// Whoever answers by keyboard goes on in the list, at the document that follows those which were answered.
function goOn(ids) {
  const answered = new Set(ids);
  const place = findPlace(lastBox) ?? [...slots].find(([, slot]) => isSeen(slot))?.[0] ?? 0;
  let at = place;
  while (answered.has(idAt(at))) at += 1;
  if (idAt(at) === undefined) for (at = place; answered.has(idAt(at));) at -= 1;
  lastBox = idAt(at) ?? null;
  if (lastBox === null) { list.focus({ preventScroll: true }); return; }
  if (!slots.has(at)) { scrollTo({ top: list.offsetTop + at * height - innerHeight / 2, behavior: "instant" }); paint(); }
  slots.get(at).querySelector("input").focus({ preventScroll: true });
  slots.get(at).scrollIntoView({ block: "nearest", behavior: "instant" });
}

// A click that comes at once after the list has moved was meant for what stood there before.
list.addEventListener("click", (event) => {
  if (!event.detail || performance.now() - movedAt > SETTLING) return; // keys go to what has the focus, which stays
  event.preventDefault();
  event.stopPropagation();
  say("The list has just changed. Look again, and click again.");
}, { capture: true });

// With the shift key all documents from the one that was chosen last are chosen, as far as they are loaded.
list.addEventListener("click", (event) => {
  if (!event.target.matches("input[name=id]")) return;
  const index = Number(event.target.dataset.index);
  if (event.shiftKey && lastBox !== null) {
    const start = findPlace(lastBox) ?? index;
    for (let at = Math.min(index, start); at <= Math.max(index, start); at += 1) {
      const id = idAt(at);
      if (id === undefined) continue;
      if (event.target.checked) chosen.add(id); else chosen.delete(id);
      const box = slots.get(at)?.querySelector("input[name=id]");
      if (box) box.checked = event.target.checked;
    }
  }
  if (event.target.checked) chosen.add(event.target.value); else chosen.delete(event.target.value);
  lastBox = event.target.value;
  count();
});

chosenForm.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (isSending) return; // a second press means the same documents
  isSending = true;
  const button = event.submitter;
  const ids = button.name === "undo" ? [] : [...chosen];
  const fields = button.name === "undo" ? [["undo", undoButton.value]] : [["decision", button.value], ...ids.map((id) => ["id", id])];
  const words = JSON.stringify(fields);
  if (attempt.words !== words) attempt = { words, ticket: makeTicket() };
  let told;
  try { told = await post(`${project}/answers`, fields, attempt.ticket); } catch (error) { explain(error); say("Not saved. Try again when the server answers."); return; } finally { isSending = false; }
  attempt = { words: "", ticket: null };
  if (told.error) { say(`Not saved: ${told.error}.`); return; }
  for (const id of ids) chosen.delete(id); // what was chosen meanwhile stays so
  if (button === document.activeElement && button.matches(":focus-visible")) goOn(ids); // the button is about to go
  count();
  undoButton.value = told.undo;
  undoButton.hidden = !told.undo;
  say(told.message);
  showState(told.state);
  restart();
});

const filters = document.getElementById("filters");
let typing = 0;
filters.addEventListener("change", (event) => { if (event.target.matches("select")) filters.requestSubmit(); });
filters.elements.q.addEventListener("input", () => {
  clearTimeout(typing);
  list.setAttribute("aria-busy", true);
  typing = setTimeout(search, 250);
});
async function search() {
  const query = new URLSearchParams(location.search);
  query.set("q", filters.elements.q.value);
  query.delete("from");
  history.replaceState(history.state, "", `?${query}`);
  const mine = pages = new Map();
  let told;
  try { told = await get(address(0)); } catch (error) { if (mine === pages) explain(error); return; }
  if (mine !== pages) return; // more was typed meanwhile
  total = told.total;
  pages.set(0, told.rows);
  lastBox = null;
  for (const [index, slot] of slots) { slot.remove(); slots.delete(index); }
  resize();
  draw();
}

const cut = document.getElementById("cut");
const sentence = document.getElementById("cut-sentence");
let asking = 0;
cut.addEventListener("input", () => {
  clearTimeout(asking);
  asking = setTimeout(async () => {
    const told = await get(`${project}/cut-off?n=${cut.value}`).catch(() => null);
    if (told?.sentence && String(told.n) === cut.value) sentence.textContent = `${told.sentence[0].toUpperCase()}${told.sentence.slice(1)}.`;
  }, 60);
});
cut.addEventListener("change", () => {
  const query = new URLSearchParams(location.search);
  query.set("cut", cut.value);
  history.replaceState(history.state, "", `?${query}`);
});
document.getElementById("cut-form").addEventListener("submit", (event) => event.preventDefault());

begin();
count();
watch((state, answers) => {
  showState(state);
  if (state.run !== run || answers.length) {
    restart();
    if (state.run !== run) say("The ranking is new.");
    cut.max = state.n_ranked;
    cut.dispatchEvent(new Event("input"));
  }
  run = state.run;
  draw(); // what could not be fetched is asked for again
});
renewToken().catch(() => {});

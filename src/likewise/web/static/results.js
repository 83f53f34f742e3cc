// Results: a list of any length of which only the rows in sight are in the page.
import { firstRun, project, get, post, renewToken, say, showState, watch } from "./server.js";

const list = document.getElementById("rows");
const chosenForm = document.getElementById("chosen");
const nChosen = document.getElementById("n-chosen");
const undoButton = document.getElementById("undo-button");
const chosen = new Set();
const PAGE = 100;
const BEYOND = 8;
let total = Number(list?.dataset.total ?? 0);
let pages = new Map();
let height = 0;
let run = firstRun;
let drawing = false;
const slots = new Map();

function address(from) {
  const query = new URLSearchParams(location.search);
  query.set("from", from);
  query.set("n", PAGE);
  return `${project}/rows?${query}`;
}

async function fetchPage(number) {
  if (pages.has(number)) return;
  pages.set(number, null);
  try {
    const told = await get(address(number * PAGE));
    if (total !== told.total) { total = told.total; resize(); }
    pages.set(number, told.rows);
    draw();
  } catch { pages.delete(number); }
}

function resize() {
  list.style.height = `${total * height}px`;
  document.getElementById("total").textContent = total.toLocaleString("en");
}

function fill(slot, index) {
  const row = pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  if (!row || slot.row === row) return; // what is shown stays until there is something newer
  slot.row = row;
  slot.innerHTML = row.html; // made and escaped by the server's templates
  slot.setAttribute("aria-posinset", index + 1);
  slot.setAttribute("aria-setsize", total);
  const box = slot.querySelector("input[type=checkbox]");
  if (box) box.checked = chosen.has(row.id);
}

function draw() {
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    const top = list.getBoundingClientRect().top;
    const first = Math.max(0, Math.floor(-top / height) - BEYOND);
    const last = Math.min(total - 1, Math.ceil((innerHeight - top) / height) + BEYOND);
    for (const [index, slot] of slots) {
      if (index < first || index > last) { if (slot.contains(document.activeElement)) continue; slot.remove(); slots.delete(index); }
    }
    for (let index = first; index <= last; index += 1) {
      let slot = slots.get(index);
      if (!slot) {
        slot = document.createElement("li");
        slot.className = "row";
        slot.style.top = `${index * height}px`;
        slots.set(index, slot);
        list.append(slot);
      }
      fill(slot, index);
    }
    for (let page = Math.floor(first / PAGE); page <= Math.floor(Math.max(last, first) / PAGE); page += 1) fetchPage(page);
  });
}

function restart() {
  pages = new Map();
  draw();
}

function begin() {
  const from = Number(new URLSearchParams(location.search).get("from") ?? 0);
  height = list.querySelector(".row").getBoundingClientRect().height;
  const there = [...list.querySelectorAll(".row")];
  list.classList.add("virtual");
  for (const row of there) {
    const index = Number(row.dataset.index);
    row.style.top = `${index * height}px`;
    slots.set(index, row);
  }
  resize();
  document.getElementById("pages").hidden = true;
  if (from) scrollTo(0, list.offsetTop + from * height);
  addEventListener("scroll", draw, { passive: true });
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
}

list?.addEventListener("change", (event) => {
  if (!event.target.matches("input[name=id]")) return;
  if (event.target.checked) chosen.add(event.target.value); else chosen.delete(event.target.value);
  count();
});

chosenForm.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = event.submitter;
  const fields = button.name === "undo" ? [["undo", undoButton.value]]
    : [["decision", button.value], ...[...chosen].map((id) => ["id", id])];
  let told;
  try { told = await post(`${project}/answers`, fields); } catch { say("Not saved: the server does not answer."); return; }
  if (told.error) { say(told.error); return; }
  chosen.clear();
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
filters.elements.q.addEventListener("input", () => { clearTimeout(typing); typing = setTimeout(search, 250); });
async function search() {
  const query = new URLSearchParams(location.search);
  query.set("q", filters.elements.q.value);
  query.delete("from");
  history.replaceState(null, "", `?${query}`);
  if (!list) { filters.requestSubmit(); return; }
  pages = new Map();
  const told = await get(address(0));
  total = told.total;
  pages.set(0, told.rows);
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
  history.replaceState(null, "", `?${query}`);
});
document.getElementById("cut-form").addEventListener("submit", (event) => event.preventDefault());

if (list) begin();
count();
watch((state, answers) => {
  showState(state);
  if (state.run !== run || answers.length) {
    if (list) restart();
    if (state.run !== run) say("The ranking is new.");
    cut.max = state.n_ranked;
    cut.dispatchEvent(new Event("input"));
  }
  run = state.run;
});
renewToken().catch(() => {});

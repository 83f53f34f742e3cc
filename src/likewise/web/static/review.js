// Review: keys, and the next cards loaded before they are wanted.
import { project, get, postUntilSaved, say, showState, watch } from "./server.js";

const place = document.getElementById("card");
const form = document.getElementById("answer");
const saved = document.getElementById("saved");
const help = document.getElementById("help");
const AHEAD = 5;
let run = null;
let queue = [];          // cards to come
const before = [];       // cards that were shown
const done = new Set();  // answered here, saved or about to be
let loading = null;
let shown = null;
let asked = false;        // whether the card was asked for, rather than next in turn

function current() {
  const card = place.querySelector(".card[data-id]");
  return card ? { id: card.dataset.id, pick: card.dataset.pick, html: card.outerHTML } : null;
}

async function load(isAgain = false) {
  if (loading) return loading;
  const query = new URLSearchParams({ n: AHEAD });
  if (shown) query.append("without", shown.id);
  for (const id of [...done].slice(-30)) query.append("without", id);
  if (!isAgain) for (const card of before.slice(-5)) query.append("without", card.id);
  loading = get(`${project}/cards?${query}`).then((told) => {
    run = told.run;
    queue = told.cards.filter((card) => !done.has(card.id) && card.id !== shown?.id);
    return told.cards.length;
  }).catch(() => null).finally(() => { loading = null; }); // null: the server does not answer
  return loading;
}

function putMessage(title, words) {
  const card = document.createElement("article");
  card.className = "card empty";
  const heading = Object.assign(document.createElement("h1"), { className: "card-title", textContent: title });
  card.append(heading, Object.assign(document.createElement("p"), { textContent: words }));
  place.replaceChildren(card);
  form.hidden = true;
}

function put(card) {
  shown = card;
  form.hidden = false;
  place.innerHTML = card.html; // made and escaped by the server's templates
  form.elements.id.value = card.id;
  form.elements.pick.value = card.pick ?? "";
  form.elements.note.value = "";
  form.elements.reason.value = "";
  place.querySelector(".card-text")?.scrollTo(0, 0);
  const address = new URL(location.href);
  if (address.searchParams.has("id")) history.replaceState(null, "", location.pathname);
}

async function next() {
  asked = false;
  let found = 1;
  queue = queue.filter((card) => !done.has(card.id));
  for (let attempt = 0; !queue.length && found && attempt < 5; attempt += 1) found = await load();
  if (found === 0) found = await load(true); // those that were left for later
  if (queue.length) {
    put(queue.shift());
    if (queue.length < AHEAD - 1) load();
    return;
  }
  shown = null;
  if (found === 0) {
    putMessage("Everything is answered", "No document is left to read. See the overview, or export your answers.");
  } else {
    putMessage("One moment", "The next card comes as soon as the server answers.");
    setTimeout(next, 1000);
  }
}

function answer(decision) {
  if (!shown) return;
  const card = shown;
  const fields = [["id", card.id], ["pick", card.pick ?? ""], ["decision", decision],
    ["note", form.elements.note.value], ["reason", form.elements.reason.value]];
  done.add(card.id);
  before.push(card);
  saved.textContent = "saving …";
  next();
  postUntilSaved(`${project}/answer`, fields).then((told) => {
    if (told.isLeft) return;
    if (told.error) { done.delete(card.id); saved.textContent = told.error; return; }
    saved.textContent = `Saved: ${decision}`;
    showState(told.state);
  });
}

async function undo() {
  const told = await postUntilSaved(`${project}/undo`, []);
  if (!told.undone) { say("There is nothing to take back."); return; }
  done.delete(told.undone);
  showState(told.state);
  saved.textContent = "Taken back";
  const at = before.findIndex((card) => card.id === told.undone);
  if (at >= 0) before.splice(at, 1);
  if (shown) queue.unshift(shown);
  const found = await get(`${project}/cards?id=${encodeURIComponent(told.undone)}`);
  put(found.cards[0]);
}

function later() { if (shown) { before.push(shown); done.add(shown.id); const id = shown.id; next().then(() => done.delete(id)); } }
async function back() {
  const card = before.pop();
  if (!card) return;
  if (shown) queue.unshift(shown);
  const found = await get(`${project}/cards?id=${encodeURIComponent(card.id)}`);
  done.delete(card.id);
  asked = true;
  put({ ...found.cards[0], pick: card.pick });
}

const keys = { y: () => answer("yes"), n: () => answer("no"), u: () => answer("unsure"), z: undo, j: later, k: back, "?": () => help.showModal() };
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
  if (event.target instanceof Element && event.target.matches("input:not([type=hidden]), textarea, select")) return;
  const act = keys[event.key];
  if (act) { event.preventDefault(); act(); }
});

if (form) {
  form.addEventListener("submit", (event) => { event.preventDefault(); answer(event.submitter?.value ?? "yes"); });
  document.getElementById("undo").addEventListener("submit", (event) => { event.preventDefault(); undo(); });
  shown = current();
  asked = new URL(location.href).searchParams.has("id");
  load();
  watch((state, answers) => {
    showState(state);
    let isTaken = false;
    for (const each of answers) {
      if (each.decision === "undo") { done.delete(each.id); continue; }
      if (each.id === shown?.id && !done.has(each.id) && !asked) isTaken = true;
      done.add(each.id);
    }
    if (isTaken) { say("That one was answered in another window."); next(); }
    if (state.run !== run) load();
  });
}

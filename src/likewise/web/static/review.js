// Review: keys, and the next cards loaded before they are wanted.
import { explain, project, get, postUntilSaved, say, showState, watch } from "./server.js";

const place = document.getElementById("card");
const form = document.getElementById("answer");
const saved = document.getElementById("saved");
const problem = document.getElementById("problem");
const lastAnswered = document.querySelector("#undo [name=id]");
const help = document.getElementById("help");
const AHEAD = 5;
const LONGEST = 12000;     // letters of ids in one address
let run = null;
let queue = [];            // cards to come
const before = [];         // cards that were shown, the last one last
const given = [];          // cards that were answered here, the last one last
const done = new Set();    // answered, saved or about to be
const sending = new Set(); // answered, and not saved yet
const passed = new Set();  // left for later
let loading = null;
let shown = null;          // null while the next card is on its way: no key then means a card that nobody sees
let turn = 0;              // which card is on its way; what comes too late for it is dropped
let asked = false;         // whether the card was asked for, rather than next in turn
let isFinished = false;

function current() {
  const card = place.querySelector(".card[data-id]");
  return card ? { id: card.dataset.id, pick: card.dataset.pick, html: card.outerHTML } : null;
}

async function load() {
  if (loading) return loading;
  const query = new URLSearchParams({ n: AHEAD });
  for (const id of [shown?.id ?? "", ...sending, ...[...done].slice(-30), ...[...passed].reverse()]) {
    if (id && query.toString().length < LONGEST) query.append("without", id);
  }
  loading = get(`${project}/cards?${query}`).then((told) => {
    run = told.run;
    queue = told.cards.filter((card) => !done.has(card.id) && !passed.has(card.id) && card.id !== shown?.id);
    return told.cards.length;
  }).catch((error) => { explain(error); return null; }).finally(() => { loading = null; }); // null: there is no answer
  return loading;
}

function putMessage(title, words) {
  const card = document.createElement("article");
  card.className = "card empty";
  const heading = Object.assign(document.createElement("h1"), { className: "card-title", textContent: title });
  card.append(heading, Object.assign(document.createElement("p"), { textContent: words }));
  place.replaceChildren(card);
}

function put(card, isAsked = false) {
  turn += 1;
  [shown, asked, isFinished] = [card, isAsked, false];
  form.hidden = false;
  place.classList.remove("waiting");
  place.innerHTML = card.html; // made and escaped by the server's templates
  form.elements.id.value = card.id;
  form.elements.pick.value = card.pick ?? "";
  form.elements.note.value = card.note ?? "";
  form.elements.reason.value = card.reason ?? "";
  if (scrollY > place.offsetTop) scrollTo(0, 0);
  if (new URL(location.href).searchParams.has("id")) history.replaceState(null, "", location.pathname);
}

async function next() {
  const mine = turn += 1;
  shown = null;
  place.classList.add("waiting");
  let found = 1;
  queue = queue.filter((card) => !done.has(card.id));
  for (let attempt = 0; !queue.length && found && attempt < 5; attempt += 1) {
    found = await load();
    if (found === 0 && passed.size) { passed.clear(); found = await load(); } // those that were left for later
    if (mine !== turn) return;
  }
  if (queue.length) {
    put(queue.shift());
    if (queue.length < AHEAD - 1) load();
    return;
  }
  place.classList.remove("waiting");
  form.hidden = true;
  isFinished = found === 0;
  if (isFinished) {
    putMessage("Everything is answered", "No document is left to read. See the overview, or export your answers; z takes the last answer back.");
  } else {
    putMessage("One moment", "The next card comes as soon as the server answers.");
    setTimeout(() => { if (mine === turn) next(); }, 1000);
  }
}

function answer(decision) {
  if (!shown) return;
  const card = { ...shown, note: form.elements.note.value, reason: form.elements.reason.value };
  const fields = [["id", card.id], ["pick", card.pick ?? ""], ["decision", decision], ["note", card.note], ["reason", card.reason]];
  done.add(card.id);
  sending.add(card.id);
  passed.delete(card.id);
  before.push(shown);
  given.push(card);
  saved.textContent = "Saving …";
  next();
  postUntilSaved(`${project}/answer`, fields).then((told) => {
    sending.delete(card.id);
    if (told.isLeft) return;
    if (told.error) { takeBack(card, told.error); return; }
    problem.hidden = true;
    saved.textContent = `Saved: ${decision}`;
    showState(told.state);
  });
}

function forget(card) {
  done.delete(card.id);
  for (const cards of [before, given]) {
    const at = cards.findLastIndex((each) => each.id === card.id);
    if (at >= 0) cards.splice(at, 1);
  }
}

// An answer that the server refuses is not given: its card comes again, with what was written on it.
function takeBack(card, words) {
  forget(card);
  if (shown?.id !== card.id) queue.unshift(card);
  saved.textContent = "";
  problem.textContent = `Not saved: ${words}. The card comes again.`;
  problem.hidden = false;
  if (!shown) next();
}

// The last answer of this window is taken back at once, so that the next key means its card; else the server tells which.
async function undo() {
  const held = shown;
  const card = given.at(-1);
  if (card) {
    forget(card);
    if (held) queue.unshift(held);
    put(card, true);
  } else if (saved.textContent === "Taking back …") {
    return;
  } else {
    turn += 1;
    shown = null;
  }
  const mine = turn;
  saved.textContent = "Taking back …";
  const id = card?.id ?? lastAnswered.value; // the latter was answered in this window before this script was there
  lastAnswered.value = "";
  const told = await postUntilSaved(`${project}/undo`, id ? [["id", id]] : []);
  if (told.isLeft) return;
  saved.textContent = told.undone ? "Taken back" : "";
  if (told.error) { problem.textContent = `Not taken back: ${told.error}.`; problem.hidden = false; }
  if (told.state) showState(told.state);
  if (card || mine !== turn) return;
  const found = told.undone ? await get(`${project}/cards?id=${encodeURIComponent(told.undone)}`).catch(() => null) : null;
  if (mine !== turn) return;
  if (!told.undone && !told.error) say("There is nothing to take back.");
  if (!found) { if (held) put(held, asked); return; }
  forget({ id: told.undone });
  if (held) queue.unshift(held);
  put(found.cards[0], true);
}

function later() {
  if (!shown) return;
  passed.add(shown.id);
  before.push(shown);
  next();
}

function back() {
  const card = before.pop();
  if (!card) return;
  if (shown) queue.unshift(shown);
  passed.delete(card.id);
  put(card, true);
  renew(card);
}

// Show the same card again, with what was answered.
async function renew(card) {
  const mine = turn;
  const found = await get(`${project}/cards?id=${encodeURIComponent(card.id)}`).catch(() => null);
  if (found && mine === turn) place.innerHTML = found.cards[0].html;
}

// What is longer than its place is read on by the space bar.
function readOn(event) {
  const text = place.querySelector(".card-text");
  if (!text || text.scrollHeight <= text.clientHeight + 1) return false;
  text.scrollBy({ top: (event.shiftKey ? -0.8 : 0.8) * text.clientHeight });
  return true;
}

const keys = { y: () => answer("yes"), n: () => answer("no"), u: () => answer("unsure"), z: undo, j: later, k: back, "?": () => help.showModal() };
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || help.open) return;
  const at = event.target instanceof Element ? event.target : document.body;
  if (at.matches("input:not([type=hidden]), textarea, select")) return;
  if (event.key === " ") { if (!at.matches("button, summary, a") && readOn(event)) event.preventDefault(); return; }
  // On a keyboard with other letters the place of the key counts.
  const letter = /^[a-z?]$/i.test(event.key) ? event.key.toLowerCase() : /^[\x20-\x7e]|^.{2}/.test(event.key) ? "" : event.code.replace("Key", "").toLowerCase();
  if (!Object.hasOwn(keys, letter)) return;
  event.preventDefault();
  if (!event.repeat) keys[letter](); // a key that is held down answers once
});

form.addEventListener("submit", (event) => { event.preventDefault(); answer(event.submitter?.value ?? "yes"); });
document.getElementById("undo").addEventListener("submit", (event) => { event.preventDefault(); undo(); });
shown = current();
isFinished = !shown;
asked = new URL(location.href).searchParams.has("id");
load();
watch((state, answers) => {
  showState(state);
  let isTaken = false;
  for (const each of answers) {
    if (sending.has(each.id)) continue;
    if (each.decision === "undo") { done.delete(each.id); continue; }
    if (each.id === shown?.id && !done.has(each.id) && !asked) isTaken = true;
    done.add(each.id);
  }
  if (isTaken && document.hasFocus()) { // a key that is about to be pressed means this card
    asked = true;
    say("This one has been answered in another window; j goes on.");
    renew(shown);
  } else if (isTaken) next();
  if (state.run !== run) load().then((found) => { if (found && isFinished) next(); });
});

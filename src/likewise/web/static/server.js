// What all views need of the server: answers that are sent until they are saved, and how far the project is.
export const project = document.body.dataset.project;
// The ranking that the page was made from: a newer one may be there before its script is.
export const firstRun = Number(document.body.dataset.run) || null;
// Which project of its name the page shows: the ids of another one would mean other documents.
const stamp = document.body.dataset.stamp ?? "";
const GONE = `The server does not answer. Answers that are not saved yet are kept here and sent when it is back; do not close this page. If it has ended, start it again with --port ${location.port}.`;
const UNKNOWN = "likewise was started again and does not know this browser yet. Open the link that it printed in the terminal; this page then goes on, and nothing that you answered here is lost.";
let csrf = document.querySelector('meta[name="csrf"]').content;
let known = Number(document.body.dataset.seen) || 0; // the number of the last answer that the server told of
const SLOW = 8000; // milliseconds after which a server that says nothing is said to be away
const offline = document.getElementById("offline");
const live = document.getElementById("live");
let liveTimer = 0;

export function say(words) {
  live.textContent = words;
  clearTimeout(liveTimer);
  liveTimer = setTimeout(() => { live.textContent = ""; }, 6000);
}

// Say on top of the page why nothing gets through; null: all is well.
function setOffline(words) {
  if (words !== null && offline.textContent !== words) offline.textContent = words;
  if (offline.hidden !== (words === null)) offline.hidden = words === null;
}

class Refused extends Error {}

async function check(response) {
  if (response.status === 401) throw new Refused(UNKNOWN);
  if (response.status >= 500) throw new Refused(GONE);
  const told = await response.json();
  setOffline(null);
  known = Math.max(known, told.state?.last ?? 0);
  return told;
}

export function explain(error) {
  setOffline(error instanceof Refused ? error.message : GONE);
}

// A server that sleeps takes what is sent, and says nothing.
async function ask(path, options) {
  const slow = setTimeout(() => setOffline(GONE), SLOW);
  try { return await fetch(path, options); } finally { clearTimeout(slow); }
}

export async function get(path) {
  const response = await ask(path, { headers: { Accept: "application/json", "X-Stamp": stamp } });
  const told = await check(response);
  if (!response.ok) throw new Refused(told.error);
  return told;
}

export async function renewToken() {
  csrf = (await get(`${project}/state`)).csrf;
}

// A write that is sent again with the same ticket is not done again. A server that was started since does not know its
// key, and looks for it among the answers after the last one that was known when it was sent first.
export function makeTicket() {
  const key = Array.from(crypto.getRandomValues(new Uint32Array(4)), (number) => number.toString(36)).join("-");
  return { key, after: null };
}

function send(path, fields, key, after, options = {}) {
  const body = new URLSearchParams();
  for (const [name, value] of fields) body.append(name, value);
  const headers = { Accept: "application/json", "X-CSRF-Token": csrf, "X-Stamp": stamp, "X-Once": key };
  if (after !== null) headers["X-Again-After"] = after;
  return ask(path, { method: "POST", body, headers, ...options });
}

// A write is refused with a reason (then it is not tried again), or it cannot be sent, or it is saved.
export async function post(path, fields, ticket, options) {
  const after = ticket.after;
  ticket.after ??= known;
  for (let attempt = 0; ; attempt += 1) {
    const response = await send(path, fields, ticket.key, after, options);
    if ((response.status === 403 || response.status === 401) && attempt === 0) {
      await renewToken(); // the server was started again, and this browser was let in anew
      continue;
    }
    const told = await check(response);
    return response.ok ? told : { error: told.error };
  }
}

const wait = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });
const outlive = { keepalive: true }; // what is under way when the page is left arrives all the same
const unsaved = new Set();
let line = Promise.resolve();

// Send one write after the other, each until the server has it, however long it is away.
export function postUntilSaved(path, fields) {
  const entry = { path, fields, ticket: makeTicket(), isUnderWay: false };
  unsaved.add(entry);
  const turn = line.then(async () => {
    for (let pause = 300; unsaved.has(entry); pause = Math.min(pause * 2, 3000)) {
      try {
        entry.isUnderWay = true;
        const told = await post(path, fields, entry.ticket, outlive);
        unsaved.delete(entry);
        return told;
      } catch (error) {
        entry.isUnderWay = false;
        explain(error);
        await wait(pause);
      }
    }
    return { isLeft: true }; // it was sent as the page was left
  });
  line = turn;
  return turn;
}

addEventListener("beforeunload", (event) => { if (unsaved.size && !offline.hidden) event.preventDefault(); });
addEventListener("pagehide", () => {
  if (!offline.hidden) return;
  for (const entry of unsaved) if (!entry.isUnderWay) send(entry.path, entry.fields, entry.ticket.key, entry.ticket.after, outlive);
  unsaved.clear();
});

// Look every second and a half how far the project is; other windows and programs may answer, too.
export function watch(listener) {
  let last = Number(document.body.dataset.seen); // the last answer that the page knows of
  const look = async () => {
    let told = null;
    try {
      told = await get(`${project}/state?since=${last}`);
    } catch (error) {
      explain(error);
    }
    setTimeout(look, 1500);
    if (told) {
      csrf = told.csrf;
      for (const answer of told.answers) last = Math.max(last, answer.seq);
      listener(told.state, told.answers);
    }
  };
  look();
}

export function showState(state) {
  for (const place of document.querySelectorAll("[data-count]")) {
    place.textContent = state[place.dataset.count].toLocaleString("en");
  }
  const summary = document.getElementById("summary");
  if (summary && state.summary) {
    const sentence = `${state.summary[0].toUpperCase()}${state.summary.slice(1).replace(/\.$/, "")}.`;
    const at = sentence.search(/[:;,.]/);
    summary.replaceChildren(Object.assign(document.createElement("b"), { textContent: sentence.slice(0, at) }), sentence.slice(at));
  }
  const ranking = document.getElementById("ranking");
  if (ranking) ranking.textContent = state.is_current ? "" : "ranking …";
}

// Start: files that are dropped or chosen are sent at once; long work tells how far it is.
document.documentElement.classList.add("scripted");

async function filesOf(item) {
  const entry = item.webkitGetAsEntry?.();
  if (!entry) return item.getAsFile() ? [item.getAsFile()] : [];
  const walk = async (each) => {
    if (each.isFile) return [await new Promise((resolve, reject) => { each.file(resolve, reject); })];
    const reader = each.createReader();
    const found = [];
    for (;;) {
      const some = await new Promise((resolve, reject) => { reader.readEntries(resolve, reject); });
      if (!some.length) return found;
      for (const inner of some) found.push(...await walk(inner));
    }
  };
  return walk(entry);
}

// Files are sent as soon as they are there; more than the server takes is said before hours are spent on sending it.
function submit(zone) {
  const files = [...zone.querySelectorAll("input[type=file]")].flatMap((input) => [...input.files]);
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  const state = zone.querySelector(".sending");
  const most = Number(zone.dataset.most);
  if (bytes > most) {
    state.textContent = `These files have ${(bytes / 2 ** 30).toFixed(1)} GB; at most ${Math.floor(most / 2 ** 30)} GB can be sent at once. Start likewise in their folder and choose them there.`;
    zone.reset();
    return;
  }
  state.textContent = `Sending ${files.length === 1 ? files[0].name : `${files.length.toLocaleString("en")} files`} …`;
  zone.setAttribute("aria-busy", "true");
  zone.requestSubmit(zone.querySelector(".send"));
}

for (const zone of document.querySelectorAll(".zone")) {
  const [input] = zone.querySelectorAll("input[type=file]");
  zone.addEventListener("change", (event) => { if (event.target.files?.length) submit(zone); });
  for (const kind of ["dragenter", "dragover"]) zone.addEventListener(kind, (event) => { event.preventDefault(); zone.classList.add("over"); });
  zone.addEventListener("dragleave", () => zone.classList.remove("over"));
  zone.addEventListener("drop", async (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    const items = [...event.dataTransfer.items].filter((item) => item.kind === "file");
    const files = (await Promise.all(items.map(filesOf))).flat().filter((file) => !file.name.startsWith("."));
    if (!files.length) return;
    const kept = new DataTransfer();
    for (const file of files) kept.items.add(file);
    input.files = kept.files;
    submit(zone);
  });
  if (zone.querySelector("input[type=file]").files.length) submit(zone); // chosen before this script was there
}
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); }); // what is shown may be old
for (const kind of ["dragover", "drop"]) addEventListener(kind, (event) => event.preventDefault());

// A preview is put into the page as it is, so that nothing that was typed or has the focus is lost.
async function finish() {
  const place = document.getElementById("understood");
  if (!place) { location.reload(); return; }
  const page = await (await fetch(location.href)).text();
  place.replaceChildren(...new DOMParser().parseFromString(page, "text/html").getElementById("understood").children);
}

const work = document.querySelector("[data-job]");
if (work) {
  const events = new EventSource(`/job/${work.dataset.job}/events`);
  const bar = document.getElementById("progress");
  const stage = document.getElementById("stage");
  events.addEventListener("message", (event) => {
    const told = JSON.parse(event.data);
    if (told.target || told.error) { events.close(); finish(); return; }
    if (stage) stage.textContent = `${told.text} …`;
    if (bar) { if (told.share === null) bar.removeAttribute("value"); else bar.value = told.share; }
  });
}

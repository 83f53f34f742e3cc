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

for (const zone of document.querySelectorAll(".zone")) {
  const [input] = zone.querySelectorAll("input[type=file]");
  zone.addEventListener("change", (event) => { if (event.target.files?.length) zone.requestSubmit(zone.querySelector(".send")); });
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
    zone.requestSubmit(zone.querySelector(".send"));
  });
  zone.addEventListener("submit", () => { zone.setAttribute("aria-busy", "true"); });
}
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

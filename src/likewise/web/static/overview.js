// Overview: load again when the charts are ready.
import { firstRun, watch, say } from "./server.js";

const waiting = document.getElementById("waiting");
let run = firstRun;
watch((state) => {
  if (waiting && state.is_ready) { location.reload(); return; }
  if (state.run !== run && !waiting) say("The ranking is new; load the page again to see it.");
  run = state.run;
});

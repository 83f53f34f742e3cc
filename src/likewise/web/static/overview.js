// Overview: load again when the charts are ready.
import { watch, say } from "./server.js";

const waiting = document.getElementById("waiting");
let run = null;
watch((state) => {
  if (run !== null && state.run !== run) {
    if (waiting) location.reload(); else say("The ranking is new; load the page again to see it.");
  }
  run = state.run;
});

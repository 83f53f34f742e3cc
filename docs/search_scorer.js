// What a search shows first: pages that answer somebody's question, then everything else, last of all what was measured.
var Scorer = {
  score: (result) => {
    const [docname, , , , score] = result;
    if (/^(how-to|coming-from)\/(?!index)|^(count|when-to-stop|limits|security|how-it-decides|guide|install)$/.test(docname)) {
      return score + 4;
    }
    return /^(api|commands|papers)\/|^(benchmarks|accuracy|engine|simulations|priors|methods|questions)$/.test(docname) ? score - 2 : score;
  },
  // The rest is as it is without this file.
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};

// Build the charts and the two applications.

function mount(name, build) {
  const place = document.querySelector(`[data-chart="${name}"]`);
  if (!place) return; // a page made before anything was retrained
  place.replaceChildren();
  build(place);
}

/** A chart that follows the metric, under its controls and above its legend. */
function following(place, build, controls = [], entries = []) {
  const tools = [metricChoice(), ...controls].filter(Boolean);
  if (tools.length) place.append(el("div", { class: "tools" }, tools));
  const canvas = el("div", {});
  place.append(canvas);
  if (entries.length) place.append(legend(entries));
  state.listeners.push(build(canvas));
}

const allSets = summary.metrics.flatMap((m) => m.sets);

mount("baseline", baselineChart);
mount("histogram", (place) => following(place, histogramChart, [], BARS));
mount("kinds", kindsApp);
mount("compare", compareApp);
mount("truth", (place) => {
  let estimator = summary.best;
  let make;
  const names = [...new Set(allSets.map((row) => row.estimator))];
  const control = choice("Predicted by", names.map((name) => [name, name]), estimator, (name) => {
    estimator = name;
    make();
  });
  const sets = allSets.filter((row) => row.kind !== "single");
  following(place, (canvas) => (make = truthChart(canvas, () => estimator)), [control], present(KINDS, (row) => row.kind, sets));
});
mount("single", (place) => following(place, singleChart, [], present(SINGLES, singleKind, allSets.filter((row) => row.kind === "single"))));
mount("estimators", (place) => following(place, estimatorsChart, [], [["prediction", "r²"], ["spread", "95 % interval over sets"]]));
explorerApp(document.getElementById("explorer-app"));
whatIfApp(document.getElementById("whatif-app"));
startAddress();
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((each) => (each.open = true)));
document.documentElement.classList.add("alive");

// Bring the page to life.

function mount(name, build) {
  const place = document.querySelector(`[data-chart="${name}"]`);
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

mount("baseline", baselineChart);
mount("histogram", (place) => following(place, histogramChart));
mount("truth", (place) => {
  let estimator = summary.best;
  let make;
  const names = [...new Set(metric().sets.map((row) => row.estimator))];
  const control = choice("Predicted by", names.map((name) => [name, name]), estimator, (name) => {
    estimator = name;
    make();
  });
  following(place, (canvas) => (make = truthChart(canvas, () => estimator)), [control], Object.entries(KINDS));
});
mount("single", (place) => following(place, singleChart, [], Object.entries(KINDS)));
mount("estimators", (place) => following(place, estimatorsChart));
explorerApp(document.getElementById("explorer-app"));
whatIfApp(document.getElementById("whatif-app"));
document.documentElement.classList.add("alive");

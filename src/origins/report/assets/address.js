// The address says what the reader looks at, so that it can be shared: #explorer?metric=weat1&q=astronomy&doc=...

const SORTED = "-delta"; // unless the address says otherwise
const MANY = 400; // most ids of a free choice in an address
const address = { ready: false, section: "" };

function addressNow() {
  const query = new URLSearchParams();
  if (state.metric) query.set("metric", metric().name);
  for (const [name, filter] of Object.entries(filters)) if (filter.read()) query.set(name, filter.read());
  const sort = (view.down ? "-" : "") + view.key;
  if (sort !== SORTED) query.set("sort", sort);
  if (opened.row >= 0) query.set("doc", idOf(opened.row));
  const set = picked.size ? samePrepared() : null;
  if (set) query.set("set", keyOf(set));
  else if (picked.size <= MANY) for (const row of picked) query.append("pick", idOf(row));
  return `#${address.section}${String(query) && `?${query}`}`;
}

/** Push or replace the address after a change; section names the part of the page where it was made. */
state.remember = ({ replace = false, section } = {}) => {
  if (!address.ready) return;
  address.section = section ?? address.section;
  const now = addressNow();
  if (now !== (location.hash || "#")) history[replace ? "replaceState" : "pushState"](null, "", now);
};

function sectionCalled(name) {
  const found = name ? document.getElementById(name) : null;
  return found?.matches("main > section") ? found : null;
}

function rowsCalled(ids) {
  if (!ids.length) return [];
  const wanted = new Set(ids);
  const found = [];
  for (let row = 0; row < store.named; row++) if (wanted.has(idOf(row))) found.push(row);
  return found;
}

/** Show what the address says: on arrival, and after Back and Forward. Whatever it gets wrong stays at its default. */
function applyAddress() {
  address.ready = false;
  const [name, words = ""] = location.hash.slice(1).split("?");
  const query = new URLSearchParams(words);
  const section = sectionCalled(name);
  address.section = section ? name : "";
  for (const [each, filter] of Object.entries(filters)) filter.write(query.get(each) ?? "");
  const sort = query.get("sort") ?? SORTED;
  const known = columns.some((column) => column.key === sort.replace(/^-/, ""));
  [view.key, view.down] = known ? [sort.replace(/^-/, ""), sort.startsWith("-")] : ["delta", true];
  chooseMetric(Math.max(0, summary.metrics.findIndex((each) => each.name === query.get("metric"))));
  const set = prepared.find((each) => keyOf(each) === query.get("set"));
  pickAll(set ? set.rows : rowsCalled(query.getAll("pick")));
  const [row] = rowsCalled(query.getAll("doc"));
  if (row !== undefined) openDocument(row, false);
  else closeDocument(query.has("doc") ? "The document of this link is not on this page." : undefined);
  draw();
  section?.scrollIntoView();
  address.ready = true;
}

/** Links within the page keep the rest of the address. */
function followLink(event) {
  const link = event.target.closest('a[href^="#"]');
  const section = link && sectionCalled(link.getAttribute("href").slice(1));
  if (!section || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  changed({ section: section.id });
  section.scrollIntoView();
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
}

/** Copies the address; where the browser does not allow that, shows it to be copied by hand. Says what it omits. */
async function copyLink(button) {
  button.parentNode.querySelector(".omitted")?.remove();
  if (picked.size > MANY && !samePrepared()) button.after(el("p", { class: "note omitted" }, `The link omits the ${number(picked.size)} ticked documents: it has room for ${MANY}.`));
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = "Link copied";
  } catch {
    const field = el("input", { type: "text", readonly: true, class: "link", "aria-label": "Link to this view", value: location.href });
    button.replaceWith(field);
    field.select();
  }
}

function lackSets(error) {
  whatif.control.parentNode.after(el("p", { class: "note" }, `${error.message}, so prepared sets are missing.`));
}

async function startAddress() {
  document.addEventListener("click", followLink);
  await Promise.all([fetchRows(), load("sets").then(fillSets).catch(lackSets)]);
  if (location.hash.length > 1) applyAddress();
  address.ready = true;
  addEventListener("popstate", applyAddress);
}

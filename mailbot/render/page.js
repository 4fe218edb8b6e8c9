"use strict";
(() => {
  const one = (what, where = document) => where.querySelector(what);
  const all = (what, where = document) => Array.from(where.querySelectorAll(what));
  document.body.classList.add("js");

  // ------------------------------------------------------------ the maps: zoom and move

  const NEAREST = 10;
  const FINGER = 22;

  for (const map of all(".map")) {
    const svg = one("svg", map);
    const whole = svg.getAttribute("viewBox").split(/\s+/).map(Number);
    let box = whole.slice();

    const show = () => {
      svg.setAttribute("viewBox", box.map((n) => n.toFixed(1)).join(" "));
      map.classList.toggle("near", box[2] < whole[2] * 0.999);
    };
    const keep = () => {
      for (const side of [0, 1]) {
        const size = box[side + 2];
        const least = whole[side];
        box[side] = Math.min(Math.max(box[side], least), least + whole[side + 2] - size);
      }
      show();
    };
    // Around a point given as parts of the picture, so that it stays where it is.
    const zoom = (by, x = 0.5, y = 0.5) => {
      const wide = Math.min(whole[2], Math.max(whole[2] / NEAREST, box[2] / by));
      const high = wide * whole[3] / whole[2];
      box = [box[0] + (box[2] - wide) * x, box[1] + (box[3] - high) * y, wide, high];
      keep();
    };
    const move = (x, y) => {
      box[0] += x * box[2];
      box[1] += y * box[3];
      keep();
    };
    const part = (event) => {
      const frame = svg.getBoundingClientRect();
      return [(event.clientX - frame.left) / frame.width,
              (event.clientY - frame.top) / frame.height];
    };

    const steps = {
      "+": () => zoom(1.5), "=": () => zoom(1.5), "-": () => zoom(1 / 1.5),
      "0": () => { box = whole.slice(); show(); },
      ArrowLeft: () => move(-0.15, 0), ArrowRight: () => move(0.15, 0),
      ArrowUp: () => move(0, -0.15), ArrowDown: () => move(0, 0.15),
    };
    map.addEventListener("keydown", (event) => {
      const step = event.ctrlKey || event.metaKey || event.altKey ? null : steps[event.key];
      if (step) { step(); event.preventDefault(); }
    });
    for (const button of all("[data-zoom]", map.parentElement)) {
      button.addEventListener("click", () => steps[button.dataset.zoom]());
    }
    svg.addEventListener("wheel", (event) => {
      const near = map.classList.contains("near");
      if (!event.ctrlKey && !near) { return; }
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 400), ...part(event));
    }, { passive: false });

    const fingers = new Map();
    let moved = 0;
    let apart = 0;
    const spread = () => {
      const [a, b] = Array.from(fingers.values());
      return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    };
    svg.addEventListener("pointerdown", (event) => {
      fingers.set(event.pointerId, event);
      moved = 0;
      apart = fingers.size === 2 ? spread() : 0;
    });
    svg.addEventListener("pointermove", (event) => {
      const last = fingers.get(event.pointerId);
      if (!last) { return; }
      const [x, y] = part(event);
      const [fromX, fromY] = part(last);
      fingers.set(event.pointerId, event);
      if (fingers.size === 2) {
        const now = spread();
        if (apart) { zoom(now / apart, x, y); }
        apart = now;
        moved += 100;
      } else if (map.classList.contains("near")) {
        moved += Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY);
        move(fromX - x, fromY - y);
      }
    });
    const lift = (event) => fingers.delete(event.pointerId);
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
      svg.addEventListener(name, lift);
    }
    svg.addEventListener("click", (event) => {
      const thing = event.target.closest("[data-thing]") || beside(event);
      if (thing && moved < 8) { open(thing.dataset.thing); }
    });
    // Small signs are hard to hit with a finger: the nearest one is meant.
    const beside = (event) => {
      let nearest = null;
      let least = FINGER;
      for (const sign of all("circle[data-thing]", svg)) {
        const frame = sign.getBoundingClientRect();
        const away = Math.hypot(event.clientX - frame.left - frame.width / 2,
                                event.clientY - frame.top - frame.height / 2);
        if (away < least) { [nearest, least] = [sign, away]; }
      }
      return nearest;
    };
  }

  // ------------------------------------------------------------ cards

  const lookup = one("#lookup");

  function overlay(key) {
    for (const drawn of all(".overlay")) {
      drawn.classList.toggle("open", drawn.dataset.for === key);
    }
  }

  // A table that is moved sideways must be so by keys too.
  const reachable = (frame) => {
    frame.tabIndex = 0;
    frame.setAttribute("role", "group");
    frame.setAttribute("aria-label", "Table");
  };

  function open(key) {
    const known = all(".card").some((card) => card.dataset.key === key);
    for (const card of all(".card")) {
      card.classList.toggle("open", card.dataset.key === key);
      if (card.dataset.key === key) { all(".wide", card).forEach(reachable); }
    }
    if (lookup) { lookup.value = known ? key : ""; }
    overlay(key);
  }
  if (lookup) { lookup.addEventListener("change", () => open(lookup.value)); }

  // ------------------------------------------------------------ the order form

  const letter = one("#letter");
  if (!letter) { return; }
  const pool = JSON.parse(one("#pool").textContent);
  const slots = pool.slots;
  const head = one("#head").textContent;
  const link = one("#send");
  const long = one("#long");
  const most = Number(link.dataset.most);
  const said = one("#said");
  const idle = one("#idle");

  const given = (input) => {
    const text = input.value.trim();
    return text === input.dataset.blank.trim() ? "" : text;
  };

  function compose() {
    const orders = all("fieldset.entry").flatMap((entry) => {
      const inputs = all("input.order", entry);
      const lines = inputs.map(given).filter(Boolean);
      const { cancel } = entry.dataset;
      return cancel && replaced(entry, inputs, lines) ? [cancel, ...lines] : lines;
    });
    letter.value = [head, ...orders, "#end"].join("\n");
    const without = all("fieldset.entry[data-otherwise]")
      .filter((entry) => !all("input.order", entry).some(given))
      .map((entry) => one("legend", entry).textContent + " " + entry.dataset.otherwise);
    idle.textContent = without.length ? "Without orders: " + without.join("; ") + "." : "";
    address();
    muster();
  }

  // Must what stands be taken back first? A line in the place of another does that by itself, but
  // not where there can be several.
  const replaced = (entry, inputs, lines) => entry.classList.contains("several")
    ? inputs.some((input) => input.defaultValue !== input.value)
    : !lines.length;

  function address() {
    const text = letter.value.replace(/\r?\n/g, "\r\n");
    const url = link.dataset.to + encodeURIComponent(text);
    const fits = url.length <= most;
    long.hidden = fits;
    link.hidden = !fits;
    if (fits) { link.href = url; }
  }

  // What a structure asks for, or null: "3E2B?" is {E: 3, B: 2, "?": 1}.
  function modules(text, letters) {
    const signs = text.replace(/\s+/g, "").toUpperCase();
    const items = signs.match(/\d*[^\d]/g) || [];
    if (!signs || items.join("") !== signs) { return null; }
    const counts = {};
    for (const item of items) {
      const sign = item.slice(-1);
      const count = item.length > 1 ? Number(item.slice(0, -1)) : 1;
      if (!count || !letters.includes(sign)) { return null; }
      counts[sign] = (counts[sign] || 0) + count;
    }
    return counts;
  }

  const written = (counts) => Object.entries(counts).filter(([, n]) => n)
    .map(([sign, n]) => (n > 1 ? n : "") + sign).join(" ");
  const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
  const total = (counts) => Object.values(counts).reduce((sum, n) => sum + n, 0);

  // Each check gives [what is wrong, what is to be said otherwise].
  const checks = {
    Pick: (slot, value) => [value ? "" : `Still to choose: ${slot.label}.`, ""],
    Number: (slot, value) => {
      const n = Number(value);
      const good = /^\d+$/.test(value) && n >= slot.least && n <= slot.most;
      return [good ? "" : `${slot.label}: a number from ${slot.least} to ${slot.most}.`, ""];
    },
    Name: (slot, value) => {
      if (!new RegExp("^(?:" + slot.pattern + ")$").test(value) || value.length > slot.longest) {
        return [`${capital(slot.label)}: ${slot.rule}.`, ""];
      }
      const taken = slot.taken.some((name) => name.toLowerCase() === value.toLowerCase());
      return [taken ? value + " is taken, or a word of the order language." : "", ""];
    },
    Modules: (slot, value, before) => {
      const counts = modules(value, slot.letters + (slot.wild ? "?" : ""));
      const chance = slot.wild ? " and ?" : "";
      if (!counts) { return [`Modules: letters of ${slot.letters}${chance}, such as 3E2B.`, ""]; }
      const size = total(counts);
      if (size < slot.least || (slot.most && size > slot.most)) {
        const limits = slot.most ? `${slot.least} to ${slot.most}` : `at least ${slot.least}`;
        return [`${size} modules; ${limits} are allowed.`, ""];
      }
      return ["", `${size} modules. ` + inStore(slot, counts, before)];
    },
  };

  function inStore(slot, counts, before) {
    const place = ["", ...before].find((key) => key in slot.stock);
    if (place === undefined) {
      return Object.keys(slot.stock).length ? "What lies there is not known." : "";
    }
    const have = slot.stock[place];
    const short = {};
    for (const [sign, n] of Object.entries(counts)) {
      if (sign !== "?") { short[sign] = Math.max(0, n - (have[sign] || 0)); }
    }
    const lacking = written(short);
    const stock = written(have) || "nothing";
    return `To be had: ${stock}.` + (lacking ? ` Short of ${lacking}.` : "");
  }

  const valueOf = (field) => field.matches("fieldset")
    ? all("input:checked", field).map((tick) => tick.value).join(", ")
    : field.value.trim();

  function fill(draft, into) {
    const fields = all(".slot", draft);
    const values = fields.map(valueOf);
    const results = fields.map((field, at) => {
      const slot = slots[Number(field.dataset.slot)];
      return checks[slot.type](slot, values[at], values.slice(0, at));
    });
    const wrong = results.map(([bad]) => bad).find(Boolean) || "";
    const note = results.map(([, words]) => words).filter(Boolean).join(" ");
    const check = one(".check", draft);
    check.textContent = wrong || note;
    check.classList.toggle("wrong", Boolean(wrong));
    const pieces = draftOf(draft).pieces;
    into.value = wrong ? into.dataset.blank
      : pieces.map((piece) => typeof piece === "number" ? values[piece] : piece).join("");
    compose();
  }

  // ------------------------------------------------------------ lists, each option of which the page has once

  const stem = (label) => label.split(" (")[0];
  const pair = (each, begin = "") => Array.isArray(each) ? each : [begin + stem(each), each];
  const options = pool.options.map((each) => pair(each));
  const listed = (field) => field.dataset.list.split(",").filter(Boolean).flatMap((run) => {
    const [first, last = first] = run.split("-").map(Number);
    return options.slice(first, last + 1);
  });

  for (const field of all("select.slot")) {
    field.append(new Option("choose …", ""));
    field.append(...listed(field).map(([value, label]) => new Option(label, value)));
    field.value = field.dataset.first || "";
  }
  for (const field of all("fieldset.slot")) {
    for (const [value, label] of listed(field)) {
      const tick = document.createElement("label");
      const box = document.createElement("input");
      tick.className = "tick";
      Object.assign(box, { type: "checkbox", value, autocomplete: "off" });
      tick.append(box, label);
      field.append(tick);
    }
  }
  all("fieldset.entry").forEach((entry, at) => {
    const { begin, choices } = pool.lines[at];
    const what = one("select.what", entry);
    for (const [order, label] of choices.map((each) => pair(each, begin))) {
      what.append(new Option(label, order));
    }
  });

  // ------------------------------------------------------------ ships that move before they strike

  const draftOf = (draft) => {
    const entry = draft.closest("fieldset.entry");
    const line = pool.lines[all("fieldset.entry").indexOf(entry)];
    return line.drafts[all(".draft", entry).indexOf(draft)];
  };
  const numbers = (pieces) => pieces.filter((piece) => typeof piece === "number");
  // What stands in the blanks of a written line, by their numbers; null if it is another line.
  const readBack = (pieces, line) => {
    const plain = (piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const sign = (piece) => typeof piece === "number" ? "(.+?)" : plain(piece);
    const found = new RegExp("^" + pieces.map(sign).join("") + "$", "i").exec(line);
    return found && Object.fromEntries(numbers(pieces).map((slot, at) => [slot, found[at + 1]]));
  };
  const moving = pool.lines.flatMap((line) => line.drafts.filter((draft) => draft.moves));
  const bound = all("fieldset.slot").filter((field) => slots[field.dataset.slot].at);
  const home = new Map(options.map(([value, , at]) => [value, at]));

  // Where everything is once the moves of this letter are made.
  function whereabouts() {
    const now = new Map(home);
    for (const line of all("input.order").map(given)) {
      const found = moving.map((draft) => readBack(draft.pieces, line)).find(Boolean);
      for (const name of found ? found[0].split(/\s*,\s*/) : []) { now.set(name, found[1]); }
    }
    return now;
  }

  function muster() {
    if (!bound.length) { return; }
    const now = whereabouts();
    for (const field of bound) {
      const place = slots[field.dataset.slot].at;
      const draft = field.closest(".draft");
      const entry = field.closest("fieldset.entry");
      let left = 0;
      for (const box of all("input", field)) {
        const gone = now.get(box.value) !== place;
        box.parentElement.hidden = gone;
        if (gone && box.checked) { box.checked = false; left += 1; }
      }
      const empty = all("label:not([hidden])", field).length === 0;
      const which = all(".draft", entry).indexOf(draft);
      const offer = one(`option[data-draft="${which}"]`, entry);
      offer.hidden = offer.disabled = empty;
      for (const choice of all("select.what option:not([data-draft])", entry)) {
        const ships = readBack(draftOf(draft).pieces, choice.value);
        const away = ships && ships[0].split(", ").some((name) => now.get(name) !== place);
        if (ships) { choice.hidden = choice.disabled = away; }
      }
      if (left && !draft.hidden) { fill(draft, all("input.order", entry).pop()); }
    }
  }

  for (const entry of all("fieldset.entry")) {
    const what = one("select.what", entry);
    const drafts = all(".draft", entry);
    const target = () => all("input.order", entry).pop();

    const chosen = () => {
      const option = what.selectedOptions[0];
      const draft = option.dataset.draft;
      drafts.forEach((each, at) => { each.hidden = draft !== String(at); });
      if (draft !== undefined) {
        fill(drafts[Number(draft)], target());
      } else {
        target().value = what.value;
        compose();
      }
    };
    if (what) { what.addEventListener("change", chosen); }
    for (const draft of drafts) {
      for (const name of ["input", "change"]) {
        draft.addEventListener(name, () => fill(draft, target()));
      }
    }
    const more = one("button.more", entry);
    if (more) {
      more.addEventListener("click", () => {
        const next = target().cloneNode();
        next.removeAttribute("id");
        next.value = next.defaultValue = next.dataset.blank;
        target().after(next);
        drafts.forEach((each) => { each.hidden = true; });
        if (what) { what.selectedIndex = 0; }
        next.focus();
      });
    }
    entry.addEventListener("input", compose);
    entry.addEventListener("focusin", () => {
      if (entry.dataset.thing) { overlay(entry.dataset.thing); }
    });
  }
  letter.addEventListener("input", address);

  const tell = (words) => { said.textContent = words; };
  one("#copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(letter.value);
    } catch {
      letter.select();
      document.execCommand("copy");
    }
    tell("Copied: paste it into an answer to your turn sheet.");
  });
  one("#save").addEventListener("click", () => {
    const file = document.createElement("a");
    file.href = URL.createObjectURL(new Blob([letter.value + "\n"], { type: "text/plain" }));
    file.download = one("#save").dataset.name;
    file.click();
    tell("Saved as " + file.download + ".");
  });
  compose();
})();

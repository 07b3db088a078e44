// Shows solutions: pieces on a grid, moved as the data says.  The page knows no rules; they were applied, and the
// solution was checked, when the file was written.  Time is measured in moves: at 3.4 four tenths of the fourth move
// are done, and draw() shows the board of any time.  All text from outside is set as textContent.
"use strict";

(() => {
  const boards = JSON.parse(document.getElementById("answers").textContent);
  const byId = (id) => document.getElementById(id);
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const movesPerSecond = (step) => 2 ** step;

  let board = null; // the data of the board shown
  let frames = []; // places of all pieces before each move and at the end
  let groups = []; // the drawing of each piece
  let time = 0;
  let target = 0; // where time is going
  let playing = false;
  let before = null; // time stamp of the last picture while something moves

  // ---- drawing by hand ---------------------------------------------------------------------------------------

  function element(parent, name, attributes = {}, text = null) {
    const svg = parent.namespaceURI === "http://www.w3.org/2000/svg";
    const made = svg ? document.createElementNS(parent.namespaceURI, name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== null) made.textContent = text;
    parent.append(made);
    return made;
  }

  // A piece of several cells in one path: a rounded square per cell, and bridges where cells touch.
  function outline(shape, gap, radius) {
    const has = (row, col) => shape.some(([r, c]) => r === row && c === col);
    const box = (x, y, width, height, r) =>
      `M${x + r} ${y}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}` +
      `h${2 * r - width}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - height}a${r} ${r} 0 0 1 ${r} ${-r}z`;
    let path = "";
    for (const [r, c] of shape) {
      path += box(c + gap, r + gap, 1 - 2 * gap, 1 - 2 * gap, radius);
      if (has(r, c + 1)) path += box(c + 0.5, r + gap, 1, 1 - 2 * gap, 0);
      if (has(r + 1, c)) path += box(c + gap, r + 0.5, 1 - 2 * gap, 1, 0);
      if (has(r, c + 1) && has(r + 1, c) && has(r + 1, c + 1)) path += box(c + 0.5, r + 0.5, 1, 1, 0);
    }
    return path;
  }

  // Pieces with a home take the colour of their home, so that a solved board is one even shade from corner to corner.
  // Bricks take the colour of their shape.
  function colour(piece, index) {
    if (piece.leads) return "#e4572e";
    if (piece.home !== null) {
      const row = board.rows > 1 ? Math.floor(piece.home / board.cols) / (board.rows - 1) : 0;
      const col = board.cols > 1 ? (piece.home % board.cols) / (board.cols - 1) : 0;
      return `hsl(${Math.round(176 + 70 * row + 66 * col)} 52% ${Math.round(41 + 5 * col)}%)`;
    }
    const shapes = [...new Set(board.pieces.map((other) => JSON.stringify(other.shape)))];
    return `hsl(${200 + ((shapes.indexOf(JSON.stringify(piece.shape)) * 47) % 130)} 42% ${46 + (index % 2) * 3}%)`;
  }

  function drawPiece(svg, piece, index) {
    const group = element(svg, "g", { class: "piece", "data-label": piece.label });
    if (piece.leads && piece.shape.length === 1 && board.domain === "agent") {
      element(group, "circle", { class: "lip", cx: 0.5, cy: 0.545, r: 0.38 });
      element(group, "circle", { class: "face", cx: 0.5, cy: 0.5, r: 0.38, fill: colour(piece, index) });
      for (const x of [0.38, 0.62]) element(group, "circle", { cx: x, cy: 0.45, r: 0.055, fill: "#fff" });
      element(group, "path", { d: "M0.36 0.61q0.14 0.12 0.28 0", fill: "none", stroke: "#fff", "stroke-width": 0.045, "stroke-linecap": "round" });
      return group;
    }
    const path = outline(piece.shape, 0.035, 0.12);
    element(group, "path", { class: "backing", d: path });
    element(group, "path", { class: "lip", d: path, transform: "translate(0 0.035)" });
    element(group, "path", { class: "face", d: path, fill: colour(piece, index) });
    element(group, "path", { class: "shine", d: outline(piece.shape, 0.09, 0.08) });
    const middle = (axis) => piece.shape.reduce((sum, part) => sum + part[axis], 0) / piece.shape.length + 0.5;
    const [row, col] = piece.shape.some(([r, c]) => r + 0.5 === middle(0) && c + 0.5 === middle(1)) || piece.shape.length % 2 === 0 && piece.shape.length !== 3
      ? [middle(0), middle(1)] : [piece.shape[0][0] + 0.5, piece.shape[0][1] + 0.5];
    const shown = [...piece.label];
    const label = element(group, "text", { x: col, y: row }, shown.length > 5 ? shown.slice(0, 4).join("") + "…" : piece.label);
    if (shown.length > 2) label.setAttribute("font-size", Math.max(0.16, 0.95 / Math.min(shown.length, 5)) + "px");
    if (shown.length > 5) element(group, "title", {}, piece.label);
    return group;
  }

  function drawBoard() {
    const svg = byId("board");
    svg.replaceChildren();
    svg.setAttribute("viewBox", `-0.08 -0.08 ${board.cols + 0.16} ${board.rows + 0.16}`);
    element(svg, "rect", { class: "floor", x: -0.06, y: -0.06, width: board.cols + 0.12, height: board.rows + 0.12, rx: 0.16 });
    const place = (cell) => ({ x: cell % board.cols, y: Math.floor(cell / board.cols) });
    for (let cell = 0; cell < board.rows * board.cols; ++cell) {
      const { x, y } = place(cell);
      if (board.domain !== "tiles") element(svg, "rect", { class: "cell", x, y, width: 1, height: 1 });
    }
    const walls = board.walls.map((cell) => [place(cell).y, place(cell).x]);
    if (walls.length > 0) element(svg, "path", { class: "wall", d: outline(walls, 0, 0.1) });
    const homes = board.domain === "agent" ? board.pieces.filter((piece) => piece.home !== null) : [];
    for (const cell of [...board.goals, ...homes.map((piece) => piece.home)]) {
      const { x, y } = place(cell);
      element(svg, "rect", { class: "goal-cell", x: x + 0.06, y: y + 0.06, width: 0.88, height: 0.88, rx: 0.1 });
    }
    for (const piece of homes) {
      const { x, y } = place(piece.home);
      element(svg, "text", { class: "goal-label", x: x + 0.5, y: y + 0.5 }, piece.leads ? "goal" : [...piece.label].slice(0, 4).join(""));
    }
    groups = board.pieces.map((piece, index) => drawPiece(svg, piece, index));
  }

  // The way of a piece, `done` (0 to 1) of it gone.
  function along(ways, done) {
    let left = done * ways.length;
    let row = 0;
    let col = 0;
    for (const [r, c] of ways) {
      const part = Math.min(1, Math.max(0, left));
      row += r * part;
      col += c * part;
      left -= 1;
    }
    return [row, col];
  }

  function draw() {
    const move = Math.min(Math.floor(time), board.moves.length);
    const fraction = time - move;
    const eased = fraction * fraction * (3 - 2 * fraction);
    const shifts = fraction > 0 ? board.moves[move].shifts : [];
    board.pieces.forEach((piece, index) => {
      let row = Math.floor(frames[move][index] / board.cols);
      let col = frames[move][index] % board.cols;
      const shift = shifts.find(([moved]) => moved === index);
      if (shift) {
        const [r, c] = along(shift[1], eased);
        row += r;
        col += c;
      }
      groups[index].setAttribute("transform", `translate(${col} ${row})`);
      groups[index].classList.toggle("away", piece.home !== null && piece.home !== frames[move][index]);
      groups[index].classList.toggle("moving", Boolean(shift));
    });
    showPosition(Math.round(time));
    const now = byId("distance").querySelector(".now");
    if (now) now.setAttribute("transform", `translate(${time} 0)`);
  }

  // ---- numbers and words -------------------------------------------------------------------------------------

  // Reached when every piece with a home is there, and the leading one covers all goal cells.
  function atGoal(places) {
    const home = board.pieces.every((piece, index) => piece.home === null || piece.home === places[index]);
    const leader = board.pieces.findIndex((piece) => piece.leads);
    return home && board.goals.every((goal) => board.pieces[leader].shape.some(
      ([r, c]) => places[leader] + r * board.cols + c === goal));
  }

  // The sum of the ways that the pieces still have to go, as the crow walks.
  function distance(places) {
    const away = (a, b) => Math.abs(Math.floor(a / board.cols) - Math.floor(b / board.cols)) + Math.abs((a % board.cols) - (b % board.cols));
    let sum = 0;
    board.pieces.forEach((piece, index) => {
      if (piece.home !== null) sum += away(piece.home, places[index]);
      if (piece.leads && board.goals.length > 0) sum += away(Math.min(...board.goals), places[index]);
    });
    return sum;
  }

  function quantity(value, unit) {
    const [size, letter] = [[1e9, "G"], [1e6, "M"], [1e3, "k"]].find(([least]) => value >= least) || [1, ""];
    const short = value / size;
    const number = Number.isInteger(short) || size === 1 ? Math.round(short) : short.toPrecision(3);
    return [number, letter, unit].filter((word) => word !== "").join(" ");
  }
  const duration = (seconds) => (seconds < 1e-3 ? `${Math.round(seconds * 1e6)} µs` : seconds < 1 ? `${(seconds * 1e3).toPrecision(3)} ms`
    : seconds < 120 ? `${seconds.toPrecision(3)} s` : `${(seconds / 60).toFixed(1)} min`);

  let shownMove = -1;
  function showPosition(move) {
    if (move === shownMove) return;
    shownMove = move;
    const last = board.moves.length;
    const reached = board.status === "solved" && atGoal(frames[move]);
    byId("position").textContent = board.status !== "solved" ? "No solution to show"
      : move === 0 ? `Start · ${last} moves` : `Move ${move} of ${last} · ${board.moves[move - 1].text}`;
    byId("state").textContent = "✓ goal";
    byId("state").hidden = !reached;
    byId("scrubber").value = move;
    const buttons = byId("moves").children;
    for (let i = 0; i < buttons.length; ++i) {
      buttons[i].classList.toggle("done", i < move);
      if (i === move - 1) {
        buttons[i].setAttribute("aria-current", "step");
        const list = byId("moves");
        const top = buttons[i].offsetTop - list.offsetTop;
        if (top < list.scrollTop || top + 30 > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
      } else {
        buttons[i].removeAttribute("aria-current");
      }
    }
    document.body.dataset.move = String(move);
    document.body.dataset.goal = String(reached);
  }

  function showFacts() {
    const figures = byId("figures");
    figures.replaceChildren();
    const figure = (value, name) => {
      const box = element(figures, "div");
      element(box, "b", {}, value);
      element(box, "span", {}, name);
    };
    figure(board.length === null ? "–" : String(board.length), board.optimal ? "moves, optimal" : "moves");
    figure(quantity(board.generated, ""), "nodes");
    figure(duration(board.seconds), "search");
    const facts = byId("facts");
    facts.replaceChildren();
    const fact = (name, value) => {
      element(facts, "dt", {}, name);
      element(facts, "dd", {}, value);
    };
    if (board.status !== "solved") fact("Status", board.status === "limit" ? `stopped at the ${board.limit} limit` : board.status);
    if (board.metric) fact("Rules", `metric ${board.metric}, goal cells ${board.goal_cells}`);
    fact("Search", board.algorithm);
    fact("Heuristic", board.heuristic);
    fact("Threads", String(board.threads));
    fact("Estimate at the start", String(board.initial_h));
    if (board.lower_bound !== null) fact("Proven lower bound", String(board.lower_bound));
    if (board.known_optimum !== null) fact("Known optimum", String(board.known_optimum));
    fact("Expanded", board.expanded.toLocaleString("en"));
    fact("Generated", board.generated.toLocaleString("en"));
    if (board.seconds > 0) fact("Rate", quantity(board.generated / board.seconds, "nodes/s"));
    fact("Memory", `${(board.peak_bytes / 2 ** 20).toPrecision(3)} MiB`);
  }

  // Bars on a scale of powers of ten.
  function showChart() {
    const rounds = board.iterations;
    byId("rounds").hidden = rounds.length === 0;
    const svg = byId("chart");
    svg.replaceChildren();
    if (rounds.length === 0) return;
    const [width, height, left, bottom, top] = [440, 190, 50, 24, 10];
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const most = Math.max(1, Math.ceil(Math.log10(Math.max(...rounds.map((round) => round.generated), 1))));
    const y = (value) => height - bottom - (height - bottom - top) * (Math.log10(Math.max(value, 1)) / most);
    const every = Math.ceil(most / 5);
    for (let power = 0; power <= most; power += every) {
      element(svg, "line", { class: "rule", x1: left, x2: width, y1: y(10 ** power), y2: y(10 ** power) });
      element(svg, "text", { x: left - 8, y: y(10 ** power) + 4, "text-anchor": "end" }, quantity(10 ** power, ""));
    }
    const step = (width - left) / rounds.length;
    const labelled = Math.ceil(rounds.length / 12);
    rounds.forEach((round, index) => {
      const x = left + step * index;
      const bar = element(svg, "rect", {
        class: round.completed ? "bar" : "bar open", x: x + step * 0.14, width: step * 0.72, rx: Math.min(3, step * 0.2),
        y: Math.min(y(round.generated), height - bottom - 1.5), height: Math.max(height - bottom - y(round.generated), 1.5),
      });
      element(bar, "title", {}, `bound ${round.bound}: ${round.generated.toLocaleString("en")} nodes in ${duration(round.seconds)}`);
      if (index % labelled === 0) element(svg, "text", { x: x + step / 2, y: height - 7, "text-anchor": "middle" }, String(round.bound));
    });
    byId("chart-note").textContent = "Generated nodes by bound on the length, on a scale of powers of ten." +
      (rounds.some((round) => !round.completed) ? " The pale one ended early." : "");
  }

  function showDistance() {
    const svg = byId("distance");
    svg.replaceChildren();
    const values = frames.map(distance);
    const last = values.length - 1;
    if (last < 1) return;
    const most = Math.max(...values, 1);
    svg.setAttribute("viewBox", `0 0 ${last} 1`);
    const points = values.map((value, index) => `${index} ${1 - 0.92 * (value / most)}`).join("L");
    element(svg, "path", { class: "area", d: `M0 1L${points}L${last} 1z` });
    element(svg, "path", { class: "curve", d: `M${points}` });
    element(svg, "line", { class: "now", x1: 0, x2: 0, y1: 0, y2: 1 });
  }

  // ---- time --------------------------------------------------------------------------------------------------

  function showPlaying() {
    const button = byId("play");
    button.textContent = playing ? "Pause" : "Play";
    button.setAttribute("aria-label", playing ? "Pause" : "Play");
    document.body.dataset.playing = String(playing);
  }

  // While playing time runs at the chosen speed; a step glides at a speed of its own.  Where motion is not wanted,
  // time goes in whole moves.
  function tick(stamp) {
    if (before === null) before = stamp;
    const seconds = Math.min((stamp - before) / 1000, 0.25);
    const rate = playing ? movesPerSecond(Number(byId("speed").value)) : Math.max(6, 2.5 * Math.abs(target - time));
    if (still.matches && playing && seconds * rate < 1 && time < target) {
      if (seconds === 0.25) before = stamp - 250;
      if ((stamp - before) / 1000 * rate < 1) return void requestAnimationFrame(tick);
    }
    const gone = still.matches ? Math.max(1, Math.floor(seconds * rate)) : seconds * rate;
    before = stamp;
    time = time < target ? Math.min(target, time + gone) : Math.max(target, time - gone);
    draw();
    if (time === target) {
      playing = false;
      before = null;
      showPlaying();
    } else {
      requestAnimationFrame(tick);
    }
  }

  function go(to, glide = true) {
    const resting = before === null && time === target;
    target = Math.min(Math.max(to, 0), board.moves.length);
    if (!glide || (still.matches && !playing)) {
      time = target;
      draw();
    } else if (resting && time !== target) {
      requestAnimationFrame(tick);
    }
  }

  function pause() {
    playing = false;
    showPlaying();
  }

  function step(by) {
    const from = playing ? (by > 0 ? Math.floor(time) : Math.ceil(time)) : target;
    pause();
    go(Math.round(from) + by);
  }

  function togglePlay() {
    if (playing) {
      pause();
      go(Math.ceil(time));
      return;
    }
    if (board.moves.length === 0) return;
    if (time >= board.moves.length) go(0, false);
    playing = true;
    showPlaying();
    go(board.moves.length);
  }

  function jump(to) {
    pause();
    go(to, false);
  }

  function changeSpeed(by) {
    const speed = byId("speed");
    speed.value = Number(speed.value) + by;
    const rate = movesPerSecond(Number(speed.value));
    byId("speed-shown").textContent = rate < 1 ? `1 in ${1 / rate} s` : `${rate} a second`;
  }

  // ---- the whole ---------------------------------------------------------------------------------------------

  function choose(index) {
    board = boards[index];
    frames = [board.places];
    for (const { shifts } of board.moves) {
      const next = [...frames[frames.length - 1]];
      for (const [piece, ways] of shifts) for (const [r, c] of ways) next[piece] += r * board.cols + c;
      frames.push(next);
    }
    time = 0;
    target = 0;
    playing = false;
    shownMove = -1;
    const domain = { tiles: "Sliding tiles", agent: "Agent world", bricks: "Sliding bricks" }[board.domain];
    byId("title").textContent = board.id === "" ? domain : /^\d+$/.test(board.id) ? `Board ${board.id}` : board.id;
    byId("subtitle").textContent = `${domain}, ${board.rows}×${board.cols}`;
    document.title = `${byId("title").textContent} – tessera`;
    byId("boards").selectedIndex = index;
    byId("previous-board").disabled = index === 0;
    byId("next-board").disabled = index === boards.length - 1;
    const solved = board.status === "solved";
    byId("track").hidden = !solved;
    byId("controls").hidden = !solved;
    byId("solution").hidden = !solved;
    byId("scrubber").max = board.moves.length;
    const list = byId("moves");
    list.replaceChildren();
    board.moves.forEach((move, at) => {
      element(list, "button", { type: "button" }, move.text).addEventListener("click", () => jump(at + 1));
    });
    byId("footer").textContent = `Solved by tessera ${board.version} (${board.revision}). The solution was replayed by the rules when this page was written.`;
    if (!solved) byId("footer").textContent = `Searched by tessera ${board.version} (${board.revision}).`;
    if (board.machine) byId("footer").textContent += ` ${board.machine}.`;
    drawBoard();
    showFacts();
    showChart();
    showDistance();
    showPlaying();
    draw();
  }

  byId("chooser").hidden = boards.length < 2;
  for (const { id, length, status } of boards)
    element(byId("boards"), "option", {}, `${id} – ${status === "solved" ? `${length} moves` : status}`);
  byId("boards").addEventListener("change", (event) => choose(event.target.selectedIndex));
  byId("previous-board").addEventListener("click", () => choose(Math.max(0, boards.indexOf(board) - 1)));
  byId("next-board").addEventListener("click", () => choose(Math.min(boards.length - 1, boards.indexOf(board) + 1)));
  byId("first").addEventListener("click", () => jump(0));
  byId("back").addEventListener("click", () => step(-1));
  byId("play").addEventListener("click", togglePlay);
  byId("forth").addEventListener("click", () => step(1));
  byId("last").addEventListener("click", () => jump(board.moves.length));
  byId("scrubber").addEventListener("input", (event) => jump(Number(event.target.value)));
  byId("speed").addEventListener("input", () => changeSpeed(0));

  const keys = {
    " ": togglePlay,
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    ArrowUp: () => changeSpeed(1),
    ArrowDown: () => changeSpeed(-1),
    Home: () => jump(0),
    End: () => jump(board.moves.length),
  };
  document.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey || event.target === byId("boards")) return;
    event.preventDefault();
    action();
  });

  changeSpeed(0);
  choose(0);
})();

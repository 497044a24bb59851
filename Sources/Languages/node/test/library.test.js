"use strict";

const assert = require("node:assert/strict");
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");
const { Worker } = require("node:worker_threads");
const sudoku = require("..");

const puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const empty = ".".repeat(81);

test("the versions are equal", () => assert.equal(sudoku.version(), require("../package.json").version));

test("one board", () => {
  for (const board of [puzzle, sudoku.parse(puzzle), Buffer.from(sudoku.parse(puzzle)), puzzle.replace(/.{9}/g, "$&\n")]) {
    assert.deepEqual(sudoku.solve(board), { count: 1, solution });
    assert.equal(sudoku.grade(board, "se").score, 1.2);
    assert.equal(sudoku.isMinimal(board), false);
    assert.match(sudoku.identify(board).puzzle, /^p1-/);
    assert.match(sudoku.gameID(board, new Date(0)), /^game-/);
  }
  assert.equal(sudoku.count(empty, 1_000), 1_000);
  assert.equal(sudoku.isMinimal(empty), null);
  assert.equal(sudoku.identify(empty).class, null);
  assert.deepEqual(sudoku.solve("55" + ".".repeat(79)), { count: 0, solution: null });
  assert.deepEqual(sudoku.grade("55" + ".".repeat(79)), { status: "noSolution", score: null, figures: [0, 0, 0], level: null });
  assert.equal(sudoku.gameID(puzzle, 1_700_000_000.9), sudoku.gameID(puzzle, new Date(1_700_000_000_000)));
});

test("levels have the names of the generator", () => {
  for (const scale of ["level", "hodoku"]) {
    for (const level of sudoku.LEVELS[scale]) {
      const made = sudoku.generate({ scale, level, seed: 3 });
      assert.equal(sudoku.grade(made.board, scale).level, level);
      assert.equal(sudoku.solve(made.board).solution, made.solution);
    }
  }
});

test("a batch equals single calls", async () => {
  const made = await sudoku.generateAll({ seed: 5n, first: 10, count: 1_000, threads: 2 });
  const boards = sudoku.lines(made.boards);
  const solved = await sudoku.solveAll(made.boards, { threads: 3 });
  assert.deepEqual(solved, await sudoku.solveAll(boards));
  assert.deepEqual(solved.solutions, made.solutions);
  assert.deepEqual(await sudoku.countAll(boards), solved.counts);
  const graded = await sudoku.gradeAll(made.boards, "level", { threads: 2 });
  const ids = await sudoku.identifyAll(made.boards);
  const minimal = await sudoku.minimalityAll(made.boards);
  for (let row = 0; row < 1_000; row += 97) {
    assert.equal(sudoku.lines(solved.solutions)[row], sudoku.solve(boards[row]).solution);
    assert.deepEqual(graded[row], sudoku.grade(boards[row]));
    assert.deepEqual(ids[row], sudoku.identify(boards[row]));
    assert.equal(minimal[row], sudoku.isMinimal(boards[row]));
  }
});

test("empty batches", async () => {
  assert.deepEqual(await sudoku.solveAll([]), { counts: new Uint32Array(), solutions: new Uint8Array() });
  assert.deepEqual(await sudoku.gradeAll(new Uint8Array(), "hodoku"), []);
  assert.deepEqual(await sudoku.identifyAll([]), []);
  assert.equal((await sudoku.generateAll({ seed: 1, count: 0 })).boards.length, 0);
  assert.deepEqual(sudoku.lines(new Uint8Array()), []);
});

test("bad boards", async () => {
  for (const text of ["", "no board", puzzle.slice(1), puzzle + "1", "\0", "\ud800", "ı" + puzzle.slice(1), "x".repeat(1e6)]) {
    for (const call of [sudoku.parse, sudoku.solve, sudoku.grade, sudoku.identify, sudoku.isMinimal]) {
      assert.throws(() => call(text), { name: "SudokuError", code: "badBoard", row: 0 });
    }
    await assert.rejects(sudoku.solveAll([puzzle, text]), { name: "SudokuError", code: "badBoard", row: 1, message: /^board 1: / });
  }
  const bad = sudoku.parse(puzzle);
  bad[80] = 10;
  assert.throws(() => sudoku.solve(bad), { code: "badBoard", message: "cell 80 of board 0 is 10: 0 to 9 is expected" });
  await assert.rejects(sudoku.gradeAll([puzzle, bad]), { code: "badBoard", row: 1 });
  await assert.rejects(sudoku.solveAll(new Uint8Array(80)), { code: "badBoard" });
  await assert.rejects(sudoku.generateAll(5, { seed: 1 }), { name: "TypeError", message: /^the options are an object/ });
  await assert.rejects(sudoku.solveAll(Array(3)), { name: "TypeError", message: /^a board is a string or a Uint8Array/ });
  assert.throws(() => sudoku.read(`${puzzle}\n${puzzle}\nno board\n`), { code: "badBoard", row: 2 });
  assert.throws(() => sudoku.read(Buffer.from([0xff, 0xfe, 0, 0xff])), sudoku.SudokuError);
  assert.equal(sudoku.read(`${puzzle}\n`.repeat(500)).length, 500 * 81);
});

test("values of every wrong type are errors", async () => {
  const values = [
    undefined, null, 0, -1, 1.5, NaN, Infinity, 1n, 2n ** 70n, true, {}, [], [1], Symbol("s"), () => {}, new Date(NaN),
    new Float64Array(81), new Int8Array(81), new DataView(new ArrayBuffer(81)), new ArrayBuffer(81), new Uint8Array(82),
    new Proxy(new Uint8Array(81), {}), Object.create(Uint8Array.prototype),
    Object.defineProperty([], "length", { value: 3 }), "text",
  ];
  const calls = Object.entries(sudoku).filter(([, call]) => typeof call === "function" && !/^[A-Z]/.test(call.name));
  for (const value of values) {
    for (const [name, call] of calls) {
      for (const given of [[value], [puzzle, value], [[puzzle], value], [puzzle, "se", value], [value, value, value]]) {
        try {
          await call(...given);
        } catch (error) {
          assert(error instanceof Error, name);
        }
      }
    }
    const options = { threads: value, limit: value, signal: value, workLimit: value, seed: value, first: value, count: value };
    for (const [key, option] of Object.entries(options)) {
      for (const call of [sudoku.solveAll, sudoku.generateAll]) {
        const given = { seed: 1, count: 1, [key]: option };
        try {
          await (call === sudoku.solveAll ? call([puzzle], given) : call(given));
        } catch (error) {
          assert(error instanceof Error, key);
        }
      }
    }
    try {
      await (await sudoku.Player.open(value)).close();
    } catch (error) {
      assert(error instanceof Error);
    }
  }
});

test("the addon refuses every wrong value", async () => {
  const native = require("../build/Release/sudoku.node");
  const values = [undefined, null, 0, 3, -1, 1n, "x", true, [], {}, new Uint8Array(5), new Uint8Array(81), native.flag(), () => {}];
  for (const [name, call] of Object.entries(native)) {
    assert.doesNotThrow(() => native.flag());
    for (const a of values) {
      for (const b of values) {
        for (const rest of [[], values.slice(2, 8), [new Uint8Array(81), "level", 2, 1, 0n, undefined]]) {
          try {
            await call(a, b, ...rest);
          } catch (error) {
            assert(error instanceof Error, name);
          }
        }
      }
    }
  }
});

test("numbers out of range", async () => {
  for (const limit of [0, -1, 1_000_001, 2 ** 32, 1.5]) {
    assert.throws(() => sudoku.count(puzzle, limit), { code: "badArgument", message: /limit is .*: 1 to 1000000 is expected/ });
  }
  await assert.rejects(sudoku.solveAll([puzzle], { threads: 1_025 }), { code: "badArgument", message: /threads is 1025/ });
  await assert.rejects(sudoku.generateAll({ seed: 1, count: 1e9 }), { code: "badArgument", message: /count is/ });
  assert.throws(() => sudoku.generate({ seed: 1, first: 2n ** 64n - 1n }), { code: "badArgument" });
  assert.throws(() => sudoku.generate({ seed: -1 }), { code: "badArgument", message: /seed is -1/ });
  assert.throws(() => sudoku.generate({ seed: 1, level: "unknown" }), { code: "badOptions" });
  assert.throws(() => sudoku.grade(puzzle, "SE"), { code: "badArgument", message: /scale is SE/ });
  assert.throws(() => sudoku.gameID(puzzle, NaN), { code: "badArgument" });
});

test("a signal ends long calls and only those", async () => {
  const boards = new Uint8Array(81 * 1_000);
  // Minutes of work.
  const limits = { limit: 1_000_000, signal: AbortSignal.timeout(200) };
  await assert.rejects(sudoku.solveAll(boards, limits), { name: "TimeoutError" });
  await assert.rejects(sudoku.gradeAll(boards, "se", { signal: AbortSignal.abort() }), { name: "AbortError" });
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error("enough")), 100);
  const long = { seed: 1, count: 1_000_000, level: "extreme", threads: 2, signal: controller.signal };
  await assert.rejects(sudoku.generateAll(long), { message: "enough" });
  // No thread of the pool keeps a flag.
  await Promise.all(Array.from({ length: 100 }, () => sudoku.minimalityAll([puzzle])));
});

test("the event loop goes on, and batches read copies", async () => {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  const boards = new Uint8Array(81 * 2_000);
  const counting = sudoku.countAll(boards, { limit: 2_000 });
  boards.fill(77);
  structuredClone(boards, { transfer: [boards.buffer] });
  assert((await counting).every((count) => count === 2_000));
  clearInterval(timer);
  assert(ticks > 0);
  await assert.rejects(async () => sudoku.solve(boards), TypeError);
});

test("many calls at once, from workers that end amid them", async () => {
  await Promise.all(Array.from({ length: 8 }, () => sudoku.solveAll(Array(5_000).fill(puzzle), { threads: 2 })));
  const code = `const sudoku = require(${JSON.stringify(path.resolve(__dirname, ".."))});
    const boards = new Uint8Array(81 * 2_000);
    sudoku.countAll(boards, { limit: 1_000 });
    sudoku.Player.open().then((player) => player.request("puzzle.generate", { level: "hard", count: 20, seed: 1 }));
    require("node:worker_threads").parentPort.postMessage("started");`;
  for (let round = 0; round < 5; round++) {
    const worker = new Worker(code, { eval: true });
    await new Promise((resolve) => worker.once("message", resolve));
    await new Promise((resolve) => setTimeout(resolve, round * 5));
    await worker.terminate();
  }
});

test("players", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sudoku-node-"));
  let player = await sudoku.Player.open({ data: folder });
  const heard = [];
  player.on("notification", (method, params) => heard.push([method, params]));
  await player.request("subscribe", { topics: ["*"] });
  const moves = [
    player.request("game.new", { puzzle }), player.request("game.place", { cell: "r1c3", digit: 4 }), player.poll(),
  ];
  const closing = player.close();
  await Promise.all(moves);
  await closing;
  await player.close();
  assert(heard.length > 0);
  await assert.rejects(player.request("game.state"), { message: "the player is closed" });
  player = await sudoku.Player.open({ data: folder });
  assert.equal((await player.request("game.state")).board.slice(0, 3), "534");
  await assert.rejects(player.request("game.place", { cell: "r0c0", digit: 4 }), (error) =>
    error instanceof sudoku.ProtocolError && error.code.length > 0 && error.message.length > 0);
  await assert.rejects(player.request("\0\ud800", [1]), sudoku.ProtocolError);
  await assert.rejects(
    player.request("puzzle.generate", { level: "extreme", count: 1_000, minClues: 24 }, { signal: AbortSignal.timeout(200) }),
    { name: "TimeoutError" });
  assert.equal((await player.request("puzzle.hint", { puzzle, depth: 5 })).kind, "step");
  await player.close();
  fs.rmSync(folder, { recursive: true });
  await assert.rejects(sudoku.Player.open({ folder: "x" }), { code: "badOptions" });
  await assert.rejects(sudoku.Player.open({ data: "/dev/null/x" }), { code: "failed" });
});

test("modules import it, and a program ends by itself with a player open", () => {
  const file = path.join(os.tmpdir(), `sudoku-${process.pid}.mjs`);
  fs.writeFileSync(file, `import { Player, solve } from ${JSON.stringify(path.resolve(__dirname, "../index.js"))};
    const player = await Player.open();
    await player.request("puzzle.hint", { puzzle: "${puzzle}" });
    console.log(solve("${puzzle}").count);`);
  assert.equal(execFileSync(process.execPath, [file], { encoding: "utf8" }), "1\n");
  fs.rmSync(file);
});

// Solves, rates, generates and explains 9 x 9 Sudoku puzzles, over libsudoku. index.d.ts has the types and their words.
"use strict";

const { EventEmitter } = require("node:events");
const native = require("./build/Release/sudoku.node");

// The operations of addon.c.
const COUNT = 1, MINIMALITY = 2, IDENTIFY = 3, GRADE = 4, SOLVE = 0;
const MOST_THREADS = 1_024, MOST_SOLUTIONS = 1_000_000, MOST_GENERATED = 10_000_000;
const LEVELS = {
  level: ["easy", "medium", "hard", "expert", "extreme"],
  se: [],
  hodoku: ["easy", "medium", "hard", "unfair", "extreme"],
};
const STATUSES = [
  "rated", "noSolution", "severalSolutions", "alreadySolved", "beyondTechniques", "workLimit",
];
const NAMES = {
  [-1]: "badArgument", [-2]: "badBoard", [-3]: "badOptions", [-4]: "cancelled", [-5]: "exhausted", [-6]: "failed",
};

class SudokuError extends Error {
  constructor(text, code = "badArgument", row = null) {
    super(text);
    this.name = "SudokuError";
    this.code = code;
    this.row = row;
  }
}

class ProtocolError extends SudokuError {
  constructor(error) {
    super(error.message, error.data?.kind ?? "failed");
    this.name = "ProtocolError";
    this.number = error.code;
    this.data = error.data ?? {};
  }
}

/** The error of a call in our words; errors of types stay as they are. */
function translated(error, signal) {
  if (error?.status === undefined) return error;
  if (error.status === -4 && signal?.aborted) return signal.reason;
  return new SudokuError(error.message, NAMES[error.status] ?? "failed", error.row < 0 ? null : error.row);
}

function attempt(work) {
  try {
    return work();
  } catch (error) {
    throw translated(error);
  }
}

function whole(name, value, least, most) {
  if (!Number.isSafeInteger(value) || value < least || value > most) {
    throw new SudokuError(`${name} is ${String(value)}: ${least} to ${most} is expected`);
  }
  return value;
}

/** A number or BigInt of 0 to 2^64 - 1, as a BigInt. */
function wide(name, value) {
  const found = typeof value === "bigint" ? value : Number.isSafeInteger(value) ? BigInt(value) : -1n;
  if (found < 0n || found >= 1n << 64n) {
    throw new SudokuError(`${name} is ${String(value)}: a whole number of 0 to 2^64 - 1 is expected`);
  }
  return found;
}

function scaleNamed(name) {
  if (typeof name !== "string" || !Object.hasOwn(LEVELS, name)) {
    throw new SudokuError(`scale is ${String(name)}: one of ${Object.keys(LEVELS).join(", ")} is expected`);
  }
  return name;
}

/** Boards for the addon: 81 bytes each. */
function batchOf(boards) {
  if (boards instanceof Uint8Array) {
    if (boards.length % 81 === 0) return boards;
    throw new SudokuError(`${boards.length} bytes: 81 for each board are expected`, "badBoard");
  }
  if (!Array.isArray(boards)) throw new TypeError("boards are a Uint8Array or an array of boards");
  const bytes = new Uint8Array(boards.length * 81);
  for (let row = 0; row * 81 < bytes.length; row++) {
    try {
      native.parseInto(boards[row], bytes, row);
    } catch (error) {
      if (error.status === undefined) throw error;
      throw new SudokuError(`board ${row}: ${error.message}`, "badBoard", row);
    }
  }
  return bytes;
}

function run(atOnce, operation, boards, text, options = {}, flag = undefined) {
  return native.batch(
    atOnce, operation, boards, text, whole("limit", options.limit ?? 2, 1, MOST_SOLUTIONS),
    whole("threads", options.threads ?? 1, 1, MOST_THREADS), wide("workLimit", options.workLimit ?? 0), flag);
}

/** Starts work that `options.signal` can abort. */
async function abortable(signal, start) {
  if (signal === undefined) {
    try {
      return await start(undefined);
    } catch (error) {
      throw translated(error);
    }
  }
  signal.throwIfAborted();
  const flag = native.flag();
  const abort = () => native.cancel(flag);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await start(flag);
  } catch (error) {
    throw translated(error, signal);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

const batch = (operation, boards, text, options = {}) =>
  abortable(options.signal, (flag) => run(false, operation, batchOf(boards), text, options, flag));

const single = (operation, board, text, options) =>
  attempt(() => run(true, operation, native.parse(board), text, options));

const idAt = (bytes, row, length) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + row * length, length).toString("latin1").replace(/\0+$/, "");

const minimalityOf = (number) => (number < 0 ? null : number === 1);

function gradesOf([figures, levels, statuses], scale) {
  return Array.from(statuses, (status, row) => ({
    status: STATUSES[status],
    score: status === 0 ? figures[row * 3] / 10 : null,
    figures: Array.from(figures.subarray(row * 3, row * 3 + 3)),
    level: LEVELS[scale][levels[row]] ?? null,
  }));
}

function identitiesOf([puzzles, classes]) {
  const length = 29;
  return Array.from({ length: puzzles.length / length }, (_, row) => ({
    puzzle: idAt(puzzles, row, length),
    class: idAt(classes, row, length) || null,
  }));
}

const version = () => native.version();
const parse = (text) => attempt(() => native.parse(text));
const read = (text) => attempt(() => native.read(typeof text === "string" ? Buffer.from(text) : text));
const lines = (boards) => attempt(() => native.lines(boards).split("\n").slice(0, -1));

function solve(board) {
  const found = attempt(() => native.solve(board, 2));
  const count = Number(found.slice(81));
  return { count, solution: count > 0 ? found.slice(0, 81) : null };
}

function count(board, limit = 2) {
  return Number(attempt(() => native.solve(board, whole("limit", limit, 1, MOST_SOLUTIONS))).slice(81));
}

function grade(board, scale = "level", options = {}) {
  return gradesOf(single(GRADE, board, scaleNamed(scale), options), scale)[0];
}

const identify = (board) => identitiesOf(single(IDENTIFY, board, ""))[0];
const isMinimal = (board) => minimalityOf(single(MINIMALITY, board, "")[0][0]);

function gameID(board, start) {
  const seconds = start instanceof Date ? start.getTime() / 1_000 : start;
  if (typeof seconds !== "number" || !Number.isSafeInteger(Math.floor(seconds))) {
    throw new SudokuError(`start is ${String(start)}: a Date or seconds since 1970 are expected`);
  }
  return attempt(() => native.gameID(board, BigInt(Math.floor(seconds))));
}

/** The arguments of the addon for new puzzles. */
function wishes(all) {
  if (all === null || typeof all !== "object") throw new TypeError("the options are an object, such as { level, seed }");
  const { seed, first = 0, count = 1, threads = 1, signal, ...options } = all;
  if (seed === undefined) throw new SudokuError("a seed is needed: the same seed gives the same puzzles");
  return [
    JSON.stringify(options), wide("seed", seed), wide("first", first), whole("count", count, 0, MOST_GENERATED),
    whole("threads", threads, 1, MOST_THREADS),
  ];
}

function generate(options = {}) {
  if (options.count !== undefined) throw new SudokuError("count is of generateAll: this makes one puzzle");
  const [board, solution] = attempt(() => native.generate(true, ...wishes(options)));
  return { board: lines(board)[0], solution: lines(solution)[0] };
}

async function generateAll(options = {}) {
  const [boards, solutions] = await abortable(
    options.signal, (flag) => native.generate(false, ...wishes(options), flag));
  return { boards, solutions };
}

async function solveAll(boards, options) {
  const [counts, solutions] = await batch(SOLVE, boards, "", options);
  return { counts, solutions };
}

const countAll = async (boards, options) => (await batch(COUNT, boards, "", options))[0];
const gradeAll = async (boards, scale = "level", options = {}) =>
  gradesOf(await batch(GRADE, boards, scaleNamed(scale), options), scale);
const identifyAll = async (boards, options) => identitiesOf(await batch(IDENTIFY, boards, "", options));
const minimalityAll = async (boards, options) =>
  Array.from((await batch(MINIMALITY, boards, "", options))[0], minimalityOf);

class Player extends EventEmitter {
  #handle;
  #last = 0;
  // Requests wait here, not on threads of Node's pool.
  #turn = Promise.resolve();

  constructor(handle) {
    super();
    this.#handle = handle;
  }

  static async open(options = {}) {
    try {
      return new Player(await native.open(JSON.stringify(options)));
    } catch (error) {
      throw translated(error);
    }
  }

  request(method, params, { signal } = {}) {
    const id = ++this.#last;
    const line = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    return this.#inTurn(async () => {
      const answer = (await this.#exchange(line, signal)).find((answer) => answer.id === id);
      if (answer === undefined) throw new SudokuError(`no answer to ${method}`, "failed");
      if (answer.error === undefined) return answer.result;
      const error = new ProtocolError(answer.error);
      throw error.code === "cancelled" && signal?.aborted ? signal.reason : error;
    });
  }

  poll() {
    return this.#inTurn(async () => void (await this.#exchange(undefined)));
  }

  close() {
    return this.#inTurn(async () => {
      const handle = this.#handle;
      this.#handle = undefined;
      if (handle !== undefined) await native.close(handle);
    }, false);
  }

  /** Runs work when all before it has ended. */
  #inTurn(work, isForOpen = true) {
    const result = this.#turn.then(() => {
      if (isForOpen && this.#handle === undefined) throw new SudokuError("the player is closed", "failed");
      return work();
    });
    this.#turn = result.catch(() => {});
    return result;
  }

  /** Hands a line to the library, emits the notifications, and returns the answers. */
  async #exchange(line, signal) {
    signal?.throwIfAborted();
    const cancel = () => native.cancel(this.#handle);
    // Asked again: the library forgets a wish that comes before the request.
    let timer;
    const abort = () => {
      cancel();
      timer = setInterval(cancel, 20);
    };
    signal?.addEventListener("abort", abort, { once: true });
    let text;
    try {
      text = await native.request(this.#handle, line);
    } catch (error) {
      throw translated(error);
    } finally {
      clearInterval(timer);
      signal?.removeEventListener("abort", abort);
    }
    const found = text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
    for (const { method, params } of found.filter((answer) => answer.method !== undefined)) {
      queueMicrotask(() => this.emit("notification", method, params));
    }
    return found.filter((answer) => answer.method === undefined);
  }
}

module.exports = {
  LEVELS, STATUSES, Player, ProtocolError, SudokuError, count, countAll, gameID, generate, generateAll, grade, gradeAll,
  identify, identifyAll, isMinimal, lines, minimalityAll, parse, read, solve, solveAll, version,
};

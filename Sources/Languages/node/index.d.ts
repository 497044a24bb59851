import { EventEmitter } from "node:events";

/** One board: 81 characters or nine rows, with `.`, `0`, `*` or `_` for empty cells; or 81 bytes of 0 to 9. */
export type Board = string | Uint8Array;
/** Many boards: one of them each, or 81 bytes for each in one array, which is fastest. */
export type Boards = Uint8Array | readonly Board[];
export type Scale = "level" | "se" | "hodoku";
export type Level = "easy" | "medium" | "hard" | "expert" | "unfair" | "extreme";
export type Status =
  | "rated" | "noSolution" | "severalSolutions" | "alreadySolved" | "beyondTechniques" | "workLimit";
export type ErrorCode = "badArgument" | "badBoard" | "badOptions" | "cancelled" | "exhausted" | "failed";

/** An error in the words of the library. A value of a wrong type is a TypeError. */
export class SudokuError extends Error {
  readonly code: ErrorCode | (string & {});
  /** The number of the board in its batch, or of the line in a text, from 0; null where the fault is in none. */
  readonly row: number | null;
}
/** An error that the protocol answers; `code` is its kind, such as "illegalDigit", stable across versions. */
export class ProtocolError extends SudokuError {
  readonly number: number;
  readonly data: Record<string, unknown>;
}

export interface Solved {
  /** The number of solutions, at most the limit. */
  count: number;
  /** A solution; null if there is none. */
  solution: string | null;
}
export interface Grade {
  /** The reason for missing figures. */
  status: Status;
  /** The first figure in units of the scale, such as an ER of 6.6. */
  score: number | null;
  /** In tenths: ER, EP and ED on "se"; the score and two zeros on the others. */
  figures: number[];
  level: Level | null;
}
export interface Identity {
  /** The ID of the board: "p1-...". */
  puzzle: string;
  /** The ID of its class up to symmetry: "c1-..."; null without exactly one solution. */
  class: string | null;
}

/** How a batch runs, on threads beside the event loop. Results never depend on `threads`. */
export interface BatchOptions {
  /** The number of threads that share the batch: 1 to 1,024, by default 1. */
  threads?: number;
  /** Ends the call; its reason is the error. */
  signal?: AbortSignal;
}
export interface SolveOptions extends BatchOptions {
  /** Ends the counting of solutions, by default at 2, which shows whether a solution is the only one. */
  limit?: number;
}
export interface GradeOptions {
  /** The literals that chains may derive while one board is graded. */
  workLimit?: number | bigint;
}
/** The parameters of the method `puzzle.generate`, such as `level`, `minClues` and `symmetry`. */
export interface GenerateOptions {
  /** 0 to 2^64 - 1; the same seed and options give the same puzzles as the command line. */
  seed: number | bigint;
  /** The number of the first puzzle of the seed, by default 0. */
  first?: number | bigint;
  [option: string]: unknown;
}

export const LEVELS: Readonly<Record<Scale, readonly Level[]>>;
export const STATUSES: readonly Status[];

/** The version of the library. */
export function version(): string;

/** Solves a board, and proves that its solution is the only one. */
export function solve(board: Board): Solved;
/** Counts the solutions of a board up to `limit`, 1 to 1,000,000. */
export function count(board: Board, limit?: number): number;
export function grade(board: Board, scale?: Scale, options?: GradeOptions): Grade;
export function identify(board: Board): Identity;
/** True if every clue is needed; null without exactly one solution. */
export function isMinimal(board: Board): boolean | null;
/** The ID of the game of a board that begins at a date, or at seconds since 1970. */
export function gameID(board: Board, start: Date | number): string;
export function generate(options: GenerateOptions): { board: string; solution: string };

/** Rows without a solution are zeros. */
export function solveAll(
  boards: Boards, options?: SolveOptions): Promise<{ counts: Uint32Array; solutions: Uint8Array }>;
export function countAll(boards: Boards, options?: SolveOptions): Promise<Uint32Array>;
export function gradeAll(boards: Boards, scale?: Scale, options?: GradeOptions & BatchOptions): Promise<Grade[]>;
export function identifyAll(boards: Boards, options?: BatchOptions): Promise<Identity[]>;
export function minimalityAll(boards: Boards, options?: BatchOptions): Promise<(boolean | null)[]>;
/** `count` is 1 by default, at most 10,000,000. */
export function generateAll(
  options: GenerateOptions & BatchOptions & { count?: number }): Promise<{ boards: Uint8Array; solutions: Uint8Array }>;

/** The 81 bytes of a board. */
export function parse(text: Board): Uint8Array;
/** The boards of a text in any format that the program `sudoku` reads, 81 bytes each. */
export function read(text: string | Uint8Array): Uint8Array;
/** Lines of 81 characters, from 81 bytes for each board. */
export function lines(boards: Uint8Array): string[];

/**
 * A player's games, hints and explanations: the protocol of `sudoku serve` in this process. Emits "notification" with
 * method and params. Requests run one after the other. Close it: that stores and syncs what waits. A worker that is
 * terminated waits for its batch and for its request.
 */
export class Player extends EventEmitter {
  private constructor();
  /** `data` is the folder of the games, by default in memory; `store` the URL of a store to sync with. */
  static open(options?: { data?: string; store?: string }): Promise<Player>;
  /** Carries out a method and returns its result. A signal cancels its search. */
  request<Result = any>(method: string, params?: object, options?: { signal?: AbortSignal }): Promise<Result>;
  /** Emits the notifications since the last call, and does what is due, such as a sync. */
  poll(): Promise<void>;
  /** Waits for the requests before. Closing twice does nothing. */
  close(): Promise<void>;
}

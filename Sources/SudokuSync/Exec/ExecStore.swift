/// A sync store that is another program, in any language: it reads requests from its standard input
/// and writes replies to its standard output, one JSON object a line.
///
/// ```swift
/// let store = try ExecStore(command: "python3 example-store.py /home/me/games.jsonl")
/// try await store.inProgress(limit: 10, before: nil)
/// ```
///
/// The article <doc:WritingAStore> describes the lines. The program is started with the first
/// request, by `/bin/sh -c`, in a process group of its own; it ends when its standard input does.
/// One that dies, hangs, or writes what is not a reply fails the request under way with an error
/// that says so, is ended with all it has started, and is started again by the next request; the
/// waits between starts grow. What it has acknowledged is safe, as with every store; what it has not
/// is sent again by the engine.
///
/// A command is run with the rights of the user: take it from nobody else.
public typealias ExecStore = BlockingStore<ExecStoreDriver>

extension ExecStore {
  /// Creates a store; nothing is started yet.
  ///
  /// - Parameters:
  ///   - command: A command line for `/bin/sh`.
  ///   - limits: What the program may do at most.
  /// - Throws: `SyncError` of kind `malformedURL` for an empty command.
  public convenience init(command: String, limits: ExecLimits = ExecLimits()) throws(SyncError) {
    self.init(try ExecStoreDriver(command: command, limits: limits), name: "sudoku.exec")
  }
}

import Foundation
import SudokuSession
import SudokuStoreConformance
import SudokuSync
import Synchronization
import TestSupport
import Testing

/// What others put into a shared folder can't lead out of it, and hurts only itself.
@Suite("A shared folder is not trusted")
struct FolderSafetyTests {
  private func batch(_ game: Int) throws -> OperationBatch {
    let id = Fixtures.game(game)
    return OperationBatch(
      writer: Fixtures.device(1),
      documents: [
        DocumentDelta(
          id: id, summary: Fixtures.summary(id, at: 1),
          chunks: [try Fixtures.chunk(Fixtures.device(1), 1...2)])
      ])
  }

  @Test func linksAreNotFollowedAndUnknownFilesAffectOnlyThemselves() async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let (path, outside) = (scratch.fresh(), scratch.fresh())
    let folder = "\(path)/\(Fixtures.device(1))"
    try PosixDisk().createDirectory(folder)
    let secret = outside + "/secret"
    try Data("untouched".utf8).write(to: URL(fileURLWithPath: secret))
    symlink(secret, "\(folder)/\(Fixtures.game(1)).jsonl")
    symlink(outside + "/new", "\(folder)/\(Fixtures.game(2)).jsonl")
    mkdir("\(folder)/\(Fixtures.game(3)).jsonl", 0o700)
    mkfifo("\(folder)/\(Fixtures.game(4)).jsonl", 0o600)
    symlink(outside, "\(path)/\(Fixtures.device(2))")
    let store = DirectoryStore(path, isDurable: false)
    for game in 1...4 {
      let receipt = try await store.append(batch(game))
      #expect(receipt.outcomes.first?.refusal != nil, "game \(game) is refused with a reason")
    }
    let receipt = try await store.append(batch(5))
    #expect(receipt.outcomes.first?.refusal == nil)
    #expect(try await store.changes(since: nil, limit: 9).documents.map(\.id) == [Fixtures.game(5)])
    #expect(try String(contentsOfFile: secret, encoding: .utf8) == "untouched")
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == ["secret"])
  }

  @Test func skippedFilesAreReported() async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let path = scratch.fresh()
    let store = DirectoryStore(path, isDurable: false)
    try await store.append(batch(1))
    let none = try await store.perform(StoreRequest(query: .contents)).status.skipped
    #expect(none == nil)
    let folder = "\(path)/\(Fixtures.device(2))"
    try PosixDisk().createDirectory("\(folder)/\(Fixtures.game(2)).jsonl")
    symlink("/etc/hostname", "\(folder)/profile.jsonl")
    for name in ["\(path)/.DS_Store", "\(folder)/desktop.ini", "\(folder)/x.jsonl.tmp-1-1"] {
      try Data().write(to: URL(fileURLWithPath: name))
    }
    symlink("/tmp", "\(path)/\(Fixtures.device(3))")
    let skipped = try await store.perform(StoreRequest(query: .contents)).status.skipped ?? []
    #expect(
      Set(skipped.map(\.name)) == [
        ".DS_Store", "\(Fixtures.device(2))/\(Fixtures.game(2)).jsonl",
        "\(Fixtures.device(2))/desktop.ini", "\(Fixtures.device(2))/profile.jsonl",
        "\(Fixtures.device(3))",
      ])
    #expect(skipped.allSatisfy { !$0.reason.isEmpty })
    // Removed files are no longer reported.
    try FileManager.default.removeItem(atPath: folder)
    try FileManager.default.removeItem(atPath: "\(path)/.DS_Store")
    unlink("\(path)/\(Fixtures.device(3))")
    let after = try await store.perform(StoreRequest(query: .contents)).status.skipped
    #expect(after == nil)
  }

  /// A file is on the disk only when the folder that names it is, and so on up.
  @Test func newFoldersAreSynchronised() throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let path = scratch.fresh()
    let synchronised = Mutex<[String]>([])
    var disk = PosixDisk()
    disk.didSynchronize = { path in synchronised.withLock { $0.append(path) } }
    let folder = "\(path)/store/device"
    try disk.createDirectory(folder)
    #expect(synchronised.withLock { $0 } == [path, "\(path)/store"], "those that name new folders")
    let file = "\(folder)/game.jsonl"
    for isDurable in [true, true, false] {
      synchronised.withLock { $0 = [] }
      try disk.append([10], to: file, isDurable: isDurable)
      let expected = !isDurable ? [] : try disk.size(of: file) == 1 ? [file, folder] : [file]
      #expect(synchronised.withLock { $0 } == expected)
    }
    synchronised.withLock { $0 = [] }
    try disk.replace(file, with: [10])
    let replaced = synchronised.withLock { $0 }
    #expect(replaced.count == 2 && replaced.last == folder, "\(replaced)")
  }

  @Test func aRemovedFileIsNoticedWhileTheStoreIsOpen() async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let path = scratch.fresh()
    let store = DirectoryStore(path, isDurable: false)
    for game in 1...3 { try await store.append(batch(game)) }
    let before = try await store.perform(StoreRequest(query: .contents)).status.digest
    try FileManager.default.removeItem(
      atPath: "\(path)/\(Fixtures.device(1))/\(Fixtures.game(2)).jsonl")
    let after = try await store.perform(StoreRequest(query: .contents)).status.digest
    #expect(before != after)
    #expect(try await store.document(Fixtures.game(2), after: [:]) == nil)
    #expect(try await store.append(batch(2)).outcomes.first?.heads.count == 1)
    #expect(try await store.perform(StoreRequest(query: .contents)).status.digest == before)
  }

  @Test func aWatchReportsWritesOfAnotherProcess() async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let path = scratch.fresh()
    let (mine, other) = (
      DirectoryStore(path, isDurable: false), DirectoryStore(path, isDurable: false)
    )
    try await mine.append(batch(1))
    let signals = mine.watch()
    // The watch begins on the store's thread, before what is asked next.
    _ = try await mine.perform(StoreRequest(query: .contents))
    let writer = Task {
      for game in 2...50 {
        try await Task.sleep(for: .milliseconds(50))
        var batch = try batch(game)
        batch = OperationBatch(writer: Fixtures.device(2), documents: batch.documents)
        try await other.append(batch)
      }
    }
    // A signal may come for nothing, so one alone proves nothing: the games must come in the end.
    for await _ in signals {
      if try await mine.changes(since: nil, limit: 99).documents.count >= 2 { break }
    }
    writer.cancel()
    await mine.close()
  }
}

import Foundation
import GRDB
import SudokuCore
import SudokuSession
import SudokuStoreConformance
import SudokuStores
import SudokuSync
import TestSupport
import Testing

/// The log beside a database is part of it: what happens to it is noticed before the next answer.
@Suite("A database whose log is lost") struct LostLogTests {
  enum Loss: String, CaseIterable, Sendable {
    case deleted, cut, cutInTheMiddle, renamed, replaced, overwritten, deletedWithItsIndex

    func happens(to path: String) throws {
      let (log, files) = (path + "-wal", FileManager.default)
      switch self {
      case .deleted: try files.removeItem(atPath: log)
      case .deletedWithItsIndex:
        try files.removeItem(atPath: log)
        try files.removeItem(atPath: path + "-shm")
      case .cut: truncate(log, 0)
      case .cutInTheMiddle: truncate(log, 5_000)
      case .renamed: try files.moveItem(atPath: log, toPath: log + ".old")
      case .replaced:
        try files.copyItem(atPath: log, toPath: log + ".new")
        rename(log + ".new", log)
      case .overwritten:
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
        try handle.write(contentsOf: Data(repeating: 7, count: 4_096))
        try handle.close()
      }
    }

    /// Whether what was answered before it is still there.
    var keepsAll: Bool { ![.cut, .cutInTheMiddle, .overwritten].contains(self) }
  }

  private func replica(_ path: String) throws -> SQLiteReplica {
    var random = SystemRandomNumberGenerator()
    return try SQLiteReplica(path: path, random: &random)
  }

  /// The files as they are if the process is killed now.
  private func killed(_ path: String, _ scratch: ScratchDirectory) throws -> String {
    let copy = scratch.fresh() + "/replica.sqlite"
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
    }
    return copy
  }

  @Test(arguments: Loss.allCases, [false, true])
  func itIsNoticedBeforeTheNextAnswer(_ loss: Loss, _ endsRegularly: Bool) throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let path = scratch.fresh() + "/replica.sqlite"
    let id = Fixtures.game(1)
    var after = path
    do {
      let replica = try replica(path)
      for number in 1...60 { try Fixtures.play(number...number, in: id, on: replica) }
      try loss.happens(to: path)
      for _ in 0..<3 {
        let error = #expect(throws: SyncError.self) {
          try Fixtures.play(61...61, in: id, on: replica)
        }
        #expect(error?.kind == .fileFailed && error?.message.contains("log") == true, "\(loss)")
      }
      if !endsRegularly { after = try killed(path, scratch) }
    }
    // What was answered is there, or as much as was copied before; the file is intact either way.
    let count = try replica(after).heads(of: id).values.first?.seq ?? 0
    #expect(loss.keepsAll ? count == 60 : count <= 60, "\(loss): \(count)")
    let findings = try DatabaseQueue(path: after).read {
      try String.fetchAll($0, sql: "PRAGMA integrity_check")
    }
    #expect(findings == ["ok"], "\(loss)")
  }

  @Test(arguments: Loss.allCases) func aStoreIsOpenedAgain(_ loss: Loss) async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let path = scratch.fresh() + "/store.sqlite"
    let store = try SQLiteStore(path: path)
    for number in 1...20 { try await store.append(Fixtures.batch(number, 1...3)) }
    try loss.happens(to: path)
    await #expect(throws: SyncError.self) { try await store.append(Fixtures.batch(21, 1...3)) }
    await store.close()
    let again = try SQLiteStore(path: path)
    let count = try await again.contents().contents.games
    #expect(loss.keepsAll ? count == 20 : count <= 20)
    try await again.append(Fixtures.batch(21, 1...3))
    await again.close()
  }

  /// What others may do to a log without harm: copying it into the database and emptying it.
  @Test func aLogThatWasCopiedMayBeEmptied() throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let path = scratch.fresh() + "/replica.sqlite"
    let (id, replica) = (Fixtures.game(1), try replica(path))
    let other = try DatabaseQueue(path: path)
    for number in 1...60 {
      try Fixtures.play(number...number, in: id, on: replica)
      try other.writeWithoutTransaction { db in
        let mode = ["PASSIVE", "FULL", "RESTART", "TRUNCATE"][number % 4]
        try db.execute(sql: "PRAGMA wal_checkpoint(\(mode))")
      }
    }
    #expect(try replica.heads(of: id).values.first?.seq == 60)
  }
}

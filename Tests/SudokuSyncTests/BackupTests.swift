import Foundation
import SudokuCore
import SudokuSession
import SudokuSimulator
import SudokuStoreConformance
import SudokuSync
import TestSupport
import Testing

@Suite("Backups")
struct BackupTests {
  private let hour: Int64 = 3_600_000
  private let day: Int64 = 86_400_000

  @Test func oneADayAtLocalMidnight() throws {
    let device = TestDevice(1)
    try device.begin(1, at: 0)
    let folder = BackupFolder("/backups", disk: SimulatedDisk())
    let start: Int64 = 1_795_219_200_000  // 2026-11-21 00:00 UTC
    func backUp(_ time: Int64, offset: Int64) throws -> String? {
      try folder.backUpIfDue(device.replica, at: time, localOffsetMilliseconds: offset)
    }
    #expect(try backUp(start - 1, offset: 0) == "2026-11-20")
    #expect(try backUp(start + hour, offset: -2 * hour) == nil, "still the day before, locally")
    #expect(try backUp(start + 3 * hour, offset: -2 * hour) == "2026-11-21")
    #expect(try backUp(start + 4 * hour, offset: -2 * hour) == nil)
    for number in 1...10 { _ = try backUp(start + Int64(number) * day + 5 * hour, offset: 0) }
    #expect(try folder.names().count == 7)
    #expect(try folder.names().first == "2026-11-25")
    #expect(try folder.names().last == "2026-12-01")
  }

  @Test func restoringAnOldBackupLosesNothing() throws {
    var store = StoreCore(identity: "test")
    let (a, b) = (TestDevice(1), TestDevice(2))
    let folder = BackupFolder("/backups", disk: SimulatedDisk())
    try a.begin(1, at: 0)
    try folder.backUp(a.replica, at: 1_795_219_200_000, localOffsetMilliseconds: 0)
    a.sync(.everything, &store)
    b.sync(.everything, &store)
    try b.complete(1, at: 9_000)
    b.sync(.everything, &store)
    a.sync(.everything, &store)
    let before = try a.replica.heads(of: DocumentID(TestDevice.game(1)))
    let fresh = DeviceID(rawValue: 99)
    let summary = try folder.restore("2026-11-21", into: a.replica, newIdentity: fresh)
    #expect(summary.games == 1 && summary.newOperations == 0)
    #expect(try a.replica.heads(of: DocumentID(TestDevice.game(1))) == before)
    #expect(a.replica.device == DeviceID(rawValue: 1), "it knows all that the backup knows")
    #expect(try a.state(1).isCompleted)
    let empty = TestDevice(3)
    try folder.restore("2026-11-21", into: empty.replica, newIdentity: DeviceID(rawValue: 98))
    #expect(try !empty.state(1).isCompleted)
    empty.sync(.everything, &store)
    #expect(try empty.state(1) == a.state(1))
  }

  /// A replica that is older than the backup may have written more elsewhere: it takes a new identity.
  @Test func anOlderCopyTakesANewIdentity() throws {
    let folder = BackupFolder("/backups", disk: SimulatedDisk())
    let device = TestDevice(1)
    try device.begin(1, at: 0)
    try device.play(.place(Cell(index: 0), Digit(index: 0)), in: 1, at: 10)
    try folder.backUp(device.replica, at: 1_795_219_200_000, localOffsetMilliseconds: 0)
    let older = TestDevice(1)
    try older.begin(1, at: 0)
    let fresh = DeviceID(rawValue: 99)
    let summary = try folder.restore("2026-11-21", into: older.replica, newIdentity: fresh)
    #expect(summary.bringsOwn && summary.newOperations > 0)
    #expect(older.replica.device == fresh)
  }

  /// After the loss of the replica's file, the backup of the day is all that is left of the games.
  @Test func aBackupThatHoldsMoreIsNotReplaced() throws {
    let folder = BackupFolder("/backups", disk: SimulatedDisk())
    let device = TestDevice(1)
    try device.begin(1, at: 0)
    let time: Int64 = 1_795_219_200_000
    #expect(try folder.backUp(device.replica, at: time, localOffsetMilliseconds: 0) == "2026-11-21")
    try device.begin(2, at: 10)
    #expect(
      try folder.backUp(device.replica, at: time + 1, localOffsetMilliseconds: 0) == "2026-11-21",
      "one that holds less is")
    let new = TestDevice(2)
    try new.begin(3, at: 0)
    #expect(
      try folder.backUpIfDue(new.replica, at: time + 2, localOffsetMilliseconds: 0)
        == "2026-11-21-2")
    #expect(try folder.names() == ["2026-11-21", "2026-11-21-2"])
    #expect(try folder.backup("2026-11-21").documents.count == 2)
    #expect(try folder.backup("2026-11-21-2").documents.count == 1)
  }

  /// A backup of a newer version, or one that is damaged, may be all that is left of the games.
  @Test func aBackupThatCannotBeReadIsNotReplaced() throws {
    let disk = SimulatedDisk()
    let folder = BackupFolder("/backups", disk: disk)
    let device = TestDevice(1)
    try device.begin(1, at: 0)
    let time: Int64 = 1_795_219_200_000
    try folder.backUp(device.replica, at: time, localOffsetMilliseconds: 0)
    let path = "/backups/2026-11-21.sudoku-backup"
    let bytes = try #require(try disk.read(path, from: 0))
    let text = String(decoding: bytes, as: UTF8.self)
    let newer = Array(text.replacing("\"version\":1", with: "\"version\":9").utf8)
    for content in [newer, Array(bytes.dropLast(9)), []] {
      try disk.replace(path, with: content)
      #expect(
        try folder.backUp(device.replica, at: time, localOffsetMilliseconds: 0) == "2026-11-21-2")
      #expect(try disk.read(path, from: 0) == content)
    }
    // Those of a newer version do not make room for others.
    try disk.replace(path, with: newer)
    for number in 1...10 {
      try folder.backUp(
        device.replica, at: time + Int64(number) * day, localOffsetMilliseconds: 0)
    }
    #expect(try disk.read(path, from: 0) == newer)
    #expect(try folder.names().count == 8)
  }

  /// A document that is saved while the backup is made does not push another one out of it.
  @Test func aBackupOfManyDocumentsHasThemAll() async throws {
    let replica = MemoryReplica(device: Fixtures.device(1))
    for number in 0..<2_100 { try Fixtures.play(1...1, in: Fixtures.game(number), on: replica) }
    let player = Task.detached {
      for number in 2...4_000 where !Task.isCancelled {
        let game = Fixtures.game((number * 787) % 2_100)
        let next = (try replica.heads(of: game)[replica.device]?.seq ?? 0) + 1
        try Fixtures.play(next...next, in: game, on: replica)
      }
    }
    for _ in 0..<10 { #expect(try BackupFile(replica, at: 0).documents.count == 2_100) }
    player.cancel()
    try await player.value
  }

  @Test func everyDamageIsFound() throws {
    let device = TestDevice(1)
    try device.begin(1, at: 0)
    try device.play(.place(Cell(index: 0), Digit(index: 0)), in: 1, at: 10)
    let bytes = try BackupFile(device.replica, at: 1_795_219_200_000).encoded()
    let file = try BackupFile(decoding: bytes)
    #expect(try file.encoded() == bytes)
    for index in bytes.indices.sized(150) {
      var damaged = bytes
      damaged[index] ^= 1
      #expect(throws: SyncError.self, "byte \(index)") { try BackupFile(decoding: damaged) }
      #expect(throws: SyncError.self, "cut at \(index)") {
        try BackupFile(decoding: Array(bytes[..<index]))
      }
    }
    var damaged = bytes
    let middle = bytes.count / 2
    damaged[middle] ^= 1
    do {
      _ = try BackupFile(decoding: damaged)
      Issue.record("damage was not found")
    } catch {
      #expect(error.message.contains("line"), "the place is reported: \(error.message)")
    }
  }

  @Test func diskFullKeepsTheOldBackup() throws {
    let disk = SimulatedDisk()
    let device = TestDevice(1)
    try device.begin(1, at: 0)
    let folder = BackupFolder("/backups", disk: disk)
    try folder.backUp(device.replica, at: 1_795_219_200_000, localOffsetMilliseconds: 0)
    disk.setRoom(10)
    #expect(throws: SyncError.self) {
      try folder.backUp(device.replica, at: 1_795_219_300_000, localOffsetMilliseconds: 0)
    }
    disk.setRoom(nil)
    #expect(try folder.backup("2026-11-21").documents.count == 1)
  }

  @Test func exportAndImportMoveEverything() throws {
    let (a, b) = (TestDevice(1), TestDevice(2))
    try a.begin(1, at: 0)
    try a.complete(1, at: 4_000)
    try a.begin(2, at: 9_000)
    let file = try a.replica.exported()
    #expect(try b.replica.restore(file).games == 2)
    #expect(try b.replica.restore(file).newOperations == 0)
    #expect(try b.state(1) == a.state(1))
    #expect(try b.replica.counts().pendingDocuments == 2, "the store shall get it too")
  }

  /// Two players' profiles become one only where the player says so.
  @Test func anotherPlayersSaveIsRefused() throws {
    let (a, b) = (TestDevice(1), TestDevice(2))
    try a.begin(1, at: 0)
    try a.replica.setValue("p-1", for: .player)
    try b.replica.setValue("p-2", for: .player)
    let file = try a.replica.exported()
    let again = try JSONDecoder().decode(SaveFile.self, from: JSONEncoder().encode(file))
    #expect(again == file && again.player == "p-1")
    #expect {
      try b.replica.restore(file)
    } throws: {
      ($0 as? SyncError)?.kind == .anotherPlayer
    }
    #expect(try b.replica.counts().games == 0)
    #expect(try b.replica.restore(file, merging: true).games == 1)
    try b.replica.setValue(nil, for: .player)
    #expect(try b.replica.restore(file).games == 1)
  }
}

extension Replica {
  /// Everything, as a file to move by hand.
  fileprivate func exported() throws(SyncError) -> SaveFile {
    var documents: [SaveFile.Document] = []
    var token: PageToken?
    repeat {
      let page = try summaries(.all, limit: 1_000, before: token)
      for summary in page.summaries {
        var operations: [DocumentOperation] = []
        for chunk in try chunks(of: summary.id, after: [:]) {
          operations += try chunk.operations()
        }
        documents.append(
          SaveFile.Document(id: summary.id, clues: summary.game?.clues, operations: operations))
      }
      token = page.next
    } while token != nil
    return SaveFile(documents, player: try value(for: .player))
  }
}

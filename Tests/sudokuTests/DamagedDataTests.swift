import Foundation
import JSONCoding
import TestSupport
import Testing

/// Damage to a device's own file, and the loss of it: it is reported, and a backup repairs it.
@Suite struct DamagedDataTests {
  /// A device without a store that has played 20 moves and made a backup.
  private func played(_ scene: SyncScene) throws -> (device: SyncDevice, game: String) {
    let device = SyncDevice("a", in: scene)
    try device.start(patience: .noStore)
    let game = try device.newGame(at: 0)
    let empty = Array(SyncDevice.puzzle).indices.filter { Array(SyncDevice.puzzle)[$0] == "." }
    for (number, cell) in empty.prefix(20).enumerated() {
      try device.solve(cell, in: game, at: 10 + number)
    }
    try device.ask("backup.create", ["at": SyncDevice.time(100)])
    device.end()
    return (device, game)
  }

  /// Flips a bit of one stored move.
  private func damage(_ device: SyncDevice) throws {
    let file = device.data.appendingPathComponent("games.sqlite")
    // What is in the log yet goes into the file.
    let checkpoint = Process()
    checkpoint.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    checkpoint.arguments = [
      "python3", "-c",
      "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('PRAGMA wal_checkpoint(TRUNCATE)')",
      file.path,
    ]
    try checkpoint.run()
    checkpoint.waitUntilExit()
    var bytes = try Data(contentsOf: file)
    let move = try #require(bytes.range(of: Data(#""kind":"place","seq":9,"#.utf8)))
    bytes[move.lowerBound] ^= 0x20
    try bytes.write(to: file)
  }

  private func filled(_ device: SyncDevice, _ game: String) throws -> Int {
    try device.state(game)["board"]?.string?.filter { $0 != "." }.count ?? 0
  }

  @Test(.enabled(if: PythonTests.python != nil, "python3 is not installed"))
  func aDamagedMoveIsReportedAndRepaired() throws {
    let scene = try SyncScene(.folder)
    let (device, game) = try played(scene)
    try damage(device)
    try device.start(patience: .noStore)
    #expect(try filled(device, game) < 50)
    #expect(device.log.contains("\(game) is damaged on this device"), "\(device.log)")
    let move: JSONValue = [
      "game": .string(game), "cell": "r9c4", "digit": 2, "at": SyncDevice.time(200),
    ]
    #expect(try device.refusal("game.place", move) == "damaged")
    let names = try device.ask("backup.list")["backups"]?.array ?? []
    let name = try #require(names.first?["backup"])
    let restored = try device.ask("backup.restore", ["backup": name])
    #expect(restored["newOperations"]?.int ?? 0 > 0)
    #expect(try filled(device, game) == 50)
    #expect(try device.refusal("game.place", move) == nil)
    #expect(try device.ask("sync.status")["quarantined"] == [])
    device.end()
  }

  /// A backup of a damaged file has all that is sound, says what is missing, and can be restored; the
  /// one that has more stays.
  @Test(.enabled(if: PythonTests.python != nil, "python3 is not installed"))
  func aBackupOfDamagedDataReplacesNoGoodOne() throws {
    let scene = try SyncScene(.folder)
    let (device, game) = try played(scene)
    try damage(device)
    let folder = device.data.appendingPathComponent("backups")
    let good = try #require(FileManager.default.contentsOfDirectory(atPath: folder.path).first)
    // Another day's good backup would not be in the way.
    let today = try Binary.run(["backup", "create", "--data", device.data.path])
    #expect(today.status == 0 && today.error.contains(game), "\(today.error)")
    let name = today.output.trimmingCharacters(in: .whitespacesAndNewlines)
    let new = scene.folder / "new"
    let other = new.appendingPathComponent("backups")
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: folder.appendingPathComponent("\(name).sudoku-backup"),
      to: other.appendingPathComponent("\(name).sudoku-backup"))
    let restore = try Binary.run(["backup", "restore", name, "--data", new.path])
    #expect(restore.status == 0, "\(restore.error)")
    #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent(good).path))
  }

  @Test func aLostFileIsReportedWithItsBackups() throws {
    let scene = try SyncScene(.folder)
    let (device, game) = try played(scene)
    try FileManager.default.removeItem(at: device.data.appendingPathComponent("games.sqlite"))
    try device.start(patience: .noStore)
    let names = try device.ask("backup.list")["backups"]?.array?.compactMap { $0["backup"]?.string }
    let (first, last) = (try #require(names?.first), try #require(names?.last))
    #expect(device.log.contains("there are backups, the last of \(last), but no games"))
    // The one of the scenario's day; another was made when the game began, by the clock.
    try device.ask("backup.restore", ["backup": .string(first)])
    #expect(try filled(device, game) == 50)
    device.end()
  }
}

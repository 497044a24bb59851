import Foundation
import SudokuReading
import SudokuSession
import SudokuStores
import SudokuSync

/// The folder with a player's games on this device.
struct DataFolder {
  let path: String

  /// `nil` means the platform's default.
  init(_ path: String?) {
    self.path = path ?? Self.defaultPath
  }

  private static var defaultPath: String {
    let environment = ProcessInfo.processInfo.environment
    if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") {
      return folder + "/sudoku"
    }
    let home = environment["HOME"] ?? NSHomeDirectory()
    #if os(macOS)
      return home + "/Library/Application Support/sudoku"
    #else
      return home + "/.local/share/sudoku"
    #endif
  }

  var database: String { path + "/games.sqlite" }

  var backups: BackupFolder { BackupFolder(path + "/backups") }

  /// True if the database exists and is not empty.
  var hasGames: Bool { FileStatus(path: database)?.length ?? 0 > 0 }

  /// The system's reason why the games are not writable; `nil` if they are.
  var writeFault: String? {
    for place in [path, database] where FileStatus(path: place) != nil {
      if access(place, W_OK) != 0 { return "\(place): \(String(cString: strerror(errno)))" }
    }
    return nil
  }

  /// Copies the games to a temporary folder: even reading a database writes to it.
  func copyOfGames() throws -> DataFolder {
    let copy = DataFolder(NSTemporaryDirectory() + "sudoku-read-" + UUID().uuidString)
    let files = FileManager.default
    do {
      try files.createDirectory(
        atPath: copy.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700]
      )
      // The newest data is in the write-ahead log.
      for suffix in ["", "-wal"] where files.fileExists(atPath: database + suffix) {
        try files.copyItem(atPath: database + suffix, toPath: copy.database + suffix)
        try files.setAttributes(
          [.posixPermissions: 0o600], ofItemAtPath: copy.database + suffix)
      }
    } catch {
      copy.remove()
      throw CommandFailure("cannot copy \(database): \(error.systemReason)", code: .ioError)
    }
    return copy
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// Refuses this folder as the store, because the data would have no second copy.
  func expectElsewhere(_ store: String) throws {
    let parts = store.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, let own = ["file": path, "sqlite": database][parts[0]] else { return }
    let place = parts[1].hasPrefix("//") ? String(parts[1].dropFirst(2)) : parts[1]
    func resolved(_ path: String) -> String {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }
    guard resolved(place) == resolved(own) else { return }
    throw CommandFailure(
      "--store \(store) is this device's own folder of games; give another place for the store",
      code: .usage)
  }

  /// Opens the player's games; creates the folder if needed.
  func openReplica(
    durability: Durability, device: String?, logPages: Int? = nil
  ) throws -> SQLiteReplica {
    try ProcessSetup.checkAddressSpace()
    var preferred: DeviceID?
    if let device {
      guard let id = DeviceID(device) else {
        throw CommandFailure(
          "'\(device)' is not a valid device identity: 13 characters of 0-9 and a-z without i, l, o, u, "
            + "the first one at most f", code: .usage)
      }
      preferred = id
    }
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw CommandFailure(
        "cannot make the folder \(path): \(error.systemReason)", code: .cannotCreate)
    }
    if let fault = writeFault {
      throw CommandFailure("the games can't be written: \(fault)", code: .cannotCreate)
    }
    var random = SystemRandomNumberGenerator()
    let replica = try SQLiteReplica(
      path: database, durability: durability, logPages: logPages, preferred: preferred,
      random: &random)
    if let preferred, replica.device != preferred { try replica.renewDevice(preferred) }
    return replica
  }
}

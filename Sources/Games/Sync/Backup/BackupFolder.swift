import SudokuCore
import SudokuSession

/// The backups of a device: local files, one a day, the last seven kept.
///
/// ```swift
/// let folder = BackupFolder("/data/backups")
/// try folder.backUpIfDue(replica, at: now, localOffsetMilliseconds: 3_600_000)
/// try folder.restore("2026-11-20", into: replica, newIdentity: device)
/// ```
///
/// A file appears whole or not at all. A damaged one is refused and changes nothing.
public struct BackupFolder: Sendable {
  /// The number of backups that are kept.
  package static let keptCount = 7

  package let path: String
  private let disk: any Disk

  /// Names the folder; the first backup creates it.
  ///
  /// A link in the place of a backup is not followed.
  public init(_ path: String) { self.init(path, disk: PosixDisk(root: path)) }

  package init(_ path: String, disk: any Disk) {
    self.path = path
    self.disk = disk
  }

  /// The names of the backups, oldest first: their local days, with a number for further ones of a
  /// day.
  package func names() throws(SyncError) -> [String] {
    do {
      return try disk.list(path).filter { $0.hasSuffix(Self.suffix) }
        .map { String($0.dropLast(Self.suffix.count)) }.sorted()
    } catch {
      throw SyncError(error)
    }
  }

  /// Makes a backup unless one was made on this local day.
  @discardableResult
  package func backUpIfDue(
    _ replica: any Replica, at milliseconds: Int64, localOffsetMilliseconds: Int64
  ) throws(SyncError) -> String? {
    let day = Self.day(milliseconds + localOffsetMilliseconds)
    guard try replica.value(for: .lastBackupDay) != day else { return nil }
    let name = try backUp(
      replica, at: milliseconds, localOffsetMilliseconds: localOffsetMilliseconds)
    try replica.setValue(day, for: .lastBackupDay)
    return name
  }

  /// Makes a backup, in place of one of the same local day.
  ///
  /// A backup that holds more than the replica, or can't be read, is kept; then the new one is called
  /// `2026-11-20-2`.
  @discardableResult
  package func backUp(
    _ replica: any Replica, at milliseconds: Int64, localOffsetMilliseconds: Int64
  ) throws(SyncError) -> String {
    let day = Self.day(milliseconds + localOffsetMilliseconds)
    let new = try BackupFile(replica, at: milliseconds)
    let taken = Set(try names())
    var (name, number) = (day, 1)
    while taken.contains(name), (try? backup(name)).map({ !new.covers($0) }) ?? true {
      number += 1
      name = "\(day)-\(number)"
    }
    try replica.quarantine(new.damaged)
    let bytes = try new.encoded()
    do {
      try disk.createDirectory(path)
      try disk.replace(file(name), with: bytes)
    } catch {
      throw SyncError(error)
    }
    try removeOld(after: name)
    return name
  }

  /// Keeps the backups made last, and those of a newer version.
  ///
  /// Backups of later days than the newest were made while the clock was ahead. They count as
  /// older, so that they do not displace new ones.
  private func removeOld(after newest: String) throws(SyncError) {
    let others = try names().filter { $0 != newest }
    let byAge = others.filter { $0 > newest } + others.filter { $0 < newest }
    do {
      for name in byAge.dropLast(Self.keptCount - 1) where !isOfNewerVersion(name) {
        try disk.remove(file(name))
      }
    } catch {
      throw SyncError(error)
    }
  }

  private func isOfNewerVersion(_ name: String) -> Bool {
    do throws(SyncError) { _ = try backup(name) } catch {
      return error.kind == .recordFromNewerVersion
    }
    return false
  }

  package func backup(_ name: String) throws(SyncError) -> BackupFile {
    var bytes: [UInt8]?
    do { bytes = try disk.read(file(name), from: 0) } catch { throw SyncError(error) }
    guard let bytes else { throw SyncError(.fileFailed, "unknown backup '\(name)'") }
    do { return try BackupFile(decoding: bytes) } catch {
      throw SyncError(error.kind, "\(file(name)): \(error.message)")
    }
  }

  /// Merges a backup into a replica; the replica loses nothing.
  ///
  /// If the backup has more operations of this device than the replica, the replica is an older
  /// copy and takes a new identity. Otherwise it keeps its identity, under which it recognises
  /// repeated requests.
  @discardableResult
  package func restore(
    _ name: String, into replica: any Replica, newIdentity: DeviceID
  ) throws(SyncError) -> RestoreSummary {
    let file = try backup(name)
    let summary = try replica.importDocuments(file.documents, origin: .backup)
    if summary.bringsOwn { try replica.renewDevice(newIdentity) }
    return summary
  }

  private static let suffix = ".sudoku-backup"

  private func file(_ name: String) -> String {
    // A name with slashes could lead out of the folder.
    "\(path)/\(name.filter { $0 != "/" })\(Self.suffix)"
  }

  /// The day of a local time, as in `2026-11-21`.
  static func day(_ localMilliseconds: Int64) -> String {
    CivilDate(daysSince1970: Int(localMilliseconds.quotientDown(86_400_000))).description
  }
}

extension Int64 {
  fileprivate func quotientDown(_ divisor: Int64) -> Int64 {
    self / divisor - (self % divisor < 0 ? 1 : 0)
  }
}

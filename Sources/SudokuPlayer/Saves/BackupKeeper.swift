import SudokuSync

/// The local backups and the day of the last one.
struct BackupKeeper {
  /// Where the backups lie.
  let folder: BackupFolder
  /// The local day for which a backup was made or found, in days since 1970.
  var lastDay: Int64?
}

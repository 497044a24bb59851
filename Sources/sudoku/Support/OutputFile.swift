import Foundation
import SudokuSync

/// Replaces a file's content at once, through a symbolic link that of the file it names.
///
/// What is no regular file, a pipe or a device, stays what it is: the bytes are written into it.
///
/// - Throws: `CommandFailure`; the old content of a file stays then.
func writeFile(_ bytes: [UInt8], to path: String) throws {
  guard let status = FileStatus(path: path), !status.isRegular else {
    do throws(DiskError) { try PosixDisk().replace(linkTarget(of: path), with: bytes) } catch {
      // The file that couldn't be written is a temporary one, of which the user knows nothing.
      throw CommandFailure("\(path): can't be written: \(error.reason)", code: .cannotCreate)
    }
    return
  }
  if status.isDirectory { throw CommandFailure("\(path): is a folder", code: .cannotCreate) }
  do {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
  } catch {
    throw CommandFailure("\(path): \(error.systemReason)", code: .ioError)
  }
}

/// Where a path leads to through symbolic links, be there a file or not yet.
private func linkTarget(of path: String) throws(DiskError) -> String {
  let files = FileManager.default
  var place = path.hasPrefix("/") ? path : "\(files.currentDirectoryPath)/\(path)"
  // As many links as Linux follows.
  for _ in 0...40 {
    guard let link = try? files.destinationOfSymbolicLink(atPath: place) else { return place }
    let folder = place.lastIndex(of: "/").map { place[...$0] } ?? ""
    place = link.hasPrefix("/") ? link : folder + link
  }
  throw DiskError(
    operation: "open", path: path, code: ELOOP, reason: String(cString: strerror(ELOOP)))
}

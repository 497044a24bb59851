import Foundation
import SudokuSync

/// Replaces a file's content at once, through a symbolic link that of the file it names.
///
/// What is no regular file, a pipe or a device, stays what it is: the bytes are written into it.
///
/// - Throws: `CommandFailure`; the old content of a file stays then.
func writeFile(_ bytes: [UInt8], to path: String) throws {
  guard let status = FileStatus(path: path), !status.isRegular else {
    let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    do throws(DiskError) { try PosixDisk().replace(place, with: bytes) } catch {
      throw CommandFailure(error.description, code: .cannotCreate)
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

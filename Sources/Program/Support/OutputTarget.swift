import Foundation
import SudokuReading
import SudokuSync

/// The place that an output's name stands for.
struct OutputTarget {
  /// The path behind symbolic links, which stay.
  let path: String
  let status: FileStatus?
  /// True if a new file takes the name; pipes, devices and open files (`/dev/stdout`) are written to.
  let isReplaced: Bool

  init(_ name: String) throws {
    if name.isEmpty { throw CommandFailure("the name of a file to write is empty", code: .usage) }
    do throws(DiskError) { path = try linkTarget(of: name) } catch {
      throw CommandFailure("\(name): \(error.reason)", code: .cannotCreate)
    }
    status = FileStatus(path: name)
    if status?.isDirectory == true {
      throw CommandFailure("\(name) is a folder: give the name of a file", code: .cannotCreate)
    }
    isReplaced = status?.isRegular ?? true && !isOpenFile(path)
    // The permissions of the folder alone would allow replacing it.
    if isReplaced, status != nil, access(path, W_OK) != 0 { throw Self.failure(name, errno) }
  }

  static func failure(_ path: String, _ reason: Int32) -> CommandFailure {
    CommandFailure(
      "\(path) can't be written: \(String(cString: strerror(reason)))", code: .cannotCreate)
  }
}

/// A command that reads or writes files that its arguments name.
protocol NamesFiles {
  var usedFiles: CommandFiles { get }
}

/// The files of a command, compared before any of them is opened.
struct CommandFiles {
  /// The files to read; `-` is standard input.
  var inputs: [String] = []
  /// The file for the results, which may replace an input; `-` is standard output, `nil` nothing.
  var output: String?
  /// Other files to write, by their options.
  var others: [(option: String, path: String?)] = []
  /// The folder that is emptied at the end.
  var work: String?

  /// Refuses a file that would be written twice, or over an input.
  func check() throws {
    let read = Set(
      inputs.compactMap { name in
        name == "-"
          ? InputDescriptor.standardInput.status.flatMap(FileIdentity.init)
          : FileIdentity(path: name)
      })
    var written: [FileIdentity: String] = [:]
    for (name, stream) in [("standard error", Output.error), ("standard output", .standard)] {
      guard name == "standard error" || output == "-" else { continue }
      guard let place = stream.status.flatMap(FileIdentity.init) else { continue }
      if name == "standard output", read.contains(place) {
        throw Self.refusal("standard output is an input, which would be lost: use --output")
      }
      written[place] = name
    }
    let folder = work.flatMap { FileStatus(path: $0) }.map { ($0.device, $0.inode) }
    for (option, path) in [("--output", output)] + others {
      guard let path, path != "-", let place = FileIdentity(path: path) else { continue }
      if read.contains(place), try option != "--output" || !OutputTarget(path).isReplaced {
        throw Self.refusal("\(option) names an input, which would be lost: \(path)")
      }
      if let other = written.updateValue(option, forKey: place) {
        throw Self.refusal("\(other) and \(option) name the same file: \(path)")
      }
    }
    guard let work, let folder else { return }
    for name in inputs + ([output] + others.map(\.path)).compactMap({ $0 }) where name != "-" {
      guard FileIdentity.folder(of: name).map({ ($0.device, $0.inode) == folder }) == true else {
        continue
      }
      throw Self.refusal("--work \(work) holds \(name), which would be lost")
    }
  }

  private static func refusal(_ message: String) -> CommandFailure {
    CommandFailure(message, code: .usage)
  }
}

/// The place of a file: device and inode, or those of its folder and its name while it does not exist.
private struct FileIdentity: Hashable {
  private let device: UInt64
  private let inode: UInt64
  private let name: String

  /// The place of a regular file; `nil` for pipes and devices, which may be used twice.
  init?(_ status: FileStatus) {
    guard status.isRegular else { return nil }
    self.init(in: status, name: "")
  }

  init?(path: String) {
    if let status = FileStatus(path: path) {
      self.init(status)
      return
    }
    guard let target = try? linkTarget(of: path), let folder = Self.folder(of: target) else {
      return nil
    }
    self.init(in: folder, name: String(target.split(separator: "/").last ?? ""))
  }

  private init(in folder: FileStatus, name: String) {
    (device, inode, self.name) = (folder.device, folder.inode, name)
  }

  static func folder(of path: String) -> FileStatus? {
    guard let target = try? linkTarget(of: path) else { return nil }
    return FileStatus(path: target.lastIndex(of: "/").map { String(target[...$0]) } ?? ".")
  }
}

/// The target of a path through symbolic links, whether it exists or not.
private func linkTarget(of path: String) throws(DiskError) -> String {
  let files = FileManager.default
  var place = path.hasPrefix("/") ? path : "\(files.currentDirectoryPath)/\(path)"
  // The number of links that Linux follows.
  for _ in 0...40 {
    // The name of an open file is a link to a path that may meanwhile be another file's.
    if isOpenFile(place) { return place }
    guard let link = try? files.destinationOfSymbolicLink(atPath: place) else { return place }
    let folder = place.lastIndex(of: "/").map { place[...$0] } ?? ""
    place = link.hasPrefix("/") ? link : folder + link
  }
  throw DiskError(
    operation: "open", path: path, code: ELOOP, reason: String(cString: strerror(ELOOP)))
}

/// True if a path names an open file of a process, as `/dev/stdout` does.
private func isOpenFile(_ path: String) -> Bool {
  ["/proc/", "/dev/fd/"].contains { path.hasPrefix($0) }
}

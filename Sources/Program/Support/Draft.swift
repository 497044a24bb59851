import Foundation
import Synchronization

/// A file beside its target, with a random name that no other file has, until it takes the target's name.
///
/// It is removed if the command fails or a signal ends it, unless it is kept for the next run (`--resume`).
final class Draft: Sendable {
  let descriptor: Int32
  private let name: String
  private let target: String
  private let names: TemporaryFiles
  private let hasTakenName = Atomic(false)
  private let hasAdvised = Atomic(false)
  /// The message for the end of a command that keeps the file; `nil` where the file is removed.
  private let advice = Mutex<String?>(nil)
  /// An earlier draft of the same target, which goes once this one stays.
  private let earlier = Mutex<String?>(nil)

  var isNamed: Bool { hasTakenName.load(ordering: .relaxed) }
  /// True once the file stays if the command ends early.
  var isKept: Bool { advice.withLock { $0 != nil } }
  /// The name without its folder.
  var fileName: String { String(name.split(separator: "/").last ?? "") }

  init(of target: OutputTarget) throws {
    self.target = target.path
    let suffix = String(UInt64.random(in: .min ... .max), radix: 36) + ".partial"
    let folder = target.path.lastIndex(of: "/").map { target.path[...$0] } ?? ""
    var (opened, reason): (Int32, Int32) = (-1, 0)
    var (name, names) = ("", TemporaryFiles([]))
    // The second one for a name that is as long as names may be.
    for start in [target.path + ".", folder + "sudoku-"] {
      name = start + suffix
      names.forget()
      names = TemporaryFiles([name])
      opened = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      reason = errno
      if opened >= 0 || reason != ENAMETOOLONG { break }
    }
    guard opened >= 0 else {
      names.forget()
      throw OutputTarget.failure(target.path, reason)
    }
    (descriptor, self.name, self.names) = (opened, name, names)
    // A file that is replaced keeps its permissions.
    if let status = target.status { fchmod(opened, status.mode) }
    // The lock keeps `--resume` of another process away.
    flock(opened, LOCK_EX | LOCK_NB)
  }

  /// Opens the draft that an earlier command has left.
  init(resuming name: String, of target: OutputTarget) throws {
    (self.name, self.target, names) = (name, target.path, TemporaryFiles([]))
    descriptor = open(name, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw OutputTarget.failure(name, errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      close(descriptor)
      throw CommandFailure(
        "\(target.path) is being written by another command", code: .cannotCreate)
    }
  }

  /// Gives the file its name, and stores the name on the disk.
  func takeName() throws {
    TemporaryFiles.beginNaming()
    guard rename(name, target) == 0 else { throw OutputTarget.failure(target, errno) }
    hasTakenName.store(true, ordering: .relaxed)
    names.forget()
    TemporaryFiles.advise(nil)
    removeEarlier()
    storeNames(besides: target)
  }

  /// Removes the file, or leaves it with a message if it is kept.
  func remove() {
    if let text = advice.withLock({ $0 }) {
      if !hasAdvised.exchange(true, ordering: .relaxed) { note(text) }
    } else {
      unlink(name)
    }
    names.forget()
  }

  // MARK: Files that stay

  /// Leaves the file where the command ends early, with a message.
  func keep(_ message: String) {
    let isFirst = advice.withLock { advice in
      defer { advice = message }
      return advice == nil
    }
    guard isFirst else { return }
    names.forget()
    TemporaryFiles.advise(message + "\n")
    removeEarlier()
    storeNames(besides: target)
  }

  /// Leaves an unchanged file of an earlier command.
  func leave() { close(descriptor) }

  /// Notes an earlier draft of the same target.
  func replaces(_ path: String) { earlier.withLock { $0 = path } }

  private func removeEarlier() {
    guard
      let path = earlier.withLock({ path in
        defer { path = nil }
        return path
      })
    else { return }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return }
    // Another command may be writing it.
    if flock(file, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
    close(file)
  }

  /// True if the file has these bytes at its beginning.
  func begins(with bytes: [UInt8]) -> Bool {
    var start = [UInt8](repeating: 0, count: bytes.count)
    return bytes.isEmpty
      || pread(descriptor, &start, start.count, 0) == start.count && start == bytes
  }

  /// Cuts the file, so that the next bytes follow the first ones.
  func cut(to length: Int) throws {
    guard ftruncate(descriptor, off_t(length)) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
      throw OutputTarget.failure(name, errno)
    }
  }
}

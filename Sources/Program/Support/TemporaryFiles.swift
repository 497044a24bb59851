import Foundation
import Synchronization

/// Files that are removed if a signal ends the process.
///
/// A signal handler may neither allocate nor lock. It only reads the names, which lie in a table of C strings
/// and are never freed. SIGKILL and a crash leave the files.
///
/// Once the first file of a command takes its name, a signal waits for the others: they are complete by then.
/// After a second it ends the process all the same.
struct TemporaryFiles: Sendable {
  private final class Slot: Sendable {
    /// The address of a list of C strings that ends with `nil`; 0 for a free slot.
    let names = Atomic<UInt>(0)
  }

  private static let slots: [Slot] = {
    let slots = (0..<64).map { _ in Slot() }
    // The handler must not be the first to use them.
    _ = (isNaming.load(ordering: .relaxed), heldSignal.load(ordering: .relaxed), message)
    _ = advice.load(ordering: .relaxed)
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM] {
      let old = signal(number) { TemporaryFiles.end(by: $0) }
      // A signal that the caller ignores stays ignored, as with nohup.
      if unsafeBitCast(old, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
    return slots
  }()

  /// True once a file takes its name.
  private static let isNaming = Atomic(false)
  /// The signal that waits for the other files; 0 for none.
  private static let heldSignal = Atomic<Int32>(0)

  private static let message: StaticString =
    "sudoku: interrupted: no output was written; files that were there are as before\n"

  /// The address of the message for an output that stays, a C string that is never freed; 0 for none.
  private static let advice = Atomic<UInt>(0)

  private let slot: Slot?

  /// Takes the paths of files that are about to be created, and of their folder behind them.
  init(_ paths: [String]) {
    let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
      capacity: paths.count + 1)
    for (index, path) in paths.enumerated() { list[index] = strdup(path) }
    list[paths.count] = nil
    let address = UInt(bitPattern: list)
    slot = Self.slots.first {
      $0.names.compareExchange(expected: 0, desired: address, ordering: .acquiringAndReleasing)
        .exchanged
    }
  }

  /// Leaves the files to the program.
  func forget() { slot?.names.store(0, ordering: .releasing) }

  /// Sets the message that names an unfinished output if Ctrl-C ends the process; `nil` for none.
  static func advise(_ message: String?) {
    _ = slots
    advice.store(message.map { UInt(bitPattern: strdup($0)) } ?? 0, ordering: .releasing)
  }

  /// Lets the files of the command take their names before a signal ends the process.
  static func beginNaming() { isNaming.store(true, ordering: .releasing) }

  private static func end(by signalled: Int32) {
    let (isFirst, held) = heldSignal.compareExchange(
      expected: 0, desired: signalled, ordering: .acquiringAndReleasing)
    if isFirst, isNaming.load(ordering: .acquiring) {
      alarm(1)
      return
    }
    let number = isFirst ? signalled : held
    var isRemoved = false
    for slot in slots {
      var place = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>(
        bitPattern: slot.names.load(ordering: .acquiring))
      while let name = place?.pointee {
        if unlink(name) == 0 { isRemoved = true } else { rmdir(name) }
        place = place?.successor()
      }
    }
    if number == SIGINT,
      let text = UnsafePointer<CChar>(bitPattern: advice.load(ordering: .acquiring))
    {
      _ = write(STDERR_FILENO, text, strlen(text))
    } else if isRemoved, number == SIGINT {
      _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
    }
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Keeps the signals that end the process waiting while a body creates files and removes their names.
  static func withoutSignals<Value, Failure>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var (signals, old) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, &old)
    defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
    return try body()
  }
}

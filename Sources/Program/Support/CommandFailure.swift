import Foundation

/// A failure that ends a command with a message and an exit code.
struct CommandFailure: Error, CustomStringConvertible {
  /// The exit codes besides 0; those from 64 on are the system's (sysexits).
  enum Code: Int32 {
    case badPuzzle = 1
    case usage = 2
    /// Stored data is damaged, from a newer version or another player's.
    case badData = 65
    case noInput = 66
    /// A store or service can't be reached.
    case unavailable = 69
    /// A defect of this program.
    case software = 70
    case cannotCreate = 73
    case ioError = 74

    /// The exit codes, for every command's help.
    static let help = """
      EXIT CODES
        0   success
        1   an invalid puzzle, none or several solutions, or fewer results than asked for
        2   wrong usage
        65  stored data is damaged or belongs to another player
        66  an input can't be read     69  a store can't be reached
        73  a file can't be created    74  reading or writing failed
      """
  }

  let message: String
  let code: Code
  /// True if the message is printed without the program's name.
  var isBare = false

  init(_ message: String, code: Code) { (self.message, self.code) = (message, code) }

  /// Creates a failure for wrong usage that has no error of its own to report.
  init(usage message: String) {
    self.init(message, code: .usage)
    isBare = true
  }

  var description: String { message }
}

extension Error {
  /// The system's words for a failed file operation: "No such file or directory".
  ///
  /// Foundation's own description names domains and codes.
  var systemReason: String {
    var error = self as NSError
    while let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error {
      error = cause as NSError
    }
    guard error.domain == NSPOSIXErrorDomain else { return localizedDescription }
    return String(cString: strerror(Int32(error.code)))
  }
}

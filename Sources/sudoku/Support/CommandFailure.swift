/// A failure that ends a command with a message and an exit code.
struct CommandFailure: Error, CustomStringConvertible {
  /// The exit codes besides 0; those from 64 on are the system's (sysexits).
  enum Code: Int32 {
    /// A puzzle was bad, or had no or many solutions where one was asked for.
    case badPuzzle = 1
    /// Wrong usage.
    case usage = 2
    /// The input file does not exist or can't be read.
    case noInput = 66
    /// A store or service is out of reach.
    case unavailable = 69
    /// A defect of ours.
    case software = 70
    /// An output file can't be made.
    case cannotCreate = 73
    /// Reading or writing failed.
    case ioError = 74
    /// Stored data is damaged, from a newer version or another player's.
    case badData = 65
  }

  let message: String
  let code: Code

  init(_ message: String, code: Code) {
    self.message = message
    self.code = code
  }

  var description: String { message }
}

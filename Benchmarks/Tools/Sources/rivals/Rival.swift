import Foundation

/// A solver of somebody else: a shared library with tdoku's C interface, or a program.
enum Rival {
  /// `size_t f(const char *board, size_t limit, uint32_t, char *grid, size_t *guesses)`.
  typealias Function =
    @convention(c) (
      UnsafePointer<CChar>, Int, UInt32, UnsafeMutablePointer<CChar>, UnsafeMutablePointer<Int>
    ) -> Int

  case library(name: String, function: Function)
  /// Reads boards as lines from standard input and writes something for each.
  case program(name: String, path: String, arguments: [String])

  var name: String {
    switch self {
    case .library(let name, _), .program(let name, _, _): name
    }
  }

  /// Opens `path` or `path:symbol`.
  ///
  /// - Parameter argument: The path of a shared library; without a symbol common ones are tried.
  /// - Returns: The rival.
  /// - Throws: If there is no such library or function.
  static func library(_ argument: String) throws -> Rival {
    let parts = argument.split(separator: ":", maxSplits: 1).map(String.init)
    guard let handle = dlopen(parts[0], RTLD_NOW | RTLD_LOCAL) else {
      throw Failure("cannot open \(parts[0]): \(String(cString: dlerror()))")
    }
    let symbols =
      parts.count > 1 ? [parts[1]] : ["TdokuSolve", "TdokuSolverDpllTriadSimd", "SolveSudoku"]
    for symbol in symbols {
      if let address = dlsym(handle, symbol) {
        let name = URL(fileURLWithPath: parts[0]).deletingPathExtension().lastPathComponent
        return .library(
          name: name.hasPrefix("lib") ? String(name.dropFirst(3)) : name,
          function: unsafeBitCast(address, to: Function.self))
      }
    }
    throw Failure("no function \(symbols.joined(separator: ", ")) in \(parts[0])")
  }

  /// A program with its arguments, separated by spaces.
  static func program(_ argument: String) -> Rival {
    let words = argument.split(separator: " ").map(String.init)
    let name = URL(fileURLWithPath: words[0]).lastPathComponent
    return .program(name: name, path: words[0], arguments: Array(words.dropFirst()))
  }

  /// Solves all boards of a set once.
  ///
  /// - Parameters:
  ///   - set: The boards.
  ///   - limit: The number of solutions to look for in each.
  /// - Returns: CPU time in seconds, and the number of solutions of each board if the rival reports it.
  /// - Throws: If a program can't be run.
  func run(_ set: PuzzleSet, limit: Int) throws -> (seconds: Double, counts: [Int]?) {
    switch self {
    case .library(_, let function):
      var counts = [Int](repeating: 0, count: set.count)
      var grid = [CChar](repeating: 0, count: 128)
      var guesses = 0
      let start = cpuSeconds()
      set.lines.withUnsafeBufferPointer { lines in
        grid.withUnsafeMutableBufferPointer { grid in
          guard let board = lines.baseAddress, let out = grid.baseAddress else { return }
          for index in 0..<set.count {
            counts[index] = function(board + index * 82, limit, 0, out, &guesses)
          }
        }
      }
      return (cpuSeconds() - start, counts)
    case .program(_, let path, let arguments):
      let process = Process()
      process.executableURL = URL(fileURLWithPath: path)
      process.arguments = arguments
      process.standardInput = try FileHandle(forReadingFrom: set.lineFile)
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      let start = cpuSecondsOfChildren()
      try process.run()
      process.waitUntilExit()
      return (cpuSecondsOfChildren() - start, nil)
    }
  }
}

/// Something the caller did wrong.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// CPU time of this process.
func cpuSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// CPU time of finished child processes.
func cpuSecondsOfChildren() -> Double {
  var usage = rusage()
  // RUSAGE_CHILDREN, which has another type on each system.
  getrusage(-1, &usage)
  return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6
}

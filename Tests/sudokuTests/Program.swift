import Foundation
import SudokuReading
import TestSupport

@testable import sudoku

/// Runs commands inside the test process, each with streams of its own.
///
/// ```swift
/// let run = try Program.run(["solve"], input: puzzle)
/// #expect(run.status == 0)
/// ```
///
/// It takes a hundredth of the time of a process. `Binary` runs the program where the process is what
/// is tested: signals, pipes, the shell, locks, two at a time.
enum Program {
  static func run(_ arguments: [String], input: String = "") throws -> Binary.Run {
    try run(arguments, inputBytes: Data(input.utf8))
  }

  static func run(_ arguments: [String], inputBytes: Data) throws -> Binary.Run {
    let (input, output, error) = (try ScratchFile(inputBytes), try ScratchFile(), try ScratchFile())
    let streams = Streams(
      input: InputDescriptor(borrowing: input.descriptor),
      output: Output(descriptor: output.descriptor), error: Output(descriptor: error.descriptor))
    let end = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var status: Int32 = -1
    // On a thread of its own: the test's own thread waits here, and the shared ones may all be waiting.
    Task(executorPreference: QueueExecutor()) {
      status = await Streams.$current.withValue(streams) { await Sudoku.run(arguments) }
      end.signal()
    }
    end.wait()
    return Binary.Run(status: status, output: output.text, error: error.text)
  }

  private final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "command")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  /// A file without a name.
  private final class ScratchFile {
    private let handle: FileHandle
    var descriptor: Int32 { handle.fileDescriptor }

    init(_ content: Data = Data()) throws {
      var path = Array((NSTemporaryDirectory() + "sudoku-XXXXXX").utf8CString)
      let descriptor = mkstemp(&path)
      guard descriptor >= 0 else { throw POSIXError(.EIO) }
      unlink(path)
      handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      try handle.write(contentsOf: content)
      try handle.seek(toOffset: 0)
    }

    var text: String {
      try? handle.seek(toOffset: 0)
      return String(decoding: (try? handle.readToEnd()) ?? Data(), as: UTF8.self)
    }
  }
}

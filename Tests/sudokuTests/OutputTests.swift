import Foundation
import Testing

@testable import sudoku

/// When bytes go out, and when they wait for more.
struct OutputTests {
  @Test func slowOutputIsWrittenAtOnce() throws {
    let pipe = Pipe()
    let output = Output(descriptor: pipe.fileHandleForWriting.fileDescriptor, patience: .zero)
    #expect(try output.writeLine("found"))
    #expect(pipe.fileHandleForReading.availableData == Data("found\n".utf8))
  }

  @Test func fastOutputIsGathered() throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    let output = Output(
      descriptor: pipe.fileHandleForWriting.fileDescriptor, patience: .seconds(3600))
    #expect(try output.writeLine("one") && output.writeLine("two"))
    var pending = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&pending, 1, 0) == 0)
    #expect(try output.flush())
    #expect(pipe.fileHandleForReading.availableData == Data("one\ntwo\n".utf8))
  }
}

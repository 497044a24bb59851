import Foundation
import Testing

@testable import SudokuSync

/// The program of an `exec:` store: its lines, its end, and the end of all it has started.
@Suite struct ChildProcessTests {
  /// What a program does until `isEnough`, within a limit that no sound run reaches.
  private func events(
    of child: ChildProcess, until isEnough: (ChildProcess.Events) -> Bool
  ) -> ChildProcess.Events {
    var all = ChildProcess.Events()
    let end = ContinuousClock.now + .seconds(60)
    while !isEnough(all), ContinuousClock.now < end {
      let events = child.step(timeoutMilliseconds: 1_000)
      all.lines += events.lines
      all.hasLongLine = all.hasLongLine || events.hasLongLine
      all.hasTornLine = all.hasTornLine || events.hasTornLine
      all.hasEnded = all.hasEnded || events.hasEnded
    }
    return all
  }

  private func text(_ events: ChildProcess.Events) -> [String] {
    events.lines.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func linesGoThereAndBack() throws {
    let child = try ChildProcess(command: "cat", lineBytes: 1 << 20)
    // More than the pipes hold: nothing blocks.
    let sent = (0..<40).map { String(repeating: "\($0 % 10)", count: 10_000) }
    for line in sent { child.send(Array(line.utf8)) }
    #expect(child.isStillSending)
    let answers = events(of: child) { $0.lines.count >= sent.count }
    #expect(text(answers) == sent && !child.isStillSending && !answers.hasEnded)
  }

  @Test func aLastLineWithoutEndIsTorn() throws {
    let child = try ChildProcess(command: "echo whole; printf torn", lineBytes: 1_000)
    let events = events(of: child) { $0.hasEnded }
    #expect(text(events) == ["whole"] && events.hasTornLine && events.hasEnded)
  }

  @Test func aLineOverTheLimitIsNoLine() throws {
    let child = try ChildProcess(command: "printf '%0100d\\nshort\\n' 1", lineBytes: 50)
    let events = events(of: child) { $0.hasEnded }
    #expect(text(events) == ["short"] && events.hasLongLine && !events.hasTornLine)
  }

  @Test(arguments: [
    ("echo first >&2; echo 'last words' >&2; exit 3", "ended with exit code 3: last words"),
    ("exit 0", "ended with exit code 0"), ("kill -9 $$", "was ended by signal 9"),
  ])
  func theEndIsExplained(_ command: String, _ message: String) throws {
    let child = try ChildProcess(command: command, lineBytes: 1_000)
    _ = events(of: child) { $0.hasEnded }
    #expect(child.endNow() == message)
    #expect(child.endNow() == message, "a second time")
  }

  /// A program that reads nothing more is no signal that ends this process.
  @Test func aClosedInputIsNoSignal() throws {
    let child = try ChildProcess(command: "exec 0<&-; echo ready; exec sleep 60", lineBytes: 1_000)
    _ = events(of: child) { !$0.lines.isEmpty }
    child.send(Array("nobody reads".utf8))
    _ = events(of: child) { _ in !child.isStillSending }
    #expect(!child.isStillSending)
    #expect(child.endNow().hasPrefix("was ended"))
  }

  /// All that the program has started ends with it, whether it obeys or not.
  @Test(arguments: ["", "trap '' TERM; "]) func theWholeGroupEnds(_ trap: String) throws {
    let child = try ChildProcess(
      command: trap + "sleep 600 & echo $!; wait", lineBytes: 1_000)
    let id = try #require(text(events(of: child) { !$0.lines.isEmpty }).first.flatMap { Int32($0) })
    #expect(kill(id, 0) == 0)
    child.end(graceMilliseconds: 10)
    let end = ContinuousClock.now + .seconds(60)
    while isRunning(id), ContinuousClock.now < end { usleep(1_000) }
    #expect(!isRunning(id))
  }

  private func isRunning(_ id: Int32) -> Bool {
    guard kill(id, 0) == 0 else { return false }
    // Where nobody collects orphans, one that has ended keeps its number.
    let status = (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)) ?? ""
    return !status.contains(") Z ")
  }
}

import Foundation
import SudokuSolver

/// The options of the command line.
struct Options {
  var rivals: [Rival] = []
  var files: [String] = []
  var instructionSet = InstructionSet.best
  var limit = 2
  var rounds = 5
  var most = Int.max
  var threads = 1
  var save: String?
  var title = "Side by side"

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--") else {
        files.append(argument)
        continue
      }
      guard let value = rest.popFirst() else { throw Failure("\(argument) needs a value") }
      switch argument {
      case "--lib": rivals.append(try .library(value))
      case "--program": rivals.append(.program(value))
      case "--isa":
        guard let set = InstructionSet(rawValue: value), set.isAvailable else {
          throw Failure("\(value): no instruction set of this machine")
        }
        instructionSet = set
      case "--limit": limit = try Options.number(value)
      case "--rounds": rounds = try Options.number(value)
      case "--most": most = try Options.number(value)
      case "--threads": threads = try Options.number(value)
      case "--save": save = value
      case "--title": title = value
      default: throw Failure("unknown option \(argument)")
      }
    }
    if files.isEmpty { throw Failure("no file of boards") }
  }

  private static func number(_ text: String) throws -> Int {
    guard let number = Int(text), number > 0 else { throw Failure("\(text): not a number above 0") }
    return number
  }

  /// Says that some rivals do less at this limit.
  func warnAboutLimit() {
    guard limit > 1, !rivals.isEmpty else { return }
    FileHandle.standardError.write(
      Data("rivals: a rival that writes no grid above limit 1 does less work than ours\n".utf8))
  }
}

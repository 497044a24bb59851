import Foundation

// Solves puzzles step by step, chains and all, and checks each step against the solution:
//
//   swift run -c release step-soak [--every N] [--paths | --hints] [--finders] [--grids N] FILE...
//
// In each position it also checks all other steps that searches without chains find there; not with
// --paths. With --hints it plays the puzzles by hints alone, checks these and takes their times,
// with --finders those of each finder, too; --grids asks for hints in N random pencilmark grids. The
// rating without steps must be the same as the one with them. It prints one line for
// each fault, then what was checked, and exits with 1 if there is a fault.
var every = 1
var checksAll = true
var followsHints = false
var timesFinders = false
var gridCount = 0
var files: [String] = []
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--every": every = max(1, arguments.popFirst().flatMap { Int($0) } ?? 0)
  case "--paths": checksAll = false
  case "--hints": followsHints = true
  case "--finders": timesFinders = true
  case "--grids": gridCount = arguments.popFirst().flatMap { Int($0) } ?? 0
  default: files.append(argument)
  }
}
guard gridCount > 0 || !files.isEmpty, !files.contains(where: { $0.hasPrefix("-") }) else {
  print("usage: step-soak [--every N] [--paths | --hints] [--finders] [--grids N] FILE...")
  exit(2)
}

var hasFaults = false
if gridCount > 0 {
  hasFaults = HintSoak.ofRandomGrids(gridCount, timesFinders: timesFinders).faultCount > 0
}
for file in files {
  if followsHints, var soak = HintSoak(file: file, timesFinders: timesFinders) {
    soak.run(every: every)
    hasFaults = hasFaults || soak.faultCount > 0
    continue
  }
  guard var soak = StepSoak(file: file) else {
    print("\(file): cannot be read")
    exit(2)
  }
  soak.run(every: every, checksAll: checksAll)
  hasFaults = hasFaults || soak.faultCount > 0
}
exit(hasFaults ? 1 : 0)

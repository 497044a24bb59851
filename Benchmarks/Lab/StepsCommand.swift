import ArgumentParser

/// `sudoku-lab steps`: solves puzzles step by step and checks each step against the solution.
struct StepsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "steps",
    abstract: "Check every step of puzzles, chains included, against the solution.",
    discussion: """
      In each position it also checks every other step that searches without chains find there. The \
      rating without steps must equal the rating with them. Prints one line for each fault and exits \
      with 1 if there is one.
      """)

  @Argument(help: "Files with one puzzle a line.")
  var files: [String] = []

  @Option(help: "Take every Nth puzzle.")
  var every = 1

  @Flag(help: "Check only the steps of the solution path.")
  var paths = false

  @Flag(help: "Play the puzzles by hints alone, check these and report their times.")
  var hints = false

  @Flag(help: "With --hints or --grids: report the times of each finder.")
  var finders = false

  @Option(help: "Ask for hints in N random pencilmark grids.")
  var grids = 0

  func validate() throws {
    guard every > 0, grids >= 0 else { throw ValidationError("--every is at least 1") }
    guard grids > 0 || !files.isEmpty else { throw ValidationError("name a file or use --grids") }
  }

  func run() throws {
    var faultCount = 0
    if grids > 0 { faultCount += HintSoak.ofRandomGrids(grids, timesFinders: finders).faultCount }
    for file in files {
      if hints, var soak = HintSoak(file: file, timesFinders: finders) {
        soak.run(every: every)
        faultCount += soak.faultCount
      } else if var soak = StepSoak(file: file) {
        soak.run(every: every, checksAll: !paths)
        faultCount += soak.faultCount
      } else {
        throw ValidationError("\(file): cannot be read")
      }
    }
    if faultCount > 0 { throw ExitCode(1) }
  }
}

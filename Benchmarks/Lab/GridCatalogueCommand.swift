import ArgumentParser
import Foundation
import SudokuIdentity
import Synchronization

/// `sudoku-lab grid-catalogue`: counts all classes of full grids.
struct GridCatalogueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grid-catalogue",
    abstract: "Count the classes of full grids, and write the catalogue of their ranks.",
    discussion: """
      Takes 15 minutes of a processor. Writes what Sources/Engine/Grids/grids.bin holds: the same bytes \
      on every machine. Exits with 1 if the number of classes is not the published 5,472,730,538.
      """)

  @Argument(help: "The file to write.")
  var path: String

  func run() throws {
    let counter = GridCounter()
    let bands = Mutex([[UInt32]](repeating: [], count: counter.bandCount))
    DispatchQueue.concurrentPerform(iterations: counter.bandCount) { band in
      let counts = counter.counts(band)
      bands.withLock { $0[band] = counts }
    }
    let counts = bands.withLock { $0 }
    let total = counts.reduce(0) { $0 + $1.reduce(0) { $0 + Int($1) } }
    try Data(counter.catalogue(counts)).write(to: URL(fileURLWithPath: path), options: .atomic)
    print("\(total) classes")
    if total != GridCatalogue.classCount { throw ExitCode(1) }
  }
}

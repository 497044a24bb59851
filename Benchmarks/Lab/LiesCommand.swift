import ArgumentParser
import SudokuCore
import SudokuSimulator
import SudokuSync

/// `sudoku-lab lies`: stores whose replies are changed on the way.
struct LiesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lies",
    abstract: "Change replies of a store and see that nothing that a store says harms a device.",
    discussion: """
      Each round changes up to three values of up to three replies of one or two syncs to something extreme. No sync may go \
      on without end, and once the store is honest again it must get all that was played.
      """)

  @Option(help: "The number of replies to change.")
  var replies: Int = 100_000

  @Option(help: "Begins the random choices.")
  var seed: UInt64 = 1

  func run() async throws {
    var random = SeededRandom(seed: seed)
    var changed = 0
    var requests = 0
    var rounds = 0
    var faults = 0
    while changed < replies {
      rounds += 1
      var device = try DeceivedDevice(
        DeceivedDevice.Scene.allCases.randomElement(using: &random) ?? .play)
      var lies: [String] = []
      do {
        for goal in [SyncGoal.everything, .now].prefix(Int.random(in: 1...2, using: &random)) {
          let chosen = Set((0..<3).map { _ in Int.random(in: 0..<12, using: &random) })
          requests += try device.sync(goal) { response, number in
            guard chosen.contains(number) else { return .success(response) }
            changed += 1
            var result = Result<StoreResponse, SyncError>.success(response)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
              guard case .success(let response) = result,
                let place = try? ChangedReply.places(in: response).randomElement(using: &random),
                let change = ChangedReply.extremes.randomElement(using: &random)
              else { break }
              lies.append("\(number) \(place) \(change)")
              result = ChangedReply.result(of: response, at: place, change)
            }
            return result
          }
        }
        guard let fault = try device.faultOnceHonest() else { continue }
        throw SyncError(.storeFailed, fault)
      } catch {
        faults += 1
        print("round \(rounds): \(error) after \(lies.joined(separator: "; ").prefix(1_000))")
      }
    }
    print("\(changed) changed replies in \(rounds) rounds, \(requests) requests: \(faults) faults")
    if faults > 0 { throw ExitCode.failure }
  }
}

import SudokuSession
import SudokuSync

/// The statistics of many games are counted beside the games.
extension GameLibrary {
  /// Counts all games on another thread, now and whenever they must be counted again.
  ///
  /// Without it they are counted when the profile is first asked for, while everybody waits.
  public func countBeside() {
    countsBeside = true
    countIfStale()
  }

  /// What to wait for before the profile can be told at once; `nil` where it can be told now.
  public var countingUnderWay: Gate? {
    profileCache.isReady ? nil : counting
  }

  /// Begins to count where the games are not counted, or must be counted again.
  func countIfStale() {
    guard countsBeside, let count = profileCache.beginCounting() else { return }
    let gate = Gate()
    counting = gate
    let mailbox = mailbox
    let replica = replica
    environment.start {
      // Kept by the replica from then on.
      _ = try? replica.counts()
      let ledger = count()
      mailbox.post { library in
        library.profileCache.finishCounting(ledger)
        library.counting = nil
        gate.open()
        if ledger != nil { library.countIfStale() }
      }
    }
  }

  /// Keeps the statistics for the next launch, unless a sync is changing games.
  public func keepStatistics() {
    if countsBeside, !link.isBusy { profileCache.keep() }
  }
}

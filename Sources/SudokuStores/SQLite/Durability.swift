import Foundation
import GRDB
import SudokuSync
import Synchronization

/// How certainly a write has reached the disk when it is answered.
public enum Durability: String, Hashable, Sendable, CaseIterable {
  /// It survives a loss of power: every transaction is written through (`synchronous = FULL`).
  case full
  /// It survives the end of the process at any moment; after a loss of power the last
  /// transactions may be missing, never torn (`synchronous = NORMAL`).
  case normal
  /// Left to the operating system (`synchronous = OFF`).
  case none
}

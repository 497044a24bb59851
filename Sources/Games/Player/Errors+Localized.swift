import Foundation
import SudokuCore
import SudokuRating
import SudokuSession
import SudokuSync

// Errors as an app shows them: `localizedDescription` is the sentence of the command line.

extension PlayerError: LocalizedError {
  /// The error in a sentence.
  public var errorDescription: String? { message }
}

extension GameError: LocalizedError {
  /// The error in a sentence.
  public var errorDescription: String? { message }
}

extension ProfileError: LocalizedError {
  /// The error in a sentence.
  public var errorDescription: String? { message }
}

extension SyncError: LocalizedError {
  /// The error in a sentence.
  public var errorDescription: String? { message }
}

extension BoardTextError: LocalizedError {
  /// Place and mistake.
  public var errorDescription: String? { description }
}

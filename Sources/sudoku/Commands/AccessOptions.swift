import ArgumentParser
import SudokuServer

/// Whom a server on a network lets in, and how it shows who it is.
struct AccessOptions: ParsableArguments {
  @Option(help: "The file with the players' tokens; see 'sudoku store token'.")
  var tokens: String?

  @Option(help: "For TLS: the certificate and those that vouch for it, a PEM file.")
  var certificate: String?

  @Option(help: "For TLS: the certificate's private key, a PEM file.")
  var key: String?

  /// Whether nothing is given.
  var isEmpty: Bool { tokens == nil && certificate == nil && key == nil }

  #if Network
    /// What TLS shows; `nil` without TLS.
    var identity: StoreServer.Certificate? {
      guard let certificate, let key else { return nil }
      return .init(chain: certificate, key: key)
    }
  #endif

  func validate() throws {
    guard (certificate == nil) == (key == nil) else {
      throw ValidationError("--certificate and --key belong together")
    }
  }
}

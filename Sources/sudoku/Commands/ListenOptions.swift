import ArgumentParser

/// Where and for whom `serve` listens.
struct ListenOptions: ParsableArguments {
  @Option(help: "Serve over WebSocket on HOST:PORT instead; port 0 takes any that is free.")
  var listen: String?

  @OptionGroup var access: AccessOptions

  @Option(help: "A site whose pages are let in, as in https://play.example; may be repeated.")
  var origin: [String] = []

  @Option(help: "How many connections may play at once (default: 256).")
  var connections: Int?

  /// The address; `nil` for standard input and output.
  var address: ListenAddress? { listen.flatMap { ListenAddress($0) } }

  /// Refuses what does not go together.
  func check(_ options: ServerOptions) throws {
    guard let listen else {
      guard access.isEmpty, origin.isEmpty, connections == nil else {
        throw ValidationError(
          "--tokens, --certificate, --key, --origin and --connections go with --listen")
      }
      return
    }
    guard ListenAddress(listen) != nil else {
      throw ValidationError(
        "'\(listen)' is not a valid address: give HOST:PORT, as in 127.0.0.1:8090")
    }
    if let connections, !(1...100_000 ~= connections) {
      throw ValidationError("--connections is a number from 1 to 100000")
    }
    let isForMany = options.data?.contains("{}") == true
    guard isForMany == (access.tokens != nil) else {
      throw ValidationError(
        "--tokens and {} in --data belong together: each player has a folder of their own")
    }
    if let store = options.store, store.contains("{}") != isForMany {
      throw ValidationError("{} in --store and {} in --data belong together")
    }
    for site in origin where !site.hasPrefix("http") || site.hasSuffix("/") {
      throw ValidationError(
        "'\(site)' is not a valid origin: give what browsers send, as in https://play.example")
    }
  }
}

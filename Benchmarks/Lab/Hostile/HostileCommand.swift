import ArgumentParser
import Foundation
import JSONCoding
import SudokuCore

/// `sudoku-lab hostile`: a player and a store that send any well-formed value in any member.
struct HostileCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hostile",
    abstract: "Send well-formed, hostile values to a host, to a store server and to a device.",
    discussion: """
      The requests are made from the declarations of the methods. The host must answer each of them and \
      go on, and another player must lose nothing and wait for nothing. Prints the first request that \
      breaks this and exits with 1.

      EXAMPLES
        sudoku-lab hostile --host players --requests 100000
        sudoku-lab hostile --host device --requests 100000
      """)

  enum Target: String, CaseIterable, ExpressibleByArgument {
    case pipe, text, tools, players, listen, store, device
  }

  @Option(help: "The target: \(Target.allCases.map(\.rawValue).joined(separator: ", ")).")
  var host: Target = .pipe

  @Option(help: "The number of requests.")
  var requests = 1_000

  @Option(help: "After how many requests the host begins with nothing again.")
  var piece = 5_000

  @Option(help: "The seed.")
  var seed: UInt64 = 1

  @Option(help: "The program 'sudoku'; default: the one beside this program.")
  var program: String?

  @Option(help: "The longest time for 99 of 100 requests of another player, in milliseconds.")
  var late = 100

  func validate() throws {
    guard requests > 0, piece > 0 else {
      throw ValidationError("--requests and --piece must be at least 1")
    }
  }

  private var path: String {
    program
      ?? URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("sudoku").path
  }

  func run() async throws {
    var (done, number) = (0, seed)
    var times: [Duration] = []
    while done < requests {
      let count = min(piece, requests - done)
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("sudoku-hostile-\(UUID().uuidString)").path
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      do {
        switch host {
        case .store:
          var piece = try HostileStorePiece(path, folder, seed: number)
          times += try await piece.run(count)
        case .device: try await HostileDevicePiece(seed: number).run(count)
        default: times += try play(count, seed: number, folder)
        }
      } catch {
        print("seed \(number), \(host.rawValue): \(error)")
        throw ExitCode(1)
      }
      (done, number) = (done + count, number + 1)
    }
    times.sort()
    var line = "\(done) requests to \(host.rawValue) from seed \(seed): no fault"
    if !times.isEmpty {
      let p99 = times[times.count * 99 / 100]
      line += "; another player waited \(p99) at the 99th of 100, \(times[times.count - 1]) at most"
      guard p99 < .milliseconds(late) else {
        print(line + ": too late")
        throw ExitCode(1)
      }
    }
    print(line)
  }

  /// Plays a piece on a host of the protocol; returns how long the honest player's requests took.
  private func play(_ count: Int, seed: UInt64, _ folder: String) throws -> [Duration] {
    guard let kind = HostileSession.Host(rawValue: host.rawValue) else { return [] }
    let quiet = ["--log-level", "critical"]
    let lister = try ProgramChannel(path, ["serve", "--data", folder + "/list"] + quiet)
    try lister.send(#"{"jsonrpc":"2.0","id":1,"method":"methods"}"#)
    let list = try JSONValue(parsing: lister.next(seconds: 60)?.line ?? "null")
    lister.end()
    let methods = list["result"]?["methods"]?.array ?? []
    guard !methods.isEmpty else {
      throw HostileSession.Fault(description: "\(path) lists no methods")
    }
    let store = ["--store", "file:\(folder)/store"]
    let data = ["--data", folder + "/data"]
    let program: ProgramChannel
    var (channel, honest): ((any LineChannel)?, (any LineChannel)?) = (nil, nil)
    switch kind {
    case .pipe: program = try ProgramChannel(path, ["serve"] + data + store + quiet)
    case .text: program = try ProgramChannel(path, ["serve", "--text"] + data + quiet)
    case .tools:
      program = try ProgramChannel(path, ["mcp", "--tools", "all"] + data + store + quiet)
    case .players:
      program = try ProgramChannel(
        path, ["serve", "--players", folder + "/players", "--open-players", "20"] + quiet)
    case .listen:
      var tokens: [String] = []
      for player in ["mallory", "anna"] {
        let maker = try ProgramChannel(
          path, ["store", "token", "add", player, "--tokens", folder + "/tokens.sqlite"])
        tokens.append(maker.next(seconds: 60)?.line ?? "")
        maker.end()
      }
      program = try ProgramChannel(
        path,
        [
          "serve", "--listen", "127.0.0.1:0", "--tokens", folder + "/tokens.sqlite", "--data",
          folder + "/{}",
        ] + quiet)
      let url = program.next(seconds: 60)?.line ?? ""
      let port = url.split(separator: ":").last?.split(separator: "/").first.flatMap { Int($0) }
      channel = try WebSocketChannel(port: port ?? 0, token: tokens[0])
      honest = try WebSocketChannel(port: port ?? 0, token: tokens[1])
    }
    defer { program.stop() }
    var session = HostileSession(
      kind, channel ?? program, honest: honest, methods, HostileValues(seed: seed))
    try session.run(count)
    if kind == .listen {
      guard program.isRunning else {
        throw HostileSession.Fault(description: "the server ended")
      }
    }
    let status = kind == .listen ? 0 : program.end()
    guard status == 0 else {
      throw HostileSession.Fault(description: "the program ended with \(status)")
    }
    return session.times
  }
}

import ArgumentParser
import Foundation
import JSONCoding
import SudokuCore
import SudokuPlayer
import SudokuSimulator
import SudokuStores
import SudokuSync

/// `sudoku-lab lying-store`: a program store in front of another store, which misbehaves while a file says so.
struct LyingStoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lying-store",
    abstract: "Serve a store to a device as a program, and misbehave on demand.",
    discussion: """
      The file names the behaviour: honest, lies (values are changed), fails (appends fail), portal (every reply is \
      no reply), endless (pages never end), hangs, clock (a clock far away).
      """)

  /// The behaviour of the store.
  enum Behaviour: String, CaseIterable {
    case honest, lies, fails, portal, endless, hangs, clock
  }

  @Argument(help: "The store behind it.")
  var url: String

  @Argument(help: "The file that names the behaviour.")
  var control: String

  private var behaviour: Behaviour {
    let text = (try? String(contentsOfFile: control, encoding: .utf8)) ?? ""
    return Behaviour(rawValue: text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .honest
  }

  func run() async throws {
    let store = try StoreRegistry.all().store(url)
    var random = SystemRandomNumberGenerator()
    var count = 0
    while let line = readLine() {
      let value = try JSONValue(parsing: Array(line.utf8))
      let request = try StrictJSONDecoder().decode(StoreRequest.self, from: value)
      var reply: StoreReply
      do throws(SyncError) { reply = .response(try await store.perform(request)) } catch {
        reply = .failure(error)
      }
      count += 1
      switch behaviour {
      case .honest: break
      case .hangs: while behaviour == .hangs { try await Task.sleep(for: .milliseconds(100)) }
      case .portal:
        print("<html>Sign in</html>")
        fflush(nil)
        continue
      case .fails:
        if case .append = request.query {
          reply = .failure(SyncError(.storeFailed, "could not serialize access (40001)"))
        }
      case .clock:
        guard case .response(var response) = reply else { break }
        response.status.milliseconds = [.min, 0, .max].randomElement(using: &random) ?? 0
        reply = .response(response)
      case .endless:
        guard case .response(var response) = reply, case .changes(var page) = response.answer else {
          break
        }
        page.hasMore = true
        page.next = ChangeCursor("\(response.status.epoch):\(count % 3)")
        response.answer = .changes(page)
        reply = .response(response)
      case .lies:
        guard case .response(let response) = reply,
          let place = try ChangedReply.places(in: response).randomElement(using: &random),
          let change = ChangedReply.extremes.randomElement(using: &random)
        else { break }
        switch ChangedReply.result(of: response, at: place, change) {
        case .success(let changed): reply = .response(changed)
        case .failure(let error): reply = .failure(error)
        }
      }
      var object = try JSONValue(parsing: CanonicalJSONEncoder().encode(reply)).object ?? [:]
      object["id"] = value["id"]
      print(JSONValue.object(object).description)
      fflush(nil)
    }
    await store.close()
  }
}

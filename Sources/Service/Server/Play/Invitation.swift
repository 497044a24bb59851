#if Network
  import NIOCore
  import SudokuIdentity
  import SudokuSync
  import Synchronization

  /// A code that lets one more device play: once it is used, another one takes its place.
  ///
  /// The device draws its own token and offers it together with the code, `invite-CODE`; the server then knows
  /// the token. So a link that somebody finds later opens nothing.
  package final class Invitation: Sendable {
    /// The name under which invited devices play.
    package static let player = "invited"

    private let hash: Mutex<[UInt8]>
    private let onCode: @Sendable (String) -> Void

    /// Creates an invitation.
    ///
    /// - Parameter onCode: Called with each code after the first one: the one before is used.
    package init(onCode: @escaping @Sendable (String) -> Void) {
      self.onCode = onCode
      hash = Mutex([])
    }

    /// Draws a code, which replaces the one before.
    package func renew() -> String {
      // 128 random bits.
      let words = (0..<2).map { _ in String(UInt64.random(in: 0 ... .max), radix: 16) }
      let code = words.map { String(repeating: "0", count: 16 - $0.utf8.count) + $0 }.joined()
      hash.withLock { $0 = SHA256.hash(of: code.utf8).bytes }
      return code
    }

    /// Takes the code if a device offers it.
    func take(from offers: [String]) -> Bool {
      let isTaken = hash.withLock { hash in
        let isOffered = offers.contains {
          $0.hasPrefix("invite-") && SHA256.hash(of: $0.dropFirst(7).utf8).bytes == hash
        }
        if isOffered { hash = [] }
        return isOffered
      }
      if isTaken { onCode(renew()) }
      return isTaken
    }

    /// This machine's address for other devices, where the server listens on all of them.
    package static func address(of host: String) -> String {
      guard ["0.0.0.0", "::"].contains(host) else { return host }
      let found = (try? System.enumerateDevices())?.compactMap(\.address?.ipAddress) ?? []
      return found.first { !Loopback.contains($0) && $0.contains(".") } ?? host
    }
  }
#endif

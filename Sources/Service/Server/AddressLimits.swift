#if Network
  import NIOCore
  import Synchronization

  /// Limits the connections of each address, so that one caller can't take all of them.
  ///
  /// An IPv6 address counts with its /64 network, which one customer of a provider gets.
  final class AddressLimits: Sendable {
    private let limit: Int
    private let counts = Mutex<[[UInt8]: Int]>([:])

    init(_ limit: Int) { self.limit = max(limit, 1) }

    /// Takes a place for a connection; `nil` if its address has all it may have.
    func enter(_ address: SocketAddress?) -> Place? {
      let key = Self.key(address)
      let isFree = counts.withLock { counts in
        guard counts[key] ?? 0 < limit else { return false }
        counts[key, default: 0] += 1
        return true
      }
      return isFree ? Place(key: key) : nil
    }

    func leave(_ place: Place) {
      counts.withLock { counts in
        let rest = (counts[place.key] ?? 1) - 1
        counts[place.key] = rest > 0 ? rest : nil
      }
    }

    /// A connection's place.
    struct Place: Sendable { fileprivate let key: [UInt8] }

    private static func key(_ address: SocketAddress?) -> [UInt8] {
      switch address {
      case .v4(let address): withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
      case .v6(let address): withUnsafeBytes(of: address.address.sin6_addr) { Array($0.prefix(8)) }
      default: []
      }
    }
  }
#endif

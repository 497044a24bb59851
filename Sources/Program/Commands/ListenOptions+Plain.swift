import Foundation
import SudokuSync

extension ListenOptions {
  /// True if devices are invited without encryption, on a private network, by somebody who can be asked.
  func asksForPlain(_ options: ServerOptions) -> Bool {
    guard invite, access.certificate == nil, !options.network.plainHttp, let host = address?.host,
      !Loopback.contains(host)
    else { return false }
    return Self.isPrivate(host) && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
  }

  /// Asks whether to serve without encryption.
  ///
  /// - Throws: A failure unless the answer is yes.
  func confirmPlain(_ options: ServerOptions) throws {
    guard asksForPlain(options) else { return }
    note(
      "Other devices will connect without encryption: anyone on this network can read and change what "
        + "they send. Go on? [y/N]")
    guard Self.agrees(readLine()) else {
      throw CommandFailure(
        "not started; --certificate and --key encrypt, --plain-http skips the question",
        code: .usage)
    }
  }

  /// True for yes alone; everything else is no.
  static func agrees(_ answer: String?) -> Bool {
    let answer = answer?.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    return answer == "y" || answer == "yes"
  }

  /// True for addresses of private networks (RFC 1918, RFC 3927, RFC 4193, RFC 4291), and for all addresses
  /// of a machine that has none but such.
  static func isPrivate(_ host: String) -> Bool {
    if host == "0.0.0.0" || host == "::" {
      // The first means the addresses of version 4 alone.
      let own = NetworkAddresses.all.filter { host == "::" || !$0.contains(":") }
      return !own.isEmpty && own.allSatisfy(isPrivate)
    }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    if parts.count == 4, let first = parts[0], let second = parts[1],
      parts.allSatisfy({ $0 != nil })
    {
      return first == 10 || first == 127 || first == 172 && 16...31 ~= second
        || first == 192 && second == 168 || first == 169 && second == 254
    }
    let text = host.prefix { $0 != "%" }.lowercased()
    guard text.contains(":") else { return false }
    if text == "::1" { return true }
    let start = UInt16(text.prefix { $0 != ":" }, radix: 16) ?? 0
    return start & 0xFE00 == 0xFC00 || start & 0xFFC0 == 0xFE80
  }
}

/// The addresses of this machine's interfaces.
enum NetworkAddresses {
  static var all: [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    var addresses: [String] = []
    var next = first
    while let entry = next?.pointee {
      next = entry.ifa_next
      guard let address = entry.ifa_addr else { continue }
      let family = Int32(address.pointee.sa_family)
      guard family == AF_INET || family == AF_INET6 else { continue }
      let length =
        family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
      var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let status = getnameinfo(
        address, socklen_t(length), &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
      if status == 0 {
        addresses.append(String(decoding: name.prefix { $0 != 0 }.map { UInt8($0) }, as: UTF8.self))
      }
    }
    return addresses
  }
}

/// A failure of a store or replica.
///
/// The kind has a stable name for programs, the message is for people.
public struct SyncError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of an error, with a stable name.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    /// The name, as on the wire.
    public let name: String

    /// Creates a kind; stores may add their own.
    public init(_ name: String) { self.name = name }

    /// The store can't be reached or does not answer in time; try again later.
    public static let storeUnavailable = Kind("storeUnavailable")
    /// The store answered that it failed; try again later.
    public static let storeFailed = Kind("storeFailed")
    /// The store or disk is full; nothing was stored.
    public static let diskFull = Kind("diskFull")
    /// Stored data is damaged; the message names the place.
    public static let damaged = Kind("damaged")
    /// The data was written by a newer version and can't be read.
    public static let recordFromNewerVersion = Kind("recordFromNewerVersion")
    /// Two different boards have one ID.
    public static let idCollision = Kind("idCollision")
    /// Another process writes under this device's identity.
    public static let identityInUse = Kind("identityInUse")
    /// An operation does not continue its device's stream.
    public static let outOfSequence = Kind("outOfSequence")
    /// A store's address is invalid.
    public static let malformedURL = Kind("malformedURL")
    /// The store refuses this device's credentials.
    public static let unauthorized = Kind("unauthorized")
    /// The store holds another player's documents.
    public static let anotherPlayer = Kind("anotherPlayer")
    /// The store refuses a document permanently; its operations wait on the device.
    public static let refused = Kind("documentRefused")
    /// A file can't be read or written.
    public static let fileFailed = Kind("fileFailed")
    /// The player has reached the limit of the store's operator; reading continues.
    public static let quotaExceeded = Kind("quotaExceeded")
    /// The store can be read but accepts no changes.
    package static let readOnly = Kind("storeReadOnly")

    /// The name.
    public var description: String { name }
  }

  /// The error's kind.
  public let kind: Kind
  /// The error's text for people.
  public let message: String

  /// Creates an error.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  package init(_ error: DiskError) {
    self.init(error.isDiskFull ? .diskFull : .fileFailed, error.description)
  }

  /// True if the same request may succeed later.
  public var isRetryable: Bool {
    [.storeUnavailable, .storeFailed, .diskFull, .fileFailed, .quotaExceeded, .readOnly]
      .contains(kind)
  }

  /// True if the store accepts no changes and can still be read.
  package var concernsWriting: Bool { [.quotaExceeded, .readOnly, .diskFull].contains(kind) }

  /// The error in one line.
  public var description: String { "\(kind.name): \(message)" }
}

extension String {
  /// The text with control characters, and characters that reorder text, written as `\u{1b}`.
  ///
  /// So text from another machine can neither forge lines of a log nor control a terminal.
  ///
  /// - Parameter limit: The greatest length in characters; the rest becomes `...`.
  package func escapingControls(limit: Int = .max) -> String {
    var text = ""
    for scalar in unicodeScalars.prefix(limit) {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
        text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return unicodeScalars.count > limit ? text + "..." : text
  }
}

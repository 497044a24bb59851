#if Postgres
  /// A parameter of a statement.
  enum PostgresValue {
    case int(Int)
    case text(String)
    case bytes([UInt8])
    case ints([Int])
    case null

    /// The bytes as libpq takes them, and whether they are in binary form.
    var encoded: (bytes: [UInt8]?, isBinary: Bool) {
      switch self {
      case .int(let value): (Array(String(value).utf8) + [0], false)
      case .text(let text): (Array(text.utf8) + [0], false)
      case .bytes(let bytes): (bytes, true)
      case .ints(let values):
        (Array(("{" + values.map(String.init).joined(separator: ",") + "}").utf8) + [0], false)
      case .null: (nil, false)
      }
    }
  }

  /// A statement of a pipeline with its parameters.
  struct PostgresCommand {
    let statement: PostgresStatement
    var parameters: [PostgresValue] = []
    /// The partition that it is for; `nil` for the tables as a whole.
    var partition: Int?

    init(_ statement: PostgresStatement, _ parameters: PostgresValue...) {
      self.statement = statement
      self.parameters = parameters
    }

    /// Its name in a connection.
    var name: String { statement.name(partition) }
  }

  /// What a statement gave: rows of values in PostgreSQL's binary form.
  struct PostgresRows {
    private let values: [[UInt8]?]
    private let width: Int
    let count: Int

    init(values: [[UInt8]?], width: Int) {
      self.values = values
      self.width = max(width, 1)
      count = values.count / self.width
    }

    func bytes(_ row: Int, _ column: Int) -> [UInt8]? { values[row * width + column] }

    func isNull(_ row: Int, _ column: Int) -> Bool { bytes(row, column) == nil }

    func text(_ row: Int, _ column: Int) -> String {
      String(decoding: bytes(row, column) ?? [], as: UTF8.self)
    }

    /// An integer of whatever length, big-endian.
    func int(_ row: Int, _ column: Int) -> Int {
      guard let bytes = bytes(row, column), let first = bytes.first else { return 0 }
      var value = first & 0x80 != 0 ? UInt64.max : 0
      for byte in bytes { value = value << 8 | UInt64(byte) }
      return Int(truncatingIfNeeded: value)
    }
  }
#endif

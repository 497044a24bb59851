#if Postgres
  enum PostgresValue {
    case int(Int)
    case text(String)
    case bytes([UInt8])
    case ints([Int])
    case null

    /// True if the value is in PostgreSQL's binary form; values in text form end with a zero byte.
    var isBinary: Bool {
      if case .bytes = self { true } else { false }
    }

    /// Appends the bytes in libpq's form; returns their number, `nil` for null.
    func encode(into bytes: inout [UInt8]) -> Int? {
      let start = bytes.count
      switch self {
      case .int(let value): bytes += String(value).utf8
      case .text(let text): bytes += text.utf8
      case .bytes(let new): bytes += new
      case .ints(let values):
        bytes.append(UInt8(ascii: "{"))
        for (index, value) in values.enumerated() {
          if index > 0 { bytes.append(UInt8(ascii: ",")) }
          bytes += String(value).utf8
        }
        bytes.append(UInt8(ascii: "}"))
      case .null: return nil
      }
      if !isBinary { bytes.append(0) }
      return bytes.count - start
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

    var name: String { statement.name(partition) }
  }
#endif

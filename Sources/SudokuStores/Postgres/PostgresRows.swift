#if Postgres
  import CLibPQ

  /// What a statement gave: rows of values in PostgreSQL's binary form, read where libpq has them.
  struct PostgresRows {
    private final class Result {
      let pointer: OpaquePointer
      init(_ pointer: OpaquePointer) { self.pointer = pointer }
      deinit { PQclear(pointer) }
    }

    private let result: Result?
    let count: Int

    /// The result of a statement that gives no rows.
    static var none: PostgresRows { PostgresRows() }

    private init() { (result, count) = (nil, 0) }

    /// Takes over a result of libpq.
    init(_ result: OpaquePointer) {
      self.result = Result(result)
      count = Int(PQntuples(result))
    }

    private func with<Value>(
      _ row: Int, _ column: Int, _ body: (UnsafeRawBufferPointer) -> Value
    ) -> Value? {
      guard let result, 0..<count ~= row else { return nil }
      let (row, column) = (Int32(row), Int32(column))
      guard PQgetisnull(result.pointer, row, column) == 0 else { return nil }
      return withExtendedLifetime(result) {
        body(
          UnsafeRawBufferPointer(
            start: PQgetvalue(result.pointer, row, column),
            count: Int(PQgetlength(result.pointer, row, column))))
      }
    }

    func bytes(_ row: Int, _ column: Int) -> [UInt8]? { with(row, column) { Array($0) } }

    func isNull(_ row: Int, _ column: Int) -> Bool { with(row, column) { _ in } == nil }

    func text(_ row: Int, _ column: Int) -> String {
      with(row, column) { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// An integer of whatever length, big-endian; 0 for none.
    func int(_ row: Int, _ column: Int) -> Int {
      with(row, column) { bytes in
        guard let first = bytes.first else { return 0 }
        var value = first & 0x80 != 0 ? UInt64.max : 0
        for byte in bytes { value = value << 8 | UInt64(byte) }
        return Int(truncatingIfNeeded: value)
      } ?? 0
    }
  }
#endif

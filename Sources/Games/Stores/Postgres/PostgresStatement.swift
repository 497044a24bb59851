#if Postgres
  import SudokuSync

  /// The statements, each prepared once in a connection.
  ///
  /// `$1` is the store's number where there is one.
  enum PostgresStatement: String, CaseIterable {
    case hasTables = "SELECT to_regclass('sudoku.migration') IS NOT NULL"
    case schemaVersion = "SELECT COALESCE(MAX(version), 0)::bigint FROM sudoku.migration"
    case timeline = "SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)"
    /// All statements look up keys: a plan made once is as good as one made for the values at hand,
    /// which PostgreSQL would make again and again when statistics are young. It must not read
    /// whole tables because they were small when it was made.
    case planOnce = """
      SELECT set_config(
        name, CASE name WHEN 'plan_cache_mode' THEN 'force_generic_plan' ELSE 'off' END, false)
      FROM pg_settings WHERE name IN ('plan_cache_mode', 'enable_seqscan')
      """
    case createStore = """
      INSERT INTO sudoku.store (name, identity, epoch) VALUES ($1, $2, $3)
      ON CONFLICT (name) DO NOTHING
      """
    case beginRead = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    case beginWrite = "BEGIN"
    case commit = "COMMIT"
    case rollback = "ROLLBACK"
    case status = """
      SELECT number, identity, epoch, player, revision, digest,
        (extract(epoch FROM clock_timestamp()) * 1000)::bigint
      FROM sudoku.store WHERE name = $1
      """
    /// Which partitions hold the rows of a store: those of all tables have the same number.
    case partition = """
      SELECT part FROM sudoku.store, generate_series(0, 15) part
      WHERE name = $1 AND to_regclass('sudoku.chunk_' || part) IS NOT NULL
        AND satisfies_hash_partition('sudoku.chunk'::regclass, 16, part, number)
      """
    /// Also the lock that puts the appends of one player into an order; other players' don't wait.
    case lockedStatus = """
      SELECT number, identity, epoch, player, revision, digest,
        (extract(epoch FROM clock_timestamp()) * 1000)::bigint
      FROM sudoku.store WHERE name = $1
      FOR NO KEY UPDATE
      """
    case updateStore = """
      UPDATE sudoku.store SET player = $2, revision = $3, digest = $4 WHERE number = $1
      """
    /// Moves the store on if it is as it was, and fails if it isn't: nothing after it is run then.
    ///
    /// It locks the store's row as `lockedStatus` does.
    case moveStore = """
      WITH moved AS (
        UPDATE sudoku.store SET revision = $4, digest = $5
        WHERE number = $1 AND revision = $2 AND digest = $3 RETURNING 1)
      SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint / count(*) FROM moved
      """
    case commitSoon = "SELECT set_config('synchronous_commit', 'off', true)"
    case announce = """
      SELECT pg_notify('sudoku_' || number, $2) FROM unnest($1::bigint[]) AS number
      """

    // Documents.
    /// A row for each stream, or one without.
    case document = """
      SELECT d.number, d.summary, s.device, s.seq, s.hash FROM sudoku.document d
      LEFT JOIN sudoku.stream s ON s.store = $1 AND s.document = d.number
      WHERE d.store = $1 AND d.id = $2
      """
    /// `status` and `document` as they are at one moment.
    case statusWithDocument = """
      SELECT p.number, p.identity, p.epoch, p.player, p.revision, p.digest,
        (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
        d.number, d.summary, s.device, s.seq, s.hash FROM sudoku.store p
      LEFT JOIN sudoku.document d ON d.store = $1 AND d.id = $2
      LEFT JOIN sudoku.stream s ON s.store = $1 AND s.document = d.number
      WHERE p.name = $3
      """
    /// The chunks that reach to what is known of each device or beyond.
    case chunksAfter = """
      SELECT device, first_seq, last_seq, previous_hash, hash, lines FROM (
      SELECT c.device, c.first_seq, c.last_seq, c.previous_hash, c.hash, c.lines,
        sum(octet_length(c.lines)) OVER (ORDER BY c.device, c.first_seq)
        - octet_length(c.lines) AS before
      FROM sudoku.document d
      JOIN sudoku.stream s ON s.store = d.store AND s.document = d.number
      LEFT JOIN unnest($3::bigint[], $4::bigint[]) AS known (device, seq) ON known.device = s.device
      CROSS JOIN LATERAL (
        SELECT * FROM sudoku.chunk
        WHERE store = $1 AND document = d.number AND device = s.device
          AND last_seq >= COALESCE(known.seq, 0)
        ORDER BY last_seq OFFSET 0) c
      WHERE d.store = $1 AND d.id = $2) bounded
      WHERE before < $5 ORDER BY device, first_seq
      """
    case chunkHolding = """
      SELECT device, first_seq, last_seq, previous_hash, hash, lines FROM sudoku.chunk
      WHERE store = $1 AND document = $2 AND device = $3 AND last_seq >= $4
      ORDER BY last_seq LIMIT 1
      """
    case chunksOfDevice = """
      SELECT device, first_seq, last_seq, previous_hash, hash, lines FROM (
        SELECT c.device, c.first_seq, c.last_seq, c.previous_hash, c.hash, c.lines,
          sum(octet_length(c.lines)) OVER (ORDER BY c.first_seq) - octet_length(c.lines) AS before
        FROM sudoku.chunk c
        JOIN sudoku.document d ON d.store = c.store AND d.number = c.document
        WHERE d.store = $1 AND d.id = $2 AND c.device = $3) bounded
      WHERE before < $4 ORDER BY first_seq
      """
    case insertDocument = """
      INSERT INTO sudoku.document (store, number, id, summary, status, last_stamp, leaf)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      """
    case updateDocument = """
      UPDATE sudoku.document SET summary = $3, status = $4, last_stamp = $5
      WHERE store = $1 AND number = $2
      """
    case saveStream = """
      INSERT INTO sudoku.stream (store, document, device, seq, hash) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (store, document, device) DO UPDATE SET seq = excluded.seq, hash = excluded.hash
      """
    case insertChunk = """
      INSERT INTO sudoku.chunk
        (store, number, document, device, first_seq, last_seq, previous_hash, hash, lines)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      """
    case deleteAnnouncements = """
      DELETE FROM sudoku.chunk WHERE store = $1 AND document = $2 AND device IS NULL
      """

    // Lists.
    case inProgress = """
      SELECT id, summary, last_stamp FROM sudoku.document
      WHERE store = $1 AND status = 1 AND (last_stamp, id) < ($2, $3)
      ORDER BY last_stamp DESC, id DESC LIMIT $4
      """
    /// The rows of a page up to a number of bytes, each with the number of rows without that bound.
    case changes = """
      SELECT number, document, device, first_seq, last_seq, previous_hash, hash, lines, total FROM (
        SELECT page.*, count(*) OVER () AS total, sum(octet_length(lines)) OVER (ORDER BY number)
          - octet_length(lines) AS before FROM (
            SELECT * FROM sudoku.chunk
            WHERE store = $1 AND number > $2 ORDER BY number LIMIT $3) page) bounded
      WHERE before < $4 ORDER BY number
      """
    case changedDocuments = """
      SELECT d.number, d.id, d.summary FROM (
        SELECT DISTINCT document FROM (
          SELECT document FROM sudoku.chunk
          WHERE store = $1 AND number > $2 ORDER BY number LIMIT $3) page) changed
      CROSS JOIN LATERAL (
        SELECT number, id, summary FROM sudoku.document
        WHERE store = $1 AND number = changed.document OFFSET 0) d
      """
    case leaves = "SELECT leaf, digest FROM sudoku.leaf WHERE store = $1"
    case someLeaves = """
      SELECT leaf, digest FROM sudoku.leaf WHERE store = $1 AND leaf = ANY($2::int[])
      """
    case leavesOfNodes = """
      SELECT leaf, digest FROM sudoku.leaf WHERE store = $1 AND leaf / 256 = ANY($2::int[])
      """
    case saveLeaf = """
      INSERT INTO sudoku.leaf (store, leaf, digest) VALUES ($1, $2, $3)
      ON CONFLICT (store, leaf) DO UPDATE SET digest = excluded.digest
      """
    case holdings = """
      SELECT d.id, s.device, s.seq, s.hash FROM (
        SELECT number, id FROM sudoku.document
        WHERE store = $1 AND leaf = ANY($2::int[]) AND id > $3 ORDER BY id LIMIT $4) d
      LEFT JOIN sudoku.stream s ON s.store = $1 AND s.document = d.number ORDER BY d.id
      """
    case contents = """
      SELECT status, COUNT(*), MAX(last_stamp) FROM sudoku.document
      WHERE store = $1 AND status > 0 GROUP BY status
      """

    /// The code of the failure of `moveStore`, a division by zero; no other statement divides.
    static let isOutdated = "22012"

    func sql(_ partition: Int?) -> String {
      guard let partition, Self.partitionedStatements.contains(self) else { return rawValue }
      return Self.partitionedTables.reduce(rawValue) { text, table in
        text.replacing(table, with: "\(table)_\(partition)")
      }
    }

    private static let partitionedTables = ["chunk", "document", "stream", "leaf"].map {
      "sudoku.\($0)"
    }

    /// The name in a connection: the case's, and the partition's number.
    func name(_ partition: Int?) -> String {
      let name = Self.names[self] ?? ""
      guard let partition, Self.partitionedStatements.contains(self) else { return name }
      return "\(name)_\(partition)"
    }

    private static let partitionedStatements = Set(
      allCases.filter { statement in
        partitionedTables.contains { statement.rawValue.contains($0) }
      })
    private static let names = Dictionary(uniqueKeysWithValues: allCases.map { ($0, "\($0)") })
  }

  extension SyncError.Kind {
    /// Another process has written to the store since it was read; never reaches a caller.
    static let outdated = Self("outdated")
    /// The transaction has met another one and is to be repeated; never reaches a caller.
    static let conflicting = Self("conflicting")
  }
#endif

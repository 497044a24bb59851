#if Postgres
  import SudokuSync

  /// The tables, by version: each migration leads from one version to the next.
  ///
  /// Every key begins with the number of the store, which holds one player's documents: the tables
  /// are partitioned by it, and a PostgreSQL that spreads tables over machines can do so by it.
  enum PostgresSchema {
    /// Brings the tables to the newest version; any number of processes may do so at once.
    static func migrate(
      _ connection: PostgresConnection, until deadline: Deadline
    ) throws(SyncError) {
      // A user who may not make tables can use those that are there.
      let hasTables = try connection.run([PostgresCommand(.hasTables)], until: deadline)[0]
      if hasTables.int(0, 0) == 1,
        try connection.run([PostgresCommand(.schemaVersion)], until: deadline)[0].int(0, 0)
          == migrations.count
      {
        return
      }
      // A session that waits for this lock holds no other.
      try connection.script(
        """
        BEGIN;
        SELECT pg_advisory_xact_lock(\(lock));
        CREATE SCHEMA IF NOT EXISTS sudoku;
        CREATE TABLE IF NOT EXISTS sudoku.migration (
          version int PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now());
        """, until: deadline)
      let version = try connection.run([PostgresCommand(.schemaVersion)], until: deadline)[0].int(
        0, 0)
      guard version <= migrations.count else {
        try connection.script("ROLLBACK", until: deadline)
        throw SyncError(
          .recordFromNewerVersion,
          "the tables have version \(version); this program knows \(migrations.count)")
      }
      for (index, sql) in migrations.enumerated().dropFirst(version) {
        try connection.script(
          sql + "; INSERT INTO sudoku.migration (version) VALUES (\(index + 1))", until: deadline)
      }
      try connection.script("COMMIT", until: deadline)
    }

    /// The number of the advisory lock: "sudoku" in ASCII.
    private static let lock = 0x7375_646F_6B75

    /// The number of partitions of the large tables.
    private static let partitions = 16

    private static let migrations = [
      """
      CREATE TABLE sudoku.store (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name text COLLATE "C" NOT NULL UNIQUE,
        identity text NOT NULL,
        epoch text NOT NULL,
        player text,
        revision bigint NOT NULL DEFAULT 0,
        digest bigint NOT NULL DEFAULT 0
      ) WITH (fillfactor = 50);
      CREATE TABLE sudoku.document (
        store bigint NOT NULL,
        number bigint NOT NULL,
        id text COLLATE "C" NOT NULL,
        summary text NOT NULL,
        status smallint NOT NULL,
        last_stamp bigint NOT NULL,
        leaf int NOT NULL,
        PRIMARY KEY (store, number),
        UNIQUE (store, id)
      ) PARTITION BY HASH (store);
      CREATE INDEX ON sudoku.document (store, last_stamp DESC, id DESC) WHERE status = 1;
      CREATE INDEX ON sudoku.document (store, leaf, id);
      CREATE TABLE sudoku.stream (
        store bigint NOT NULL,
        document bigint NOT NULL,
        device bigint NOT NULL,
        seq bigint NOT NULL,
        hash bigint NOT NULL,
        PRIMARY KEY (store, document, device)
      ) PARTITION BY HASH (store);
      CREATE TABLE sudoku.chunk (
        store bigint NOT NULL,
        number bigint NOT NULL,
        document bigint NOT NULL,
        device bigint,
        first_seq bigint NOT NULL,
        last_seq bigint NOT NULL,
        previous_hash bigint NOT NULL,
        hash bigint NOT NULL,
        lines bytea NOT NULL,
        PRIMARY KEY (store, number)
      ) PARTITION BY HASH (store);
      CREATE INDEX ON sudoku.chunk (store, document, device, last_seq);
      CREATE TABLE sudoku.leaf (
        store bigint NOT NULL,
        leaf int NOT NULL,
        digest bigint NOT NULL,
        PRIMARY KEY (store, leaf)
      ) PARTITION BY HASH (store);
      DO $$ BEGIN
        FOR part IN 0..\(partitions - 1) LOOP
          FOR name IN 1..4 LOOP
            EXECUTE format(
              'CREATE TABLE sudoku.%s_%s PARTITION OF sudoku.%s FOR VALUES WITH '
              '(MODULUS \(partitions), REMAINDER %s) WITH (fillfactor = %s)',
              (ARRAY['document', 'stream', 'chunk', 'leaf'])[name], part,
              (ARRAY['document', 'stream', 'chunk', 'leaf'])[name], part,
              CASE WHEN name = 3 THEN 100 ELSE 70 END);
          END LOOP;
        END LOOP;
      END $$
      """
    ]
  }
#endif

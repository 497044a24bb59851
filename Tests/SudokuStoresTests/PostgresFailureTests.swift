#if Postgres
  import Foundation
  import SudokuStoreConformance
  @testable import SudokuStores
  import SudokuSync
  import Synchronization
  import Testing

  /// The failures of a server, and whom they concern; in one suite, since a test there kills the server.
  extension PostgresStoreTests {
    /// Only what a document's data can cause blames the document.
    @Test(arguments: [
      ("42501", SyncError.Kind.unauthorized), ("28P01", .unauthorized), ("28000", .unauthorized),
      ("25006", .readOnly), ("53100", .diskFull), ("53300", .storeUnavailable),
      ("57014", .storeUnavailable), ("57P01", .storeUnavailable), ("08006", .storeUnavailable),
      ("40001", .conflicting), ("40P01", .conflicting), ("55P03", .storeUnavailable),
      ("42P01", .storeUnavailable), ("26000", .storeUnavailable), ("58030", .storeUnavailable),
      ("22021", .storeFailed), ("23505", .storeFailed), ("54000", .storeFailed),
      ("XX001", .storeFailed), ("P0001", .storeFailed),
    ])
    func aCodeHasItsKind(code: String, kind: SyncError.Kind) {
      #expect(PostgresConnection.kind(ofCode: code) == kind)
    }

    /// A role without rights, and one with a wrong password, are refused as such.
    @Test func aRoleWithoutRightsIsUnauthorized() async throws {
      let name = PostgresServer.freshName()
      let owner = try PostgresStore(url: PostgresServer.url(name))
      _ = try await owner.append(Fixtures.batch(1, 1...3))
      let role = "r" + name.filter { $0 != "-" }
      let session = try PostgresSession()
      try session.run(
        "CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA sudoku TO \(role); "
          + "GRANT SELECT ON ALL TABLES IN SCHEMA sudoku TO \(role)")
      let url = try #require(PostgresServer.url).replacing(/\/\/([^@\/]*@)?/) { _ in "//\(role)@" }
      let reader = try PostgresStore(url: url + (url.contains("?") ? "&" : "?") + "store=\(name)")
      do {
        _ = try await reader.append(Fixtures.batch(2, 1...3))
        Issue.record("a role without rights wrote")
      } catch let error as SyncError {
        #expect(error.kind == .unauthorized, "\(error)")
      }
      try session.run("DROP OWNED BY \(role); DROP ROLE \(role)")
      await reader.close()
      await owner.close()
    }

    /// A store that can't be found or made costs the others no news.
    @Test func oneStoreThatFailsEndsNoNews() async throws {
      let name = PostgresServer.freshName()
      let session = try PostgresSession()
      // As a row level policy or a broken trigger would.
      try session.run(
        "CREATE FUNCTION sudoku.refuse() RETURNS trigger AS $$ BEGIN IF NEW.name LIKE '\(name)-bad%' "
          + "THEN RAISE EXCEPTION 'no'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql; "
          + "CREATE TRIGGER refuse BEFORE INSERT ON sudoku.store FOR EACH ROW EXECUTE FUNCTION sudoku.refuse()"
      )
      let base = try #require(PostgresServer.url)
      let pool = try PostgresPool(url: base)
      let bad = try pool.store(name + "-bad")
      let good = try pool.store(name + "-good")
      let badWatch = bad.watch()
      let goodWatch = good.watch()
      try await Task.sleep(for: .milliseconds(1_500))
      let other = try PostgresStore(url: PostgresServer.url(name + "-good"))
      let news = Mutex(false)
      let listener = Task {
        for await _ in goodWatch { news.withLock { $0 = true } }
      }
      try await Task.sleep(for: .milliseconds(500))
      news.withLock { $0 = false }
      _ = try await other.append(Fixtures.batch(1, 1...3))
      for _ in 0..<500 where !news.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(10)) }
      #expect(news.withLock { $0 })
      listener.cancel()
      withExtendedLifetime(badWatch) {}
      pool.close()
      await other.close()
      try session.run("DROP TRIGGER refuse ON sudoku.store; DROP FUNCTION sudoku.refuse()")
    }
  }
#endif

#if Network
  import AsyncHTTPClient
  import Foundation
  import SudokuCore
  import SudokuSession
  import SudokuStoreConformance
  @testable import SudokuStores
  import SudokuSync
  import Synchronization
  import Testing

  /// Those of a server need one: `Scripts/place-servers swift test --traits Network --filter S3Tests`.
  @Suite("S3 store", .serialized) struct S3Tests {
    static let server = ProcessInfo.processInfo.environment["SUDOKU_S3"]
    static let needsServer = "no server of S3's protocol: run by Scripts/place-servers"
    private static let keys = S3Keys(identifier: "test", secret: "testing")

    /// Makes a bucket; returns its name.
    private static func bucket() async throws -> String {
      let name = "b\(UInt64.random(in: 0...UInt64.max))"
      var request = HTTPClientRequest(url: "\(server ?? "")/\(name)")
      request.method = .PUT
      let (host, date) = (String((server ?? "").dropFirst(7)), SystemClock.wallMilliseconds())
      let signature = S3Signature(keys: keys, region: "us-east-1", milliseconds: date)
      for header in signature.headers("PUT", host: host, path: "/\(name)", query: [:], body: []) {
        request.headers.add(name: header.name, value: header.value)
      }
      let response = try await HTTPClient.shared.execute(request, timeout: .seconds(10))
      #expect(response.status == .ok)
      return name
    }

    private static func place(_ bucket: String, _ prefix: String) throws -> S3Place {
      try S3Place(
        try S3Address("//\(bucket)/\(prefix)?endpoint=\(server ?? "")&region=us-east-1"),
        keys: { keys })
    }

    @Test(.enabled(if: server != nil, "\(needsServer)"))
    func conforms() async throws {
      let bucket = try await Self.bucket()
      let findings = try await PlaceConformance { try Self.place(bucket, "games/\($0)") }.run()
      #expect(findings.isEmpty, "\(findings)")
    }

    /// More than a thousand objects come in pages; those of other prefixes don't.
    @Test(.enabled(if: server != nil, "\(needsServer)"))
    func longLists() async throws {
      let bucket = try await Self.bucket()
      let place = try Self.place(bucket, "anna")
      _ = try await Self.place(bucket, "anna2").create("other", [0x31])
      try await withThrowingTaskGroup(of: Void.self) { group in
        for lane in 0..<8 {
          group.addTask {
            for number in 0..<130 { _ = try await place.create("a.\(lane * 130 + number)", [0x31]) }
          }
        }
        try await group.waitForAll()
      }
      let first = try await place.names(since: nil)
      #expect(first.hasMore && first.startsOver)
      let second = try await place.names(since: first.next)
      #expect(!second.hasMore && !second.startsOver && second.next == nil)
      #expect(Set(first.created.keys).union(second.created.keys).count == 1_040)
    }

    @Test(.enabled(if: server != nil, "\(needsServer)"))
    func missingBucket() async throws {
      let place = try Self.place("no-such-bucket", "anna")
      let error = await #expect(throws: SyncError.self) { try await place.names(since: nil) }
      #expect(error?.message.contains("NoSuchBucket") ?? false)
    }

    /// The example "Get Bucket (List Objects)" of Amazon's documentation of the signature.
    @Test func signature() {
      let keys = S3Keys(
        identifier: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
      let signature = S3Signature(keys: keys, region: "us-east-1", milliseconds: 1_369_353_600_000)
      #expect(signature.date == "20130524T000000Z")
      let headers = signature.headers(
        "GET", host: "examplebucket.s3.amazonaws.com", path: "/",
        query: ["max-keys": "2", "prefix": "J"], body: [])
      #expect(
        headers.last?.value.hasSuffix(
          "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7") ?? false)
    }

    @Test func addresses() throws {
      let plain = try S3Address("//games/players/anna?region=eu-west-1")
      #expect(plain.pollSeconds == 4)
      #expect(try S3Address("//games?poll=60").pollSeconds == 60)
      #expect(plain.host == "games.s3.eu-west-1.amazonaws.com" && plain.path("k") == "/k")
      #expect(plain.prefix == "players/anna/" && plain.isPrivate)
      let own = try S3Address("//games?endpoint=http://127.0.0.1:9000")
      #expect(own.host == "127.0.0.1:9000" && own.path("k") == "/games/k" && own.isPrivate)
      let virtual = try S3Address("//games?endpoint=https://r2.example&style=virtual")
      #expect(virtual.host == "games.r2.example" && virtual.path("") == "/")
      for bad in [
        "games", "//", "//a b", "//games/../x", "//games?key=x", "//games?endpoint=ftp://x",
        "//games?endpoint=https://u:p@x", "//games?style=odd", "//games?region=a/b",
        "//games?poll=0", "//games?poll=soon", "//games?poll=86401",
      ] {
        #expect(throws: SyncError.self) { try S3Address(bad) }
      }
      #expect(throws: SyncError.self) {
        try S3Place(try S3Address("//games?endpoint=http://example.org"))
      }
    }

    @Test func keysInFile() {
      let text = """
        [default]
        aws_access_key_id = AK1
        aws_secret_access_key = s1
        [work]
        aws_access_key_id=AK2
        aws_secret_access_key=s2=
        aws_session_token=t
        """
      #expect(S3Keys(profile: "default", in: text) == S3Keys(identifier: "AK1", secret: "s1"))
      #expect(
        S3Keys(profile: "work", in: text)
          == S3Keys(identifier: "AK2", secret: "s2=", token: "t"))
      #expect(S3Keys(profile: "other", in: text) == nil)
    }
  }
#endif

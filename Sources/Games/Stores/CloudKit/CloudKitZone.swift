#if canImport(CloudKit)
  import CloudKit
  import Foundation
  import SudokuSync

  /// A player's games in the private database of iCloud.
  ///
  /// ```swift
  /// let store = CloudKitStore.store(container: .default(), cache: cacheFile.path)
  /// ```
  ///
  /// Its decisions were tested with simulated answers. This file was neither compiled with CloudKit nor run
  /// against iCloud: see <doc:KeepGamesInCloudKit>.
  public enum CloudKitStore {
    /// The notification that an app posts when a push of its subscription has arrived.
    public static let pushed = Notification.Name("sudoku.cloudkit.pushed")

    /// The store in a zone of a container's private database.
    ///
    /// - Parameters:
    ///   - container: The app's container.
    ///   - zone: The zone's name; the first value makes the zone.
    ///   - account: The record name of the account that this device's games belong to; `nil` for the one
    ///     that is signed in first.
    ///   - cache: A file for what was read, so that the next launch reads only what came since.
    public static func store(
      container: CKContainer, zone: String = "Sudoku", account: String? = nil, cache: String?
    ) -> any SyncStore {
      PlaceStore(
        RecordZonePlace(CloudKitZone(container: container, zone: zone), account: account),
        cache: cache)
    }

    /// Makes the zone again after the player deleted it; a store opened afterwards is refilled.
    public static func refill(container: CKContainer, zone: String = "Sudoku") async throws {
      try await CloudKitZone(container: container, zone: zone).makeZone()
    }
  }

  /// Calls CloudKit and translates its errors; decides nothing.
  struct CloudKitZone: RecordZone {
    private let container: CKContainer
    private let zoneID: CKRecordZone.ID

    /// The type of the records, and their field.
    private static let recordType = "SudokuSegment"
    private static let field = "value"

    init(container: CKContainer, zone: String) {
      self.container = container
      zoneID = CKRecordZone.ID(zoneName: zone, ownerName: CKCurrentUserDefaultName)
    }

    private var database: CKDatabase { container.privateCloudDatabase }

    func account() async throws(ZoneFailure) -> String? {
      try await calling {
        guard try await container.accountStatus() == .available else { return nil }
        return try await container.userRecordID().recordName
      }
    }

    func makeZone() async throws(ZoneFailure) {
      try await calling { _ = try await database.save(CKRecordZone(zoneID: zoneID)) }
      try await calling {
        let subscription = CKDatabaseSubscription(subscriptionID: "sudoku-\(zoneID.zoneName)")
        let info = CKSubscription.NotificationInfo()
        info.shouldSendContentAvailable = true
        subscription.notificationInfo = info
        _ = try await database.save(subscription)
      }
    }

    func save(_ records: [String: [UInt8]]) async throws(ZoneFailure) -> [String: String] {
      let new = records.map { name, value in
        let record = CKRecord(recordType: Self.recordType, recordID: id(name))
        record[Self.field] = Data(value)
        return record
      }
      return try await calling {
        let (saved, _) = try await database.modifyRecords(
          saving: new, deleting: [], savePolicy: .ifServerRecordUnchanged, atomically: true)
        var tags: [String: String] = [:]
        for (id, result) in saved { tags[id.recordName] = try result.get().recordChangeTag }
        return tags
      }
    }

    func records(_ names: [String]) async throws(ZoneFailure) -> [String: [UInt8]] {
      try await calling {
        var values: [String: [UInt8]] = [:]
        for (id, result) in try await database.records(for: names.map(id)) {
          do {
            let value = try result.get()[Self.field] as? Data
            values[id.recordName] = value.map { Array($0) }
          } catch let error as CKError where error.code == .unknownItem {}
        }
        return values
      }
    }

    func delete(_ names: [String]) async throws(ZoneFailure) {
      try await calling {
        let (_, deleted) = try await database.modifyRecords(
          saving: [], deleting: names.map(id), savePolicy: .ifServerRecordUnchanged,
          atomically: false)
        for result in deleted.values {
          do { try result.get() } catch let error as CKError where error.code == .unknownItem {}
        }
      }
    }

    func changes(since token: String?) async throws(ZoneFailure) -> ZoneChanges {
      try await calling {
        let old = try token.flatMap { Data(base64Encoded: $0) }.map {
          try NSKeyedUnarchiver.unarchivedObject(ofClass: CKServerChangeToken.self, from: $0)
        }
        let page = try await database.recordZoneChanges(
          inZoneWith: zoneID, since: old.flatMap { $0 }, desiredKeys: [])
        var changed: [String: String] = [:]
        for (id, result) in page.modificationResultsByID {
          changed[id.recordName] = try result.get().record.recordChangeTag ?? ""
        }
        let data = try NSKeyedArchiver.archivedData(
          withRootObject: page.changeToken, requiringSecureCoding: true)
        return ZoneChanges(
          changed: changed, deleted: page.deletions.map(\.recordID.recordName),
          token: data.base64EncodedString(), moreComing: page.moreComing)
      }
    }

    func pushes() -> AsyncStream<Void>? {
      AsyncStream { continuation in
        let task = Task {
          for await _ in NotificationCenter.default.notifications(named: CloudKitStore.pushed) {
            continuation.yield()
          }
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    }

    private func id(_ name: String) -> CKRecord.ID { CKRecord.ID(recordName: name, zoneID: zoneID) }

    private func calling<Value>(
      _ body: () async throws -> Value
    ) async throws(ZoneFailure) -> Value {
      do { return try await body() } catch { throw ZoneFailure(error) }
    }
  }

  extension ZoneFailure {
    init(_ error: any Error) {
      guard let error = error as? CKError else {
        self.init(error is CancellationError ? .operationCancelled : .other)
        return
      }
      let partial = error.partialErrorsByItemID ?? [:]
      self.init(
        Code(error.code), retryAfterSeconds: error.retryAfterSeconds,
        partial: Dictionary(
          partial.map { id, error in
            ((id as? CKRecord.ID)?.recordName ?? "", Code((error as? CKError)?.code))
          }, uniquingKeysWith: { first, _ in first }))
      message = error.localizedDescription
    }
  }

  extension ZoneFailure.Code {
    init(_ code: CKError.Code?) {
      self =
        switch code {
        case .networkUnavailable: .networkUnavailable
        case .networkFailure: .networkFailure
        case .serviceUnavailable: .serviceUnavailable
        case .requestRateLimited: .requestRateLimited
        case .zoneBusy: .zoneBusy
        case .serverResponseLost: .serverResponseLost
        case .operationCancelled: .operationCancelled
        case .accountTemporarilyUnavailable: .accountTemporarilyUnavailable
        case .notAuthenticated: .notAuthenticated
        case .permissionFailure: .permissionFailure
        case .managedAccountRestricted: .managedAccountRestricted
        case .quotaExceeded: .quotaExceeded
        case .limitExceeded: .limitExceeded
        case .serverRecordChanged: .serverRecordChanged
        case .unknownItem: .unknownItem
        case .batchRequestFailed: .batchRequestFailed
        case .partialFailure: .partialFailure
        case .changeTokenExpired: .changeTokenExpired
        case .zoneNotFound: .zoneNotFound
        case .userDeletedZone: .userDeletedZone
        default: .other
        }
    }
  }
#endif

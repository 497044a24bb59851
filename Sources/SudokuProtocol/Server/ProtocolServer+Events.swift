import JSONCoding
import SudokuPlayer
import SudokuSession
import SudokuSync

/// What happens in the library, as notifications.
extension ProtocolServer {
  /// Tells subscribers what happened.
  func announce(_ event: LibraryEvent) {
    guard !topics.isEmpty else { return }
    switch event {
    case .changed(let id, let origin, let rev, let status):
      notify(
        "game.changed",
        [
          "game": .string(id.rawValue), "origin": .string(origin.rawValue),
          "rev": JSONValue(rev), "status": .string(status.rawValue),
        ])
    case .completed(let id, let elapsed, let mistakes):
      notify(
        "game.completed",
        [
          "elapsedMilliseconds": JSONValue(elapsed), "game": .string(id.rawValue),
          "mistakes": JSONValue(mistakes),
        ])
    case .completedElsewhere(let id, let wasCurrent):
      notify(
        "game.completedElsewhere",
        ["game": .string(id.rawValue), "wasCurrent": .bool(wasCurrent)])
    case .merged(let id, let cells, let device):
      notify(
        "sync.merged",
        [
          "cells": Shape.cells(cells), "fromDevice": .string(device?.description ?? ""),
          "game": .string(id.rawValue),
        ])
    case .conflict(let id, let conflict):
      notify(
        "sync.conflict",
        ["conflict": Shape.encoded(conflict), "game": .string(id.rawValue)])
    case .synced(let report):
      notify(
        "sync.status",
        [
          "error": report.error.map { .string($0.description) } ?? .null,
          "online": .bool(report.error == nil), "pulled": JSONValue(report.pulled),
          "pushed": JSONValue(report.pushed),
        ])
    }
  }
}

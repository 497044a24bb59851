#if canImport(SwiftUI)
  import Foundation
  import SwiftUI

  /// The smallest app that keeps a game: open, play, undo, hints.
  @main struct PlayApp: App {
    @State private var model = PlayApp.model()
    @Environment(\.scenePhase) private var phase

    var body: some Scene {
      WindowGroup {
        switch model {
        case .success(let model):
          GameView(model: model)
            .task { await model.appear() }
            .onChange(of: phase) {
              if phase == .background { Task { await model.suspend() } }
            }
        case .failure(let error):
          ContentUnavailableView(error.localizedDescription, systemImage: "xmark.circle")
        }
      }
    }

    private static func model() -> Result<GameModel, any Error> {
      let file = URL.documentsDirectory.appending(path: "games.sqlite")
      return Result { try GameModel(path: file.path(percentEncoded: false)) }
    }
  }
#endif

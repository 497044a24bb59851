/// Where the planes of a `BatchKernel` lie in its one block of memory.
///
/// One block, so that all planes share few pages and their distances are known when the code is
/// compiled. Computed properties, as stored ones would be globals that the kernels must not share.
/// Each region begins where the one before it ends; sizes are in planes.
enum PlaneLayout {
  /// 729 candidates, rounded up to whole bytes of a node: transposes read and write 8 at a time.
  static var boardSize: Int { 736 }
  /// 8 lanes x 6 parts of a node x 16 vectors: what the transposes of nodes read and write.
  static var transposeBufferSize: Int { 768 }

  static var state: Int { 0 }
  static var second: Int { state + boardSize }
  static var transposeBuffer: Int { second + boardSize }
  static var singles: Int { transposeBuffer + transposeBufferSize }
  static var scratch: Int { singles + 81 }
  static var locks: Int { scratch + 81 }
  static var columnSingles: Int { locks + 27 }
  static var openMinirows: Int { columnSingles + 27 }
  static var openColumns: Int { openMinirows + 243 }
  static var branching: Int { openColumns + 81 }
  static var input: Int { branching + Branching.size }
  static var output: Int { input + 324 }
  static var size: Int { output + 324 }

  /// The tables of the branching rule, for 54 lines: six bands and stacks with nine digits each.
  enum Branching {
    /// Nine planes for each line: its minirows that still hold the digit.
    static var places: Int { 0 }
    /// Three planes for each line: how many ways there are to place the digit, as a binary number.
    static var ways: Int { places + 54 * 9 }
    /// One plane for each line: whether it was chosen.
    static var chosen: Int { ways + 54 * 3 }
    /// 702 are in use.
    static var size: Int { 720 }
  }
}

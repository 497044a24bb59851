import CSudokuVectors

/// The instruction sets that the solver's kernels are compiled for.
///
/// All give the same results; by default the solvers choose the best one for the machine.
///
/// ```swift
/// InstructionSet.best                      // .avx512 on a recent server
/// InstructionSet.avx2.isAvailable
/// InstructionSet(rawValue: "baseline")
/// ```
public enum InstructionSet: String, CaseIterable, Hashable, Sendable {
  /// The set that every processor of the architecture has: SSE2 on x86-64, NEON on ARM.
  case baseline
  /// x86-64-v3: AVX2, BMI2.
  case avx2
  /// AVX-512 as since the Skylake servers and Zen 4: F, BW, CD, DQ, VL.
  ///
  /// The kernel for single boards also needs VBMI and GFNI. Processors before Ice Lake run the AVX2 one.
  case avx512

  /// True if this build has the kernel and this machine can run it.
  public var isAvailable: Bool {
    switch self {
    case .baseline: true
    case .avx2: InstructionSet.hasAllKernels && sudoku_best_isa() >= sudoku_isa_avx2.rawValue
    case .avx512: InstructionSet.hasAllKernels && sudoku_best_isa() >= sudoku_isa_avx512.rawValue
    }
  }

  /// The fastest one available.
  public static let best: InstructionSet = allCases.last { $0.isAvailable } ?? .baseline

  /// True if the AVX-512 kernel for single boards can run.
  static let hasVBMI = hasAllKernels && sudoku_best_isa() >= sudoku_isa_avx512_vbmi.rawValue

  /// True if kernels beside the portable one were compiled in.
  ///
  /// A package that depends on this one by version has none: the flags that they need are refused there.
  package static var hasAllKernels: Bool {
    #if SUDOKU_ALL_KERNELS
      true
    #else
      false
    #endif
  }
}

// swift-tools-version: 6.2
import PackageDescription

/// The benchmark suites: `swift package --package-path Benchmarks benchmark`.
///
/// A package of its own, so that nobody who builds this repository fetches its dependencies.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v26)],
  dependencies: [
    .package(name: "sudoku", path: ".."),
    .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "SolverBenchmarks",
      dependencies: [
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "SudokuEngine", package: "sudoku"),
      ],
      path: "Benchmarks/SolverBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
  ],
  swiftLanguageModes: [.v6]
)

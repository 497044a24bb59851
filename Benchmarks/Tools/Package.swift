// swift-tools-version: 6.2
import PackageDescription

/// Programs that measure: beside the benchmark suites, and without their dependencies.
let package = Package(
  name: "tools",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "sudoku", path: "../..")],
  targets: [
    // Runs other programs' solvers and ours side by side; see Benchmarks/Scripts/rivals.
    .executableTarget(
      name: "rivals",
      dependencies: [
        .product(name: "SudokuEngine", package: "sudoku")
      ]),
    // The cost of JSON alone, the floor for Benchmarks/Scripts/serve-speed.
    .executableTarget(name: "jansson-floor", linkerSettings: [.linkedLibrary("jansson")]),
  ],
  swiftLanguageModes: [.v6]
)

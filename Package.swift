// swift-tools-version: 6.2
import PackageDescription

/// Whether another package depends on this one: dependencies lie in a folder `checkouts`.
///
/// There `unsafeFlags` are refused (for dependencies by version), so a dependent package gets the
/// portable kernel and plain settings.
let isDependency = Context.packageDirectory.split(separator: "/").dropLast().last == "checkouts"

/// Settings of every target of ours: warnings are errors while we develop, never for our users.
let common: [SwiftSetting] = isDependency ? [] : [.treatAllWarnings(as: .error)]

/// Settings of the modules that only connect others: plain debug builds compile in a third of the time.
///
/// In release builds the debugger gets lines, not variables: a tenth less to compile.
let plain: [SwiftSetting] =
  common
  + (isDependency ? [] : [.unsafeFlags(["-gline-tables-only"], .when(configuration: .release))])

/// Settings of the modules that do the heavy computing: optimised in debug builds too, so that the
/// tests can run over the big puzzle sets.
let optimised: [SwiftSetting] =
  plain
  + (isDependency
    ? [] : [.unsafeFlags(["-O", "-wmo", "-num-threads", "2"], .when(configuration: .debug))])

/// Settings of the modules that search for steps: no run-time checks for overlapping access in
/// release builds.
///
/// They cost up to a tenth of the time there; debug builds, and so the tests, keep them. Modules
/// that keep games keep them always.
let unchecked: [SwiftSetting] =
  optimised
  + (isDependency
    ? []
    : [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))])

/// Whether the solver's kernels for AVX2 and AVX-512 are built beside the portable one.
#if arch(x86_64)
  let hasAllKernels = !isDependency
#else
  let hasAllKernels = false
#endif

/// The solver's kernels: one source, compiled once for each instruction set.
///
/// The folders of all but the portable ones hold symbolic links to the files of those.
let kernels: [Target] =
  [
    kernel("SudokuKernel", march: nil),
    kernel("SudokuBatchKernel", "CSudokuBatch", march: nil),
  ]
  + (hasAllKernels
    ? [
      kernel("SudokuKernelAVX2", march: "x86-64-v3"),
      kernel("SudokuKernelAVX512", march: "icelake-server"),
      kernel("SudokuBatchKernelAVX2", "CSudokuBatch", march: "x86-64-v3"),
      kernel("SudokuBatchKernelAVX512", "CSudokuBatch", march: "icelake-server"),
    ] : [])

func kernel(
  _ name: String, _ vectors: Target.Dependency = "CSudokuVectors", march: String?
) -> Target {
  .target(
    name: name, dependencies: [vectors],
    swiftSettings: optimised
      + [.define("SUDOKU_INVARIANTS", .when(configuration: .debug))]
      + (march.map { [.unsafeFlags(["-Xcc", "-march=\($0)"])] } ?? []))
}

func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = optimised
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name + "Tests",
    dependencies: [.init(stringLiteral: name), "TestSupport"] + dependencies,
    exclude: exclude, swiftSettings: common)
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let sqlite = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqliteLibrary = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

/// A product that only builds with the trait `Network` use, or even fetch.
func network(_ name: String, _ package: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: ["Network"]))
}

let package = Package(
  name: "sudoku",
  // `InlineArray`, in which boards lie, needs these. Linux is what is tested.
  platforms: [.macOS(.v26), .iOS(.v26)],
  products: [
    // All that needs neither a file nor a network, by one import.
    .library(name: "SudokuKit", targets: ["SudokuKit"]),
    .library(name: "SudokuCore", targets: ["SudokuCore"]),
    .library(name: "SudokuSolver", targets: ["SudokuSolver"]),
    .library(name: "SudokuIdentity", targets: ["SudokuIdentity"]),
    .library(name: "SudokuTechniques", targets: ["SudokuTechniques"]),
    .library(name: "SudokuExplainer", targets: ["SudokuExplainer"]),
    .library(name: "SudokuRating", targets: ["SudokuRating"]),
    .library(name: "SudokuHints", targets: ["SudokuHints"]),
    .library(name: "SudokuGenerator", targets: ["SudokuGenerator"]),
    .library(name: "SudokuToolbox", targets: ["SudokuToolbox"]),
    .library(name: "SudokuFormats", targets: ["SudokuFormats"]),
    .library(name: "JSONCoding", targets: ["JSONCoding"]),
    .library(name: "SudokuSession", targets: ["SudokuSession"]),
    .library(name: "SudokuRecords", targets: ["SudokuRecords"]),
    .library(name: "SudokuSync", targets: ["SudokuSync"]),
    .library(name: "SudokuSyncTestSupport", targets: ["SudokuSyncTestSupport"]),
    .library(name: "SudokuStoreSQLite", targets: ["SudokuStoreSQLite"]),
    .library(name: "SudokuStoreExec", targets: ["SudokuStoreExec"]),
    .library(name: "SudokuStorePostgres", targets: ["SudokuStorePostgres"]),
    .library(name: "SudokuStoreHTTP", targets: ["SudokuStoreHTTP"]),
    .library(name: "SudokuStoreServer", targets: ["SudokuStoreServer"]),
    .library(name: "SudokuPlayServer", targets: ["SudokuPlayServer"]),
    .library(name: "SudokuPlayer", targets: ["SudokuPlayer"]),
    .library(name: "SudokuProtocol", targets: ["SudokuProtocol"]),
    .executable(name: "sudoku", targets: ["sudoku"]),
  ],
  traits: [
    .trait(name: "Postgres", description: "The postgres:// store; needs libpq-dev."),
    .trait(name: "Network", description: "The http:// store and the sync server."),
    .default(enabledTraits: []),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // Fetched with the trait `Network` only.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
  ],
  targets: [
    // The order of the modules: arrows point only to modules above (see Scripts/check-imports).
    module("SudokuCore"),
    .target(name: "CSudokuVectors"),
    .target(name: "CSudokuBatch"),
    module(
      "SudokuSolver",
      ["SudokuCore", "CSudokuVectors", "CSudokuBatch"]
        + kernels.map { .init(stringLiteral: $0.name) },
      settings: optimised + (hasAllKernels ? [.define("SUDOKU_ALL_KERNELS")] : [])),
    module("SudokuIdentity", ["SudokuCore", "SudokuSolver"]),
    module("SudokuTechniques", ["SudokuCore"], settings: unchecked),
    module(
      "SudokuExplainer", ["SudokuCore", "SudokuSolver", "SudokuTechniques"], settings: unchecked),
    module(
      "SudokuRating", ["SudokuCore", "SudokuSolver", "SudokuTechniques", "SudokuExplainer"],
      settings: unchecked),
    module(
      "SudokuHints", ["SudokuCore", "SudokuSolver", "SudokuTechniques", "SudokuExplainer"]),
    module(
      "SudokuGenerator",
      ["SudokuCore", "SudokuSolver", "SudokuTechniques", "SudokuRating"]),
    module(
      "SudokuToolbox", ["SudokuCore", "SudokuSolver", "SudokuIdentity", "SudokuGenerator"]),
    module("SudokuFormats", ["SudokuCore"]),
    .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
    module("JSONCoding", ["CJansson"]),
    module(
      "SudokuSession", ["SudokuCore", "SudokuSolver", "SudokuIdentity"]),
    module(
      "SudokuKit",
      [
        "SudokuCore", "SudokuExplainer", "SudokuFormats", "SudokuGenerator", "SudokuHints",
        "SudokuIdentity", "SudokuRating", "SudokuSession", "SudokuSolver", "SudokuTechniques",
      ], settings: plain),
    module(
      "SudokuSync", ["SudokuCore", "SudokuSession", "SudokuIdentity", "JSONCoding"]),
    module(
      "SudokuRecords",
      [
        "SudokuCore", "SudokuSolver", "SudokuIdentity", "SudokuTechniques", "SudokuExplainer",
        "SudokuRating", "SudokuHints", "SudokuGenerator", "SudokuSession", "JSONCoding",
      ], settings: plain),
    module(
      "SudokuStoreSQLite",
      ["SudokuSync", "SudokuSession", "JSONCoding", sqlite, sqliteLibrary], settings: plain),
    module(
      "SudokuStoreExec", ["SudokuSync", "SudokuSession", "JSONCoding"], settings: plain),
    .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    // Empty without the trait `Postgres`.
    module(
      "SudokuStorePostgres",
      [
        "SudokuSync", "SudokuSession", "JSONCoding",
        .target(name: "CLibPQ", condition: .when(traits: ["Postgres"])),
      ], settings: plain),
    // Both empty without the trait `Network`.
    module(
      "SudokuStoreHTTP",
      [
        "SudokuSync", "JSONCoding",
        network("AsyncHTTPClient", "async-http-client"), network("NIOCore", "swift-nio"),
        network("NIOHTTP1", "swift-nio"), network("NIOPosix", "swift-nio"),
      ], settings: plain),
    module(
      "SudokuStoreServer",
      [
        "SudokuIdentity", "SudokuSession", "SudokuSync", "JSONCoding", sqlite,
        network("Hummingbird", "hummingbird"), network("HummingbirdCore", "hummingbird"),
        network("HummingbirdTLS", "hummingbird"),
        network("ServiceLifecycle", "swift-service-lifecycle"),
        network("Metrics", "swift-metrics"), network("NIOCore", "swift-nio"),
        network("NIOSSL", "swift-nio-ssl"), logging,
      ], settings: plain),
    module(
      "SudokuPlayServer",
      [
        "SudokuSync", "SudokuStoreServer",
        network("ServiceLifecycle", "swift-service-lifecycle"), network("NIOCore", "swift-nio"),
        network("NIOPosix", "swift-nio"), network("NIOHTTP1", "swift-nio"),
        network("NIOWebSocket", "swift-nio"), network("NIOSSL", "swift-nio-ssl"), logging,
      ], settings: plain),
    module(
      "SudokuSyncTestSupport", ["SudokuSync", "SudokuSession", "SudokuCore"], settings: plain),
    module(
      "SudokuPlayer",
      [
        "SudokuCore", "SudokuIdentity", "SudokuTechniques", "SudokuRating", "SudokuHints",
        "SudokuGenerator", "SudokuSession", "SudokuSync", "JSONCoding",
      ], settings: plain),
    module(
      "SudokuSyncSimulator",
      [
        "SudokuCore", "SudokuIdentity", "SudokuSession", "SudokuSync", "SudokuPlayer",
      ]),
    // Apart, so that the simulator is compiled beside GRDB and not after it.
    module(
      "SudokuSyncSimulatorSQLite",
      ["SudokuCore", "SudokuSync", "SudokuStoreSQLite", "SudokuSyncSimulator"], settings: plain),
    module(
      "SudokuProtocol",
      [
        "SudokuCore", "SudokuSolver", "SudokuIdentity", "SudokuTechniques", "SudokuExplainer",
        "SudokuRating", "SudokuHints", "SudokuGenerator", "SudokuFormats", "SudokuSession",
        "SudokuSync", "SudokuPlayer", "SudokuRecords", "JSONCoding",
      ], settings: plain),
    .executableTarget(
      name: "sudoku",
      dependencies: [
        "SudokuCore", "SudokuSolver", "SudokuIdentity", "SudokuTechniques", "SudokuExplainer",
        "SudokuRating", "SudokuHints", "SudokuGenerator", "SudokuToolbox", "SudokuFormats",
        "SudokuSession", "SudokuSync", "SudokuStoreSQLite", "SudokuStoreExec",
        "SudokuStorePostgres", "SudokuStoreHTTP", "SudokuStoreServer", "SudokuPlayServer",
        "SudokuSyncTestSupport", "SudokuSyncSimulator", "SudokuSyncSimulatorSQLite", "SudokuPlayer",
        "SudokuProtocol", "SudokuRecords", "JSONCoding",
        argumentParser, logging,
      ],
      swiftSettings: common),

    .target(
      name: "TestSupport",
      dependencies: [
        "SudokuCore", "SudokuSolver", "SudokuTechniques", "SudokuExplainer", "SudokuFormats",
      ],
      path: "Tests/TestSupport",
      swiftSettings: optimised),
    .executableTarget(
      name: "solver-soak", dependencies: ["SudokuCore", "SudokuSolver", "TestSupport"],
      path: "Benchmarks/SolverSoak", swiftSettings: optimised),
    .executableTarget(
      name: "fuzz-readers", dependencies: ["SudokuCore", "SudokuFormats", "TestSupport"],
      path: "Benchmarks/FuzzReaders", swiftSettings: optimised),
    .executableTarget(
      name: "simulate-soak",
      dependencies: ["SudokuSyncSimulator", "SudokuSyncSimulatorSQLite"],
      path: "Benchmarks/SimulateSoak", swiftSettings: common),
    .executableTarget(
      name: "step-soak",
      dependencies: [
        "SudokuCore", "SudokuSolver", "SudokuTechniques", "SudokuExplainer", "SudokuHints",
        "TestSupport",
      ],
      path: "Benchmarks/StepSoak", swiftSettings: optimised),
    tests("SudokuCore"),
    tests("SudokuSolver", ["SudokuCore", "SudokuBatchKernel", "CSudokuBatch"]),
    tests("SudokuIdentity", ["SudokuCore", "SudokuSolver"]),
    tests("SudokuTechniques", ["SudokuCore", "SudokuSolver", "SudokuExplainer"]),
    tests("SudokuExplainer", ["SudokuCore", "SudokuSolver", "SudokuTechniques"]),
    tests(
      "SudokuRating", ["SudokuCore", "SudokuSolver", "SudokuTechniques", "SudokuExplainer"]),
    tests("SudokuHints", ["SudokuCore", "SudokuSolver", "SudokuTechniques"]),
    tests(
      "SudokuGenerator",
      ["SudokuCore", "SudokuSolver", "SudokuTechniques", "SudokuExplainer", "SudokuRating"]),
    tests("SudokuToolbox", ["SudokuCore", "SudokuSolver", "SudokuIdentity", "SudokuGenerator"]),
    tests("SudokuFormats", ["SudokuCore"]),
    tests("JSONCoding", ["SudokuCore"]),
    tests("SudokuSession", ["SudokuCore", "SudokuIdentity"]),
    tests(
      "SudokuSync",
      [
        "SudokuCore", "SudokuIdentity", "SudokuSession", "JSONCoding", "SudokuSyncTestSupport",
        "SudokuSyncSimulator",
      ]),
    tests("SudokuSyncSimulator", ["SudokuSync", "SudokuSyncSimulatorSQLite"]),
    tests(
      "SudokuRecords",
      ["SudokuCore", "SudokuSolver", "SudokuRating", "JSONCoding"]),
    tests(
      "SudokuStoreSQLite",
      ["SudokuCore", "SudokuSync", "SudokuSession", "SudokuSyncTestSupport", sqlite]),
    tests(
      "SudokuStoreExec",
      ["SudokuCore", "SudokuSync", "SudokuSession", "SudokuSyncTestSupport"]),
    tests(
      "SudokuStorePostgres",
      ["SudokuCore", "SudokuSync", "SudokuSession", "SudokuSyncTestSupport"]),
    tests(
      "SudokuStoreServer",
      [
        "SudokuCore", "SudokuSync", "SudokuSession", "SudokuSyncTestSupport", "SudokuStoreHTTP",
        "SudokuStoreSQLite", "SudokuStorePostgres", "SudokuIdentity", "JSONCoding",
      ]),
    tests(
      "SudokuPlayServer",
      ["SudokuSync", "SudokuSyncTestSupport", "SudokuStoreServer", logging]),
    tests(
      "SudokuPlayer",
      [
        "SudokuCore", "SudokuIdentity", "SudokuHints", "SudokuSession", "SudokuSync",
        "SudokuSyncSimulator", "SudokuSyncTestSupport",
      ]),
    tests(
      "SudokuProtocol",
      [
        "SudokuCore", "SudokuSession", "SudokuSync", "SudokuSyncSimulator", "SudokuPlayer",
        "JSONCoding",
      ],
      exclude: ["Transcripts"]),
    tests(
      "sudoku",
      [
        "SudokuCore", "SudokuSolver", "SudokuIdentity", "SudokuTechniques", "SudokuRating",
        "SudokuGenerator", "SudokuRecords", "JSONCoding",
      ]),
  ] + kernels,
  swiftLanguageModes: [.v6]
)

// Only these tests, by names separated by commas: a build with traits need not build all the others.
if let names = Context.environment["SUDOKU_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}

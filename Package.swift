// swift-tools-version: 6.2
import PackageDescription

/// True if another package depends on this one: dependencies lie in a folder `checkouts`.
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

/// Settings of the kernels and the solver: optimised in debug builds too.
let optimised: [SwiftSetting] =
  plain
  + (isDependency
    ? [] : [.unsafeFlags(["-O", "-wmo", "-num-threads", "2"], .when(configuration: .debug))])

/// Settings of all other modules that compute: plain in debug builds, which compile sooner,
/// unless the tests run at their full sizes (`SUDOKU_SIZE=full`, see CONTRIBUTING.md).
let engine: [SwiftSetting] = Context.environment["SUDOKU_SIZE"] == "full" ? optimised : plain

/// Settings of the modules that search for steps: no run-time checks for overlapping access in
/// release builds.
///
/// They cost up to a tenth of the time there; debug builds, and so the tests, keep them. Modules
/// that keep games keep them always.
let unchecked: [SwiftSetting] =
  engine
  + (isDependency
    ? []
    : [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))])

/// True if the solver's kernels for AVX2 and AVX-512 are built beside the portable one.
#if arch(x86_64)
  let hasAllKernels = !isDependency
#else
  let hasAllKernels = false
#endif

/// The solver's kernels: one source, compiled once for each instruction set.
///
/// The folders of all but the portable one hold symbolic links to its files: the AVX-512 kernel those
/// of the batches, the one for Ice Lake those of single boards, which need its instructions.
let kernels: [Target] =
  [kernel("", march: nil)]
  + (hasAllKernels
    ? [
      kernel("AVX2", march: "x86-64-v3"),
      kernel("AVX512", march: "skylake-avx512"),
      kernel("IceLake", march: "icelake-server"),
    ] : [])

func kernel(_ variant: String, march: String?) -> Target {
  .target(
    name: "SudokuKernel" + variant, dependencies: ["CSudokuVectors"],
    path: "Sources/Engine/Kernel" + variant,
    swiftSettings: optimised
      + [.define("SUDOKU_INVARIANTS", .when(configuration: .debug))]
      + (march.map { [.unsafeFlags(["-Xcc", "-march=\($0)"])] } ?? []))
}

/// A module and its folder in `Sources`, which shows its layer.
func module(
  _ name: String, in folder: String, _ dependencies: [Target.Dependency] = [],
  embedding resources: [String] = [], settings: [SwiftSetting] = plain
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/" + folder,
    resources: resources.map { .embedInCode($0) }, swiftSettings: settings)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  settings: [SwiftSetting] = common
) -> Target {
  .testTarget(
    name: name + "Tests",
    dependencies: [.init(stringLiteral: name), "TestSupport"] + dependencies,
    exclude: exclude, swiftSettings: settings)
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
    // Everything that needs neither a file nor a network, by one import.
    .library(name: "SudokuKit", targets: ["SudokuKit"]),
    // Boards, solver, identities, techniques, ratings, hints, generator.
    .library(
      name: "SudokuEngine",
      targets: [
        "SudokuCore", "SudokuSolver", "SudokuIdentity", "SudokuTechniques", "SudokuRating",
        "SudokuGenerator",
      ]),
    .library(name: "SudokuFormats", targets: ["SudokuFormats"]),
    .library(name: "SudokuReading", targets: ["SudokuReading"]),
    .library(name: "SudokuSession", targets: ["SudokuSession"]),
    .library(name: "SudokuSync", targets: ["SudokuSync", "SudokuPlayer"]),
    .library(name: "SudokuStores", targets: ["SudokuStores"]),
    .library(name: "SudokuProtocol", targets: ["SudokuProtocol"]),
    .library(name: "SudokuStoreConformance", targets: ["SudokuStoreConformance"]),
    .executable(name: "sudoku", targets: ["sudoku"]),
  ],
  traits: [
    .trait(name: "Postgres", description: "The postgres:// store; needs libpq-dev."),
    .trait(name: "Network", description: "The http:// store and the sync server."),
    .trait(
      name: "SwiftJSON",
      description: "JSON in Swift alone, for systems without jansson; slower."),
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
    // In import order: a module imports only modules above it (see .ci/check-imports).
    module("SudokuCore", in: "Engine/Core", settings: optimised),
    .target(name: "CSudokuVectors", path: "Sources/Engine/Vectors"),
    // The catalogue of full grids: 3 MB that only the program carries.
    .target(name: "CSudokuGrids", path: "Sources/Engine/Grids", exclude: ["grids.bin"]),
    module(
      "SudokuSolver", in: "Engine/Solver",
      ["SudokuCore", "CSudokuVectors"] + kernels.map { .init(stringLiteral: $0.name) },
      settings: optimised + (hasAllKernels ? [.define("SUDOKU_ALL_KERNELS")] : [])),
    module(
      "SudokuIdentity", in: "Engine/Identity", ["SudokuCore", "SudokuSolver"], settings: engine),
    module(
      "SudokuTechniques", in: "Engine/Techniques", ["SudokuCore"],
      embedding: ["Lessons"], settings: unchecked),
    module(
      "SudokuRating", in: "Engine/Rating", ["SudokuCore", "SudokuSolver", "SudokuTechniques"],
      settings: unchecked),
    module(
      "SudokuGenerator", in: "Engine/Generator",
      ["SudokuCore", "SudokuSolver", "SudokuIdentity", "SudokuTechniques", "SudokuRating"],
      settings: engine),
    module("SudokuFormats", in: "Files/Formats", ["SudokuCore"]),
    module("SudokuReading", in: "Files/Reading", ["SudokuCore", "SudokuFormats"]),
    module(
      "SudokuDrawing", in: "Files/Drawing", ["SudokuCore", "SudokuTechniques"],
      embedding: ["Resources"]),
    .systemLibrary(
      name: "CJansson", path: "Sources/Files/Jansson", pkgConfig: "jansson",
      providers: [.apt(["libjansson-dev"])]),
    module("JSONCoding", in: "Files/JSON", ["CJansson"]),
    module(
      "SudokuSession", in: "Games/Session", ["SudokuCore", "SudokuSolver", "SudokuIdentity"],
      settings: engine),
    module(
      "SudokuKit", in: "Languages/Kit",
      [
        "SudokuCore", "SudokuFormats", "SudokuGenerator", "SudokuIdentity", "SudokuRating",
        "SudokuSession", "SudokuSolver", "SudokuTechniques",
      ]),
    module(
      "SudokuSync", in: "Games/Sync",
      ["SudokuCore", "SudokuSession", "SudokuIdentity", "JSONCoding"]),
    module(
      "SudokuStoreConformance", in: "Games/StoreConformance",
      ["SudokuSync", "SudokuSession", "SudokuCore"]),
    module(
      "SudokuPlayer", in: "Games/Player",
      [
        "SudokuCore", "SudokuIdentity", "SudokuTechniques", "SudokuRating", "SudokuGenerator",
        "SudokuSession", "SudokuSync", "JSONCoding",
      ]),
    .systemLibrary(
      name: "CLibPQ", path: "Sources/Games/LibPQ", pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"])]),
    // The folder Postgres is empty without the trait `Postgres`, HTTP without `Network`.
    module(
      "SudokuStores", in: "Games/Stores",
      [
        "SudokuIdentity", "SudokuSync", "SudokuSession", "SudokuPlayer", "JSONCoding", sqlite,
        sqliteLibrary,
        .target(name: "CLibPQ", condition: .when(traits: ["Postgres"])),
        network("AsyncHTTPClient", "async-http-client"), network("NIOCore", "swift-nio"),
        network("NIOHTTP1", "swift-nio"), network("NIOPosix", "swift-nio"),
        network("NIOSSL", "swift-nio-ssl"),
      ]),
    // Nearly empty without the trait `Network`.
    module(
      "SudokuServer", in: "Service/Server",
      [
        "SudokuIdentity", "SudokuSync", "JSONCoding", sqlite,
        network("Hummingbird", "hummingbird"), network("HummingbirdCore", "hummingbird"),
        network("HummingbirdTLS", "hummingbird"),
        network("ServiceLifecycle", "swift-service-lifecycle"),
        network("Metrics", "swift-metrics"), network("NIOCore", "swift-nio"),
        network("NIOPosix", "swift-nio"), network("NIOHTTP1", "swift-nio"),
        network("NIOWebSocket", "swift-nio"), network("NIOSSL", "swift-nio-ssl"), logging,
      ],
      embedding: ["Page", "openapi.json"]),
    module(
      "SudokuProtocol", in: "Service/Protocol",
      [
        "SudokuCore", "SudokuSolver", "SudokuIdentity", "SudokuTechniques", "SudokuRating",
        "SudokuGenerator", "SudokuFormats", "SudokuDrawing", "SudokuSession", "SudokuSync",
        "SudokuPlayer", "JSONCoding",
      ]),
    // The engine for C and so for every language: see sudoku.h, and Scripts/build-c.
    .target(name: "CSudoku", path: "Sources/Languages/C", exclude: ["Examples"]),
    module(
      "SudokuC", in: "Languages/CFunctions",
      [
        "CSudoku", "SudokuCore", "SudokuSolver", "SudokuIdentity", "SudokuTechniques",
        "SudokuRating", "SudokuGenerator", "SudokuFormats", "SudokuSession", "SudokuSync",
        "SudokuPlayer", "SudokuStores", "SudokuProtocol", "JSONCoding",
      ]),
    .executableTarget(
      name: "sudoku",
      dependencies: [
        "CSudokuGrids",
        "SudokuCore", "SudokuSolver", "SudokuIdentity", "SudokuTechniques", "SudokuRating",
        "SudokuGenerator", "SudokuFormats", "SudokuReading", "SudokuDrawing", "SudokuSession",
        "SudokuSync", "SudokuStores", "SudokuServer", "SudokuStoreConformance", "SudokuPlayer",
        "SudokuProtocol",
        "JSONCoding",
        argumentParser, logging,
      ],
      path: "Sources/Program", swiftSettings: plain),

    // What only its developers run: the simulator of devices, soaks, fuzzers, store benchmarks.
    .target(
      name: "SudokuSimulator",
      dependencies: [
        "SudokuCore", "SudokuIdentity", "JSONCoding", "SudokuSession", "SudokuSync",
        "SudokuStoreConformance", "SudokuPlayer", "SudokuStores",
      ],
      path: "Tests/Simulator", exclude: ["README.md"], swiftSettings: plain),
    .target(
      name: "TestSupport",
      dependencies: [
        "SudokuCore", "SudokuSolver", "SudokuTechniques", "SudokuRating", "SudokuFormats",
      ],
      path: "Tests/TestSupport",
      swiftSettings: optimised),
    .executableTarget(
      name: "sudoku-lab",
      dependencies: [
        "SudokuCore", "SudokuSolver", "SudokuIdentity", "SudokuTechniques", "SudokuRating",
        "SudokuFormats", "JSONCoding", "SudokuSession", "SudokuSync", "SudokuStoreConformance",
        "SudokuPlayer", "SudokuStores", "SudokuSimulator", "TestSupport", argumentParser,
      ],
      path: "Benchmarks/Lab", swiftSettings: plain),
    // Apart from `sudoku-lab`, so that .ci/check-memory compiles only the solver.
    .executableTarget(
      name: "solver-soak", dependencies: ["SudokuCore", "SudokuSolver", "TestSupport"],
      path: "Benchmarks/SolverSoak", swiftSettings: plain),
    // Guesses and allocations, which do not depend on the machine: see Scripts/thresholds.
    .target(name: "CAllocations", path: "Benchmarks/CAllocations"),
    .executableTarget(
      name: "thresholds",
      dependencies: [
        "CAllocations", "SudokuCore", "SudokuSolver", "SudokuIdentity", "SudokuRating",
      ],
      path: "Benchmarks/Thresholds", swiftSettings: plain),
    tests("SudokuCore"),
    tests("SudokuSolver", ["SudokuCore", "SudokuKernel", "CSudokuVectors"]),
    tests("SudokuIdentity", ["CSudokuGrids", "SudokuCore", "SudokuSolver"]),
    // Slow twins.
    tests("SudokuTechniques", ["SudokuCore", "SudokuSolver", "SudokuRating"], settings: engine),
    tests("SudokuRating", ["SudokuCore", "SudokuSolver", "SudokuTechniques"], settings: engine),
    tests(
      "SudokuGenerator",
      ["SudokuCore", "SudokuSolver", "SudokuIdentity", "SudokuTechniques", "SudokuRating"]),
    tests("SudokuFormats", ["SudokuCore"]),
    tests("SudokuReading", ["SudokuCore", "SudokuFormats", "sudoku"]),
    tests(
      "SudokuDrawing", ["SudokuCore", "SudokuSolver", "SudokuTechniques", "SudokuRating"]),
    tests("JSONCoding", ["SudokuCore"]),
    tests("SudokuKit"),
    tests("SudokuSession", ["SudokuCore", "SudokuIdentity"]),
    tests(
      "SudokuSync",
      [
        "SudokuCore", "SudokuIdentity", "SudokuSession", "JSONCoding", "SudokuStoreConformance",
        "SudokuSimulator",
      ]),
    tests(
      "SudokuPlayer",
      [
        "SudokuCore", "SudokuIdentity", "SudokuRating", "SudokuSession", "SudokuSync",
        "SudokuSimulator", "SudokuStoreConformance",
      ]),
    tests(
      "SudokuStores",
      [
        "SudokuCore", "SudokuSync", "SudokuSession", "SudokuStoreConformance", "SudokuPlayer",
        sqlite,
      ]),
    tests("SudokuSimulator", ["SudokuSync"]),
    tests(
      "SudokuServer",
      [
        "SudokuCore", "SudokuSync", "SudokuSession", "SudokuStoreConformance", "SudokuStores",
        "SudokuIdentity", "JSONCoding", logging,
      ]),
    tests(
      "SudokuProtocol",
      [
        "SudokuCore", "SudokuIdentity", "SudokuSolver", "SudokuRating", "SudokuSession",
        "SudokuSync",
        "SudokuSimulator", "SudokuPlayer", "JSONCoding",
      ],
      exclude: ["Transcripts"]),
    tests(
      "sudoku",
      [
        "SudokuCore", "SudokuSolver", "SudokuIdentity", "SudokuTechniques", "SudokuRating",
        "SudokuGenerator", "SudokuFormats", "SudokuReading", "SudokuDrawing", "SudokuProtocol",
        "JSONCoding",
      ]),
  ] + kernels,
  swiftLanguageModes: [.v6]
)

// Only these tests, by names separated by commas: a build with traits need not build all the others.
if let names = Context.environment["SUDOKU_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}

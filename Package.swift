// swift-tools-version: 6.3
// SPDX-License-Identifier: MIT
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A release build compiles tests without optimisation, which takes two thirds of the time. The modules that they test are
/// optimised. One process compiles a test module and emits its interface: a second one for the interface, which only the list of
/// tests imports, would check the types of all declarations again.
let ofTests =
  strict + [.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))]

/// A module of the package and the modules that it may import. ARCHITECTURE.md says what each one knows.
func module(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
  .target(
    name: name, dependencies: dependencies, resources: resources, swiftSettings: strict,
    linkerSettings: [.linkedLibrary("m")])
}

func tests(_ module: String, _ more: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(module)Tests", dependencies: [.byName(name: module), "TestSupport", "TextComparison"] + more,
    swiftSettings: ofTests)
}

let package = Package(
  name: "livery",
  products: [
    .executable(name: "livery", targets: ["livery"]),
    .executable(name: "liveryd", targets: ["liveryd"]),
    .executable(name: "livery-preview", targets: ["livery-preview"]),
    .library(name: "ThemedElements", targets: ["ThemedElements", "ThemeModel"]),
    .library(name: "LiveryClient", targets: ["LiveryClient", "ThemeModel"]),
    .library(name: "LiveryElements", targets: ["LiveryElements"]),
  ],
  targets: [
    // C headers, system calls, text, values.
    .target(name: "CLinux"),
    .systemLibrary(name: "CInotifyTools", providers: [.apt(["libinotifytools0-dev"])]),
    .target(name: "CInotifyDescriptor"),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CPlist", pkgConfig: "libplist-2.0", providers: [.apt(["libplist-dev"])]),
    .systemLibrary(name: "CLZ4", pkgConfig: "liblz4", providers: [.apt(["liblz4-dev"])]),
    .systemLibrary(name: "CMessageDigest", pkgConfig: "libmd", providers: [.apt(["libmd-dev"])]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CMicroHTTP", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    module("TextComparison"),
    module("MessageDigest", ["CMessageDigest"]),
    module("TextCompression", ["CLZ4"]),
    module("LinuxIO", ["CLinux"]),
    module("TerminalIO", ["LinuxIO", "CLinux"]),
    module("ProcessIO", ["LinuxIO", "CLinux"]),
    module("SystemdIO", ["LinuxIO", "CLinux"]),
    module("JSONText", ["TextComparison"]),
    module("ThemeModel", ["JSONText", "TextComparison"]),

    // Without input and output: from bytes to snapshots.
    module("ThemeSyntax", ["ThemeModel", "JSONText", "CExpat", "CPlist", "CYAML", "TextComparison"]),
    module("DenseCollections"),
    module("ThemeResolver", ["DenseCollections", "ThemeModel", "JSONText", "TextComparison"]),
    module("ThemeComposition", ["ThemeModel", "JSONText", "TextComparison"]),
    module("ThemedElements", ["ThemeComposition", "ThemeModel", "JSONText", "TextComparison"]),
    module("ThemeLint", ["ThemeModel", "TextComparison"]),
    module("ThemeDialects", ["ThemeModel", "ThemeSyntax", "JSONText", "TextComparison"]),
    module(
      "ThemeEngine",
      [
        "ThemeModel", "ThemeSyntax", "ThemeDialects", "ThemeResolver", "ThemeComposition", "ThemeLint", "JSONText",
        "TextComparison", "TextCompression",
      ]),

    // From resolved values to the files of other programs.
    module("ThemeOutputs", ["ThemeModel", "JSONText", "TextComparison"]),
    module("OutputFiles", ["ThemeOutputs", "LinuxIO", "ProcessIO", "JSONText", "MessageDigest", "TextComparison"]),

    // With input and output: files, sockets, terminals.
    module("ThemeWatch", ["LinuxIO", "ThemeModel", "CInotifyTools", "CInotifyDescriptor", "TextComparison"]),
    module(
      "Varlink", ["JSONText"], resources: [.embedInCode("org.varlink.service.varlink")]),
    module(
      "LiveryProtocol", ["Varlink", "ThemeComposition", "ThemeModel", "JSONText", "TextComparison"],
      resources: [.embedInCode("io.livery.Theme.varlink")]),
    module("LiveryConnection", ["LinuxIO", "Varlink", "JSONText", "TextComparison"]),
    module(
      "LiveryClient",
      ["LiveryProtocol", "LiveryConnection", "LinuxIO", "Varlink", "ThemeModel", "JSONText", "TextComparison"]),
    module("LiveryElements", ["LiveryClient", "ThemedElements", "ThemeComposition", "ThemeModel", "TextComparison"]),
    module("BundleWriting", ["LinuxIO", "TextComparison"]),
    module("BundleReading", ["LinuxIO", "ThemeWatch", "ThemeModel", "ThemeEngine", "TextComparison"]),
    module(
      "LiveryConfiguration",
      ["LinuxIO", "ProcessIO", "BundleReading", "LiveryProtocol", "ThemeModel", "ThemeSyntax", "TextComparison"]),
    module(
      "OutputConfiguration",
      [
        "LinuxIO", "LiveryConfiguration", "ThemeModel", "ThemeSyntax", "ThemeOutputs", "OutputFiles", "JSONText",
        "TextComparison",
      ]),
    module("OutputReload", ["LinuxIO", "TerminalIO", "ProcessIO"]),
    module(
      "LiveryService",
      [
        "LinuxIO", "TerminalIO", "ProcessIO", "SystemdIO", "ThemeWatch", "BundleReading", "LiveryConfiguration",
        "ThemeModel",
        "ThemeComposition", "ThemeEngine", "LiveryProtocol", "MessageDigest", "Varlink", "JSONText", "TextComparison",
      ]),

    // A bundle on many machines: releases as manifests and chunks, and as directories.
    module("FleetModel", ["JSONText", "MessageDigest", "TextComparison"]),
    module("FleetReleases", ["FleetModel", "LinuxIO", "JSONText", "MessageDigest", "TextComparison"]),

    // The page that shows a theme: a program of its own, without the engine.
    module("ThemeEditing", ["ThemeSyntax", "ThemeModel", "JSONText", "TextComparison"]),
    module("PreviewPage", ["LiveryProtocol", "ThemeComposition", "ThemeModel", "JSONText", "TextComparison"]),
    module(
      "PreviewServer",
      [
        "PreviewPage", "ThemeEditing", "BundleWriting", "LiveryClient", "LiveryProtocol", "LiveryConnection", "Varlink",
        "ThemeComposition", "ThemeModel", "LinuxIO", "TerminalIO", "ProcessIO", "JSONText", "TextComparison",
        "CMicroHTTP",
      ],
      resources: [.embedInCode("Page")]),

    // What people read and type.
    module("StyledText", ["ThemeModel", "TextComparison"]),
    module("CommandLineInterface", ["StyledText", "LinuxIO", "TerminalIO", "ProcessIO", "SystemdIO", "ThemeModel"]),
    module("FleetCommandLine", ["CommandLineInterface"]),
    module(
      "Reporting",
      [
        "StyledText", "ThemeEngine", "ThemeComposition", "ThemeModel", "LiveryProtocol", "LiveryConfiguration",
        "JSONText", "TextComparison",
      ]),
    module(
      "LanguageServer",
      [
        "ThemeEditing", "Reporting", "StyledText", "ThemeEngine", "ThemeDialects", "ThemeSyntax", "ThemeModel",
        "JSONText", "TextComparison",
      ]),
    module(
      "Doctor",
      [
        "StyledText", "FleetModel", "LiveryConfiguration", "OutputConfiguration", "LiveryProtocol", "LiveryConnection",
        "Varlink", "BundleReading", "ThemeEngine", "ThemeModel", "LinuxIO", "ProcessIO", "JSONText", "TextComparison",
      ]),
    module(
      "WatchRendering",
      [
        "Reporting", "StyledText", "ThemeEngine", "LiveryProtocol", "ThemeModel", "ProcessIO", "JSONText",
        "TextComparison",
      ]),
    module(
      "LiveryCommands",
      [
        "CommandLineInterface", "FleetCommandLine", "StyledText", "Reporting", "LanguageServer", "Doctor",
        "WatchRendering", "LinuxIO", "TerminalIO", "ProcessIO", "SystemdIO",
        "ThemeModel", "ThemeDialects", "ThemeComposition", "ThemeEngine", "ThemeWatch", "ThemeOutputs", "OutputFiles",
        "OutputConfiguration", "OutputReload", "BundleReading", "BundleWriting", "MessageDigest", "LiveryConfiguration",
        "LiveryService", "PreviewPage",
        "LiveryProtocol", "LiveryConnection", "Varlink", "JSONText",
        "TextComparison",
      ]),

    .target(name: "CProgramStart"),
    .executableTarget(name: "liveryd", dependencies: ["LiveryCommands", "CProgramStart"], swiftSettings: strict),
    .executableTarget(name: "livery", dependencies: ["LiveryCommands", "CProgramStart"], swiftSettings: strict),

    .executableTarget(name: "livery-preview", dependencies: ["PreviewServer", "CProgramStart"], swiftSettings: strict),

    // Measures inside one process for scripts/bench. No product contains it.
    .executableTarget(
      name: "livery-bench-inside", dependencies: ["LinuxIO", "ThemeModel", "ThemeSyntax", "ThemeResolver"],
      path: "Benchmarks/Inside", swiftSettings: strict),

    .target(
      name: "TestSupport", dependencies: ["LinuxIO", "JSONText", "ThemeModel", "ThemeEngine"],
      path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(name: "TextComparisonTests", dependencies: ["TextComparison"], swiftSettings: ofTests),
    tests("TextCompression"),
    tests("JSONText"),
    tests("ThemeModel", ["JSONText"]),
    tests("ThemeSyntax", ["ThemeModel", "JSONText"]),
    tests("DenseCollections"),
    tests("ThemeResolver", ["DenseCollections", "ThemeModel", "JSONText"]),
    tests("ThemeComposition", ["LiveryProtocol", "ThemeModel", "JSONText"]),
    tests("ThemedElements", ["ThemeComposition", "ThemeModel", "JSONText"]),
    tests("ThemeLint", ["ThemeModel", "ThemeDialects"]),
    tests("ThemeOutputs", ["ThemeModel", "JSONText"]),
    tests("OutputFiles", ["ThemeOutputs", "LinuxIO"]),
    tests("OutputConfiguration", ["LiveryConfiguration", "ThemeOutputs", "ThemeModel"]),
    tests("OutputReload", ["LinuxIO", "ProcessIO"]),
    tests("ThemeDialects", ["ThemeModel", "ThemeSyntax", "JSONText"]),
    tests("ThemeEngine", ["DenseCollections", "LiveryProtocol", "ThemeComposition", "ThemeModel", "JSONText"]),
    tests("LinuxIO"),
    tests("TerminalIO", ["LinuxIO"]),
    tests("ProcessIO", ["LinuxIO"]),
    tests("SystemdIO", ["LinuxIO"]),
    tests("LiveryProtocol", ["ThemeComposition", "ThemeModel", "Varlink", "JSONText"]),
    tests("LiveryClient", ["LiveryProtocol", "LiveryConnection", "LinuxIO", "Varlink", "ThemeModel", "JSONText"]),
    tests("ThemeWatch", ["LinuxIO", "ThemeModel", "CInotifyDescriptor", "CInotifyTools"]),
    tests("FleetModel", ["JSONText"]),
    tests("FleetReleases", ["FleetModel", "LinuxIO", "MessageDigest", "JSONText"]),
    tests("Varlink", ["LiveryProtocol", "JSONText"]),
    tests("BundleWriting", ["LinuxIO"]),
    tests("BundleReading", ["LinuxIO", "ThemeEngine", "ThemeModel"]),
    tests("LiveryConfiguration", ["LinuxIO", "ThemeModel"]),
    tests(
      "LiveryService",
      [
        "LinuxIO", "ProcessIO", "BundleReading", "LiveryConfiguration", "CInotifyDescriptor", "ThemeWatch",
        "ThemeModel",
        "ThemeEngine", "LiveryProtocol", "LiveryConnection", "Varlink", "JSONText",
      ]),
    tests("ThemeEditing", ["ThemeModel", "JSONText"]),
    tests("PreviewPage", ["ThemeComposition", "ThemeModel", "LiveryProtocol", "JSONText"]),
    tests("StyledText", ["ThemeModel"]),
    .target(
      name: "FindingSamples", dependencies: ["Reporting", "WatchRendering", "ThemeModel"], path: "Tests/FindingSamples",
      swiftSettings: strict),
    tests("LanguageServer", ["ThemeEngine", "ThemeModel", "JSONText"]),
    tests(
      "Reporting",
      [
        "FindingSamples", "StyledText", "ThemeEngine", "ThemeComposition", "ThemeModel", "LiveryProtocol", "LinuxIO",
        "JSONText",
      ]),
    tests(
      "Doctor",
      [
        "StyledText", "FleetModel", "LiveryService", "LiveryConfiguration", "LiveryConnection", "ThemeModel", "LinuxIO",
        "ProcessIO",
      ]),
    tests(
      "WatchRendering",
      ["FindingSamples", "Reporting", "StyledText", "ThemeEngine", "ThemeModel", "LinuxIO", "ProcessIO", "JSONText"]),
    tests(
      "LiveryCommands",
      [
        "FindingSamples", "CommandLineInterface", "StyledText", "Reporting", "Doctor", "WatchRendering", "LinuxIO",
        "TerminalIO",
        "ProcessIO", "ThemeModel", "ThemeDialects", "ThemeComposition", "ThemeEngine",
        "LiveryConfiguration", "LiveryService", "LiveryProtocol", "LiveryConnection", "JSONText", "livery", "liveryd",
      ]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "LiveryProtocol", "LiveryConnection", "LiveryClient", "LiveryElements", "ThemedElements", "ThemeComposition",
        "LinuxIO", "Varlink", "ThemeModel", "JSONText", "TestSupport",
      ],
      exclude: ["Clients"], swiftSettings: ofTests),
    .executableTarget(name: "crowd", path: "Tests/Crowd"),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "JSONText", "TextComparison", "LiveryProtocol", "Varlink", "ThemeModel", "ThemeSyntax", "ThemeEngine",
        "LanguageServer",
      ],
      path: "Fuzz/Targets", swiftSettings: strict),
    .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets", "TestSupport"], swiftSettings: ofTests),
  ]
)

// `scripts/test-fleet` and the package build it: the client library of NATS is for this program alone.
if Context.environment["LIVERY_FLEET"] != nil {
  package.targets += [
    .systemLibrary(name: "CNATS", pkgConfig: "libnats", providers: [.apt(["libnats-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(name: "CServerGreeting"),
    module(
      "LiveryFleet",
      [
        "FleetModel", "FleetReleases", "FleetCommandLine", "CommandLineInterface", "StyledText", "BundleReading",
        "ThemeWatch", "ThemeEngine", "ThemeModel", "LiveryConfiguration", "LiveryProtocol", "LiveryConnection",
        "Varlink", "LinuxIO", "MessageDigest", "JSONText", "TextComparison", "CNATS", "CCrypto",
        "CServerGreeting",
      ]),
    .executableTarget(name: "livery-fleet", dependencies: ["LiveryFleet"], swiftSettings: strict),
  ]
}

// `scripts/fuzz` builds it: it links with `-sanitize=fuzzer` only.
if Context.environment["LIVERY_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["FuzzTargets"], path: "Fuzz/Program",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
}

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

/// A room of the house: its name and the rooms it may look into. ARCHITECTURE.md draws the same arrows.
func room(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
  .target(
    name: name, dependencies: dependencies, resources: resources, swiftSettings: strict,
    linkerSettings: [.linkedLibrary("m")])
}

func tests(_ room: String, _ more: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(room)Tests", dependencies: [.byName(name: room), "TestSupport", "TextComparison"] + more,
    swiftSettings: strict)
}

let package = Package(
  name: "livery",
  products: [
    .executable(name: "livery", targets: ["livery"]),
    .executable(name: "liveryd", targets: ["liveryd"]),
    .library(name: "ThemedElements", targets: ["ThemedElements"]),
    .library(name: "LiveryClient", targets: ["LiveryClient"]),
    .library(name: "LiveryElements", targets: ["LiveryElements"]),
  ],
  targets: [
    // Ground floor: C headers, system calls, text, values.
    .target(name: "CLinux"),
    .systemLibrary(name: "CInotifyTools", providers: [.apt(["libinotifytools0-dev"])]),
    .target(name: "CInotifyDescriptor"),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CPlist", pkgConfig: "libplist-2.0", providers: [.apt(["libplist-dev"])]),
    room("TextComparison"),
    room("LinuxIO", ["CLinux"]),
    room("JSONText", ["TextComparison"]),
    room("ThemeModel", ["JSONText", "TextComparison"]),

    // The pure half: bytes to snapshots.
    room("ThemeSyntax", ["ThemeModel", "JSONText", "CExpat", "CPlist", "TextComparison"]),
    room("ThemeResolver", ["ThemeModel", "JSONText", "TextComparison"]),
    room("ThemeComposition", ["ThemeModel", "JSONText", "TextComparison"]),
    room("ThemedElements", ["ThemeComposition", "ThemeModel", "JSONText", "TextComparison"]),
    room("ThemeLint", ["ThemeModel", "TextComparison"]),
    room("ThemeDialects", ["ThemeModel", "ThemeSyntax", "JSONText", "TextComparison"]),
    room(
      "ThemeEngine",
      [
        "ThemeModel", "ThemeSyntax", "ThemeDialects", "ThemeResolver", "ThemeComposition", "ThemeLint", "JSONText",
        "TextComparison",
      ]),

    // The half that touches the world.
    room("ThemeWatch", ["LinuxIO", "CInotifyTools", "CInotifyDescriptor", "TextComparison"]),
    room(
      "Varlink", ["JSONText"],
      resources: [.embedInCode("io.livery.Theme.varlink"), .embedInCode("org.varlink.service.varlink")]),
    room("LiveryConnection", ["LinuxIO", "Varlink", "JSONText", "TextComparison"]),
    room("LiveryClient", ["LiveryConnection", "LinuxIO", "Varlink", "JSONText", "TextComparison"]),
    room("LiveryElements", ["LiveryClient", "ThemedElements", "ThemeComposition", "ThemeModel", "TextComparison"]),
    room(
      "LiveryService",
      ["LinuxIO", "ThemeWatch", "ThemeModel", "ThemeSyntax", "ThemeEngine", "Varlink", "JSONText", "TextComparison"]),
    room(
      "LiveryCommands",
      [
        "LinuxIO", "ThemeModel", "ThemeEngine", "LiveryService", "LiveryConnection", "Varlink", "JSONText",
        "TextComparison",
      ]),

    .target(name: "CProgramStart"),
    .executableTarget(name: "liveryd", dependencies: ["LiveryCommands", "CProgramStart"], swiftSettings: strict),
    .executableTarget(name: "livery", dependencies: ["LiveryCommands", "CProgramStart"], swiftSettings: strict),

    // What scripts/bench measures from inside; no product of the package.
    .executableTarget(
      name: "livery-bench-inside", dependencies: ["LinuxIO", "ThemeModel", "ThemeSyntax", "ThemeResolver"],
      path: "Benchmarks/Inside", swiftSettings: strict),

    .target(
      name: "TestSupport", dependencies: ["LinuxIO", "JSONText", "ThemeModel"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(name: "TextComparisonTests", dependencies: ["TextComparison"], swiftSettings: strict),
    tests("JSONText"),
    tests("ThemeModel", ["JSONText"]),
    tests("ThemeSyntax", ["ThemeModel", "JSONText"]),
    tests("ThemeResolver", ["ThemeModel", "JSONText"]),
    tests("ThemeComposition", ["ThemeModel", "JSONText"]),
    tests("ThemedElements", ["ThemeComposition", "ThemeModel", "JSONText"]),
    tests("ThemeLint", ["ThemeModel"]),
    tests("ThemeDialects", ["ThemeModel", "ThemeSyntax", "JSONText"]),
    tests("ThemeEngine", ["ThemeComposition", "ThemeModel", "JSONText"]),
    tests("LinuxIO"),
    tests("LiveryClient", ["LiveryConnection", "LinuxIO", "Varlink", "JSONText"]),
    tests("ThemeWatch", ["LinuxIO", "CInotifyDescriptor", "CInotifyTools"]),
    tests("Varlink", ["JSONText"]),
    tests(
      "LiveryService",
      [
        "LinuxIO", "CInotifyDescriptor", "ThemeWatch", "ThemeModel", "ThemeEngine", "LiveryConnection", "Varlink",
        "JSONText",
      ]),
    tests(
      "LiveryCommands",
      ["LinuxIO", "ThemeModel", "ThemeEngine", "LiveryConnection", "JSONText", "livery", "liveryd"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "livery", "liveryd", "crowd", "LiveryConnection", "LiveryClient", "LiveryElements", "ThemedElements",
        "ThemeComposition", "LinuxIO", "Varlink", "ThemeModel", "JSONText", "TestSupport",
      ],
      exclude: ["Clients"], swiftSettings: strict),
    .executableTarget(name: "crowd", path: "Tests/Crowd"),
    .target(
      name: "FuzzTargets",
      dependencies: ["JSONText", "TextComparison", "Varlink", "ThemeModel", "ThemeSyntax", "ThemeEngine"],
      path: "Fuzz/Targets", swiftSettings: strict),
    .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets", "TestSupport"], swiftSettings: strict),
  ]
)

// It links only with `-sanitize=fuzzer`: `scripts/fuzz`.
if Context.environment["LIVERY_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["FuzzTargets"], path: "Fuzz/Program",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
}

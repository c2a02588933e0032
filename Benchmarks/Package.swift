// swift-tools-version: 6.3
// SPDX-License-Identifier: MIT
import PackageDescription

// A package of its own: it sees nothing of the main package and drives the built programs from outside, as a user would.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "livery-benchmarks",
  targets: [
    .executableTarget(name: "livery-bench", dependencies: ["CProcessors"], swiftSettings: strict),
    .target(name: "CProcessors"),
  ]
)

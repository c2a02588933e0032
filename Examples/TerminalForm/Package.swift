// swift-tools-version: 6.3
// SPDX-License-Identifier: MIT
import PackageDescription

let package = Package(
  name: "terminal-form",
  dependencies: [.package(name: "livery", path: "../..")],
  targets: [
    .executableTarget(
      name: "TerminalForm", dependencies: [.product(name: "LiveryClient", package: "livery")],
      swiftSettings: [.swiftLanguageMode(.v6)])
  ]
)

// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import Testing

@testable import LiveryCommands

/// The bundles of the files that an editor opens, while files come and go.
@Suite struct BundleSearchTests {
  private let bundles: ScratchBundles
  private let workspace = DiskWorkspace()

  init() throws { bundles = try ScratchBundles() }

  /// The directory of the bundle of a file, from the scratch directory down; "-" without one.
  private func bundle(of path: String) -> String {
    let found = workspace.bundles(of: [bundles(path)], within: [bundles.path], named: [])[0]
    return found.map { String($0.directory.dropFirst(bundles.path.count + 1)) } ?? "-"
  }

  @Test func whatIsKnownAndWhatIsLookedUp() throws {
    try bundles.write("app/deep/own.json", "{}")
    #expect(bundle(of: "app/deep/own.json") == "-")

    // A directory that was no bundle is looked at again.
    try bundles.write("app/theme.inc.json", #"{ "themes": ["deep/own.json"] }"#)
    #expect(bundle(of: "app/deep/own.json") == "app")

    // So is a manifest that comes or goes.
    try bundles.write("app/deep/livery.json", "{}")
    #expect(bundle(of: "app/deep/own.json") == "app/deep")
    try removeFile(bundles("app/deep/livery.json"))
    #expect(bundle(of: "app/deep/own.json") == "app")

    // What else showed a bundle is known until files are said to have changed.
    try removeFile(bundles("app/theme.inc.json"))
    #expect(bundle(of: "app/deep/own.json") == "app")
    workspace.forgetBundles()
    #expect(bundle(of: "app/deep/own.json") == "-")
  }

  /// A root file below that lists files above, and does so only after a change.
  @Test func filesAboveThatARootFileLists() throws {
    try bundles.write("app/colors.json", "{}")
    try bundles.write("app/skin/theme.inc.json", #"{ "themes": ["own.json"] }"#)
    try bundles.write("app/skin/own.json", "{}")
    #expect(bundle(of: "app/skin/own.json") == "app/skin")
    try bundles.write("app/skin/theme.inc.json", #"{ "themes": ["own.json", "colors.json"] }"#)
    workspace.forgetBundles()
    #expect(bundle(of: "app/skin/own.json") == "app")
  }
}

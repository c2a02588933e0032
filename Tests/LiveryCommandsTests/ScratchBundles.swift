// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport

/// A temporary directory of a test, with small bundles.
final class ScratchBundles {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try makeBundle("good", #"{ "gap": 4, "box": { "margin": "ref://gap" } }"#)
    try makeBundle("bad", #"{ "gap": 4, "box": { "margin": "ref://gab" } }"#)
    try directory.write("empty/README", "no bundle")
  }

  var path: String { directory.path }

  func callAsFunction(_ name: String) -> String { directory(name) }

  func text(_ name: String) throws -> String { try directory.text(name) }

  func write(_ name: String, _ text: String) throws { try directory.write(name, text) }

  private func makeBundle(_ name: String, _ values: String) throws {
    try directory.write("\(name)/theme.inc.json", #"{ "include": [], "themes": ["values.json"] }"#)
    try directory.write("\(name)/values.json", "\(values)\n")
  }
}

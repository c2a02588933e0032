// SPDX-License-Identifier: GPL-2.0-or-later

package import FleetModel
import JSONText

/// A release in the directory of a mirror, with its manifest and list.
package struct StoredRelease: Sendable {
  package let name: ReleaseName
  package let manifest: Manifest
  package let list: FileList

  init(_ manifest: Manifest, _ list: FileList) {
    name = ReleaseName(manifest)
    self.manifest = manifest
    self.list = list
  }

  /// The content of `releases/NAME.json`: an object with `manifest` and `files`.
  var text: [UInt8] {
    Array(#"{"manifest":"#.utf8) + manifest.json.bytes + Array(#","files":"#.utf8) + list.text + Array("}\n".utf8)
  }

  init(_ name: ReleaseName, text: [UInt8]) throws(Refusal) {
    guard let json = try? JSONValue(parsing: text, maximumDepth: 16), let manifest = json["manifest"],
      let files = json["files"]
    else { throw Refusal("releases/\(name).json is not a list of a release") }
    self.init(try Manifest(json: manifest, number: name.number), try FileList(text: files.bytes))
  }
}

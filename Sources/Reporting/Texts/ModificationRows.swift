// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
package import LiveryProtocol
import ThemeModel

/// A row for each theme, constant, property and inheritance that is set at run time.
package func modificationRows(_ reply: ThemeInterface.ListModifications.Reply) -> [[String]] {
  let themes = reply.themes.map { ["theme", $0, "", ""] }
  let constants = reply.constants.members.map { ["constant", $0.key, "", $0.value.text] }
  let styles = reply.styles.styles.flatMap { name, style in
    let inherits = style.inherits.map { [["inherit", name, "", $0 ? "on" : "off"]] } ?? []
    return inherits + properties(.object(style.properties), at: []).map { ["style", name, $0.path, $0.value.text] }
  }
  return themes + constants + styles
}

/// The values in nested objects, by the paths that `livery set style` takes.
private func properties(_ value: JSONValue, at keys: [String]) -> [(path: String, value: JSONValue)] {
  guard let object = value.object, keys.isEmpty || !object.members.isEmpty else {
    return [(keys.map(Path.escape).joined(separator: "/"), value)]
  }
  return object.members.flatMap { properties($0.value, at: keys + [$0.key]) }
}

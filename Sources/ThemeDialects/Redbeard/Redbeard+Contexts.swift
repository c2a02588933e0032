// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

extension Redbeard {
  /// One context for each device and each root file that the device can lead to.
  ///
  /// The meaning of a bundle depends on the root file and on the device's key suffixes alone. The version and the language that
  /// a root's own name has lead to it whenever any do: others try as many names before it, or more. So these are all, and
  /// there are at most three for each root.
  package func contexts(in files: some BundleFiles) -> [Context] {
    let devices = [nil] + Context.Device.allCases
    if fixedRoot != nil { return devices.map { Context(device: $0) } }
    let roots = Self.rootPaths(files).map(\.name).reduce(into: [RootName]()) { names, name in
      if !names.contains(name) { names.append(name) }
    }
    let known = Set(roots)
    return devices.flatMap { device in
      roots.compactMap { root in
        let context = Context(device: device, version: root.version, language: root.language)
        return RootName.candidates(for: context).first(where: known.contains) == root ? context : nil
      }
    }
  }
}

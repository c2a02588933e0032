// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

extension Redbeard {
  /// One context for each device and each root file that the device can lead to.
  ///
  /// The meaning of a bundle depends on the root file and on the device's key suffixes alone. The version and the language that
  /// a root's own name has lead to it whenever any do: others try as many names before it, or more. So these are all, and
  /// there are at most three for each root.
  package func contexts(in files: some BundleFiles, first maximum: Int) -> CoveringContexts {
    let contexts = contexts(in: files)
    return CoveringContexts(contexts, first: maximum, of: contexts.count)
  }

  private func contexts(in files: some BundleFiles) -> [Context] {
    let devices = [nil] + Context.Device.allCases
    if fixedRoot != nil { return devices.map { Context(device: $0) } }
    var known: Set<RootName> = []
    let roots = Self.rootPaths(files).map(\.name).filter { known.insert($0).inserted }
    return devices.flatMap { device in
      roots.compactMap { root in
        let context = Context(device: device, version: root.version, language: root.language)
        return RootName.candidates(for: context).first(where: known.contains) == root ? context : nil
      }
    }
  }
}

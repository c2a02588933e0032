// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel
import ThemeResolver

/// The past of all files, choices of files and values at one moment. When the last unsaved text of a bundle ends, it becomes the past
/// again, so that unsaved texts leave no trace.
package struct KeptPast {
  fileprivate let files: [FileID: FileTable.Past]
  fileprivate let choices: [FileChoice: [FileID]]
  fileprivate let meanings: MeaningPasts
  fileprivate let views: [ViewKey: Past]
}

extension ThemeEngine {
  /// Keeps the present past. Costs O(files).
  package func keepPast() -> KeptPast {
    contexts.bringUpToDate()
    let linked = sources.linked
    return KeptPast(
      files: linked.files.pasts, choices: linked.files.lastChoices, meanings: contexts.pasts,
      views: contexts.views.compactMapValues { linked.resolver.past(of: $0) })
  }

  /// Makes a kept past the one that the next publication falls back to. Costs a new resolution of the contexts in which something
  /// fails.
  package func returnTo(_ past: KeptPast) {
    contexts.bringUpToDate()
    sources.linked.returnTo(past.files, past.choices)
    contexts.returnTo(past.meanings, past.views)
  }
}

extension FileTable {
  fileprivate var pasts: [FileID: Past] {
    all.reduce(into: [:]) { pasts, file in pasts[file] = self[file].past }
  }
}

extension LinkedFiles {
  fileprivate func returnTo(_ pasts: [FileID: FileTable.Past], _ choices: [FileChoice: [FileID]]) {
    files.lastChoices = choices
    for file in files.all where files[file].past?.version != pasts[file]?.version { setPast(pasts[file], of: file) }
  }
}

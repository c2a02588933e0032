// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
package import ThemeModel

/// What became of one file of a bundle.
package struct FileChange: Sendable {
  package enum Content: Sendable {
    case bytes([UInt8])
    /// There is no such file (any more).
    case gone
    /// There is one, and it cannot be had: why, as `LV0009`, `LV0010` or `LV0011`.
    case unreadable(Finding)
  }

  /// Relative to the bundle's root, segments joined by `/`.
  package var path: String
  package var content: Content

  package init(path: String, content: Content) {
    self.path = path
    self.content = content
  }
}

/// The one face of the pure half: file contents in; generations, snapshots, deltas and diagnostics out.
///
/// `apply` takes what changed on disk; nothing is visible until `publish`, which makes it the next generation. Snapshots
/// are immutable and share what did not change.
package final class ThemeEngine {
  package let bundle: String
  /// The generation that was published last; 0 before the first.
  package private(set) var generation: Int

  /// Work done since the engine was made; only ever grows.
  package struct Counters: Sendable, Hashable {
    package var filesParsed = 0
    package var declarationsChanged = 0
    package var valuesResolved = 0
  }

  package private(set) var counters = Counters()

  /// - Parameters:
  ///   - rootFile: the root that the user named instead of a directory, relative to the bundle's root.
  ///   - generation: where counting goes on, for a daemon that ran before.
  package init(bundle: String, rootFile: String? = nil, generation: Int = 0) {
    self.bundle = bundle
    self.generation = generation
  }

  /// Takes over a batch of changes. Equal bytes stop here.
  package func apply(_ changes: [FileChange]) {}

  /// Whether the state that waits to be published has errors that the published one has not: a reason to give the author's
  /// program a moment to finish what it is doing.
  package var isWorseThanPublished: Bool { false }

  /// Makes the state that waits the next generation. False when it says nothing new in any open context.
  package func publish() -> Bool { false }

  /// The last published state in a context. The first call for a context opens it: from then on it is kept up to date.
  package func snapshot(for context: Context) -> Snapshot { preconditionFailure() }

  /// Lets go of the contexts that are not in use.
  package func close(contextsExcept used: Set<Context>) {}

  /// Everything that is found in a context, infos and design rules included, of the state that `apply` reached.
  package func check(_ context: Context) -> [Diagnostic] { [] }

  /// The number of files that the engine knows.
  package var fileCount: Int { 0 }

  /// The dialect that the bundle is written in, when it could be told: `redbeard`.
  package var dialect: String? { nil }

  /// The candidates for the root file of a context, in the order tried, and the one that was taken.
  package func rootCandidates(_ context: Context) -> (tried: [String], taken: String?) { ([], nil) }

  /// The bytes of a file that a diagnostic points into.
  package func source(of path: String) -> [UInt8]? { nil }
}

/// Everything a bundle means for one context at one generation: immutable, complete, cheap to keep.
package struct Snapshot: Sendable {
  package let bundle: String
  package let dialect: String
  package let context: Context
  package let generation: Int
  /// Opaque; equal content has an equal digest in any process of this version.
  package let digest: String
  /// Errors and warnings of LV0 to LV2, sorted.
  package let diagnostics: [Diagnostic]

  /// Writes the snapshot as one JSON object with the members of the published form, in the bundle's order.
  package func write(to writer: inout JSONWriter, selecting selection: Selection = .everything) {}

  /// The value at a path such as `styles/RBButton/titleColor`.
  package func value(at path: String) -> Value? { nil }

  /// What leads from an older snapshot of the same context to this one. Cost follows what differs.
  package func delta(from old: Snapshot, selecting selection: Selection = .everything) -> Delta { preconditionFailure() }
}

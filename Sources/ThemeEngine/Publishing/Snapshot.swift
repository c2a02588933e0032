// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
package import ThemeModel
import ThemeResolver

/// All values and diagnostics of a bundle in one context at one generation: immutable, complete, cheap to keep.
package final class Snapshot: Sendable {
  package let bundle: String
  package let dialect: String
  package let context: Context
  package let generation: Int
  /// Opaque. Equal constants and styles have an equal digest in any process of this version.
  package let digest: String
  /// Errors and warnings of LV0 to LV2, sorted; the most severe ones if there are too many.
  package var diagnostics: [Diagnostic] { findings.entries }
  /// The keys of styles in the order of their file, where it decides; see `OracleOrder`.
  package var order: [String] { state.order }
  /// The number of errors, listed or not.
  package var errorCount: Int { findings.errorCount }
  /// The number of warnings, listed or not.
  package var warningCount: Int { findings.warningCount }
  /// The number of files and directories that cannot be read.
  package var unreadableCount: Int { findings.unreadableCount }
  /// The number of files, choices of files, parents and places that keep an earlier state.
  package let held: Int
  /// Whether unsaved texts lay over files of the bundle.
  package let isUnsaved: Bool

  let findings: DiagnosticList
  let state: ResolvedState
  let causes: CauseHistory

  init(
    bundle: String, dialect: String, context: Context, generation: Int, digest: String, held: Int,
    isUnsaved: Bool, findings: DiagnosticList, state: ResolvedState, causes: CauseHistory
  ) {
    self.bundle = bundle
    self.dialect = dialect
    self.context = context
    self.generation = generation
    self.digest = digest
    self.held = held
    self.isUnsaved = isUnsaved
    self.findings = findings
    self.state = state
    self.causes = causes
  }

  /// Writes the snapshot as one JSON object with the members of the published form, in the bundle's order.
  package func write(to writer: inout JSONWriter, selecting selection: Selection = .everything) {
    _ = write(to: &writer, selecting: selection, maximum: Int.max)
  }

  /// Writes the snapshot. Stops soon after the writer has more than `maximum` bytes, or after 1,000,000 members and twice those of the
  /// state were looked at. The cost follows `maximum` and the number of members.
  ///
  /// - Parameter ids: those that the selection names; nil to look at all.
  /// - Returns: whether the snapshot was written. If not, the content of the writer is useless.
  package func write(
    to writer: inout JSONWriter, selecting selection: Selection = .everything, among ids: NamedIDs? = nil, maximum: Int
  ) -> Bool {
    // A style takes six bytes at least.
    if selection.isEverything, styleCount > maximum / 6 { return false }
    writer.maximum = maximum
    beginObject(&writer)
    let symbols = ids?.symbols ?? state.resolvedSymbols()
    var members = MemberWriting(state, looksAt: Self.lookedAtMembers(state.slotCount))
    for section in ResolvedState.Section.allCases {
      let position = selection.root.descending(to: section.rawValue)
      writer.key(section.rawValue)
      writer.beginObject()
      for id in symbols where id.section == section {
        members.write(id.symbol, in: position, to: &writer)
        if members.hasStopped(writer) { return false }
      }
      writer.endObject()
    }
    endObject(&writer, selecting: selection)
    return true
  }

  /// The members that an answer may look at, as a limit of its time.
  private static func lookedAtMembers(_ slotCount: Int) -> Int { 1_000_000 + 2 * slotCount }

  /// Writes the snapshot in pieces that workers make ahead of `take`, so that the text is never in memory as a whole. A line end
  /// comes last.
  ///
  /// - Parameter take: called with the pieces in order, on the calling thread.
  func write(
    _ layout: JSONWriter.Layout, selecting selection: Selection, workers: any Workers, take: ([UInt8]) -> Void
  ) {
    var writer = JSONWriter(layout)
    beginObject(&writer)
    for section in ResolvedState.Section.allCases {
      writer.key(section.rawValue)
      writer.beginObject()
      let ids = state.resolvedSymbols(in: section)
      let position = selection.root.descending(to: section.rawValue)
      let fragment = writer.memberFragment()
      var isFirst = true
      workers.inOrder((ids.count + Self.piece - 1) / Self.piece) { [state] number in
        var members = MemberWriting(state)
        var writer = fragment
        writer.reserve(Self.pieceBytes)
        for id in ids.dropFirst(number * Self.piece).prefix(Self.piece) {
          members.write(id, in: position, to: &writer)
        }
        return writer.drainBytes()
      } take: { _, members in
        guard !members.isEmpty else { return }
        take(isFirst ? writer.drainBytes() + members.dropFirst() : members)
        if isFirst { writer.skipMembers() }
        isFirst = false
      }
      writer.endObject()
    }
    endObject(&writer, selecting: selection)
    writer.endLine()
    take(writer.drainBytes())
  }

  /// Ids of one piece.
  private static let piece = 64
  /// More than the text of a piece in most themes.
  private static let pieceBytes = 64 << 10

  private func beginObject(_ writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("bundle", bundle)
    writer.member("dialect", dialect)
    writer.member("context", context.json)
    writer.member("generation", generation)
    writer.member("digest", digest)
  }

  private func endObject(_ writer: inout JSONWriter, selecting selection: Selection) {
    let order = order(selecting: selection)
    if !order.isEmpty { writer.member("order", .array(order.map(JSONValue.string))) }
    if held > 0 { writer.member("held", held) }
    if isUnsaved { writer.member("unsaved", true) }
    writer.member("diagnostics", diagnostics)
    writer.endObject()
  }

  /// The selected constants and styles as values, in the bundle's order.
  package func values(selecting selection: Selection) -> (constants: [Value.Member], styles: [Value.Member]) {
    func members(of section: ResolvedState.Section) -> [Value.Member] {
      let position = selection.root.descending(to: section.rawValue)
      return state.resolvedSymbols().filter { $0.section == section }.compactMap { id in
        state.value(of: id.symbol, at: position.descending(to: id.name)).map { Value.Member(key: id.name, value: $0) }
      }
    }
    return (members(of: .constants), members(of: .styles))
  }

  /// The selected values that consist of a reference: their paths, and the paths that they refer to.
  ///
  /// - Parameter ids: those that the selection names; nil to look at all.
  package func references(
    selecting selection: Selection, among ids: NamedIDs? = nil
  ) -> [(path: String, target: String)] {
    state.references(selecting: selection, among: ids?.symbols ?? state.resolvedSymbols())
  }

  /// The order of styles; empty for a selection without styles.
  package func order(selecting selection: Selection) -> [String] { selectsStyles(selection) ? order : [] }

  private func selectsStyles(_ selection: Selection) -> Bool {
    switch selection.root.descending(to: ResolvedState.Section.styles.rawValue).answer {
    case .nothing: false
    case .whole, .within: true
    }
  }

  /// The number of styles.
  package var styleCount: Int { state.styleCount }

  /// The number of values that differ from those of an older snapshot; `maximum` for more, and where a comparison of all would look at
  /// too many values. Costs follow the difference up to there.
  func changeCount(from old: Snapshot, maximum: Int) -> Int {
    let patch = patch(from: old, selecting: .everything, maximum: .operations(maximum))
    return patch.isIncomplete ? maximum : patch.operations.count
  }

  /// The difference from an older snapshot of the same bundle. Costs follow the difference.
  package func delta(from old: Snapshot, selecting selection: Selection = .everything) -> Delta {
    delta(from: old, state.patch(from: old.state, selecting: selection), selecting: selection)
  }

  /// The same for a message of a limited length. Nil if it is certainly longer, or if a million members more than twice those of both
  /// states were looked at: then a snapshot says what changed. Costs follow the difference and the length.
  package func delta(from old: Snapshot, selecting selection: Selection, shorterThan length: Int) -> Delta? {
    let patch = patch(from: old, selecting: selection, maximum: .bytes(length))
    return patch.isIncomplete ? nil : delta(from: old, patch, selecting: selection)
  }

  /// The difference from an older snapshot of the same bundle, up to a number of operations, and whether there are more. Costs follow
  /// the difference up to there.
  package func delta(from old: Snapshot, maximum: Int) -> (delta: Delta, isCut: Bool) {
    let patch = patch(from: old, selecting: .everything, maximum: .operations(maximum))
    var delta = delta(from: old, patch, selecting: .everything)
    delta.patch.removeLast(max(delta.patch.count - maximum, 0))
    return (delta, patch.isIncomplete)
  }

  private func patch(from old: Snapshot, selecting selection: Selection, maximum: PatchSize) -> Patch {
    state.patch(
      from: old.state, selecting: selection, maximum: maximum,
      looksAt: Self.lookedAtMembers(old.state.slotCount + state.slotCount))
  }

  private func delta(from old: Snapshot, _ patch: Patch, selecting selection: Selection) -> Delta {
    Delta(
      bundle: bundle, context: context, from: old.generation, to: generation, digest: digest,
      patch: patch.operations,
      order: selectsStyles(selection) && !state.hasSameOrder(as: old.state) ? order : nil,
      diagnostics: diagnostics == old.diagnostics ? nil : diagnostics, held: held,
      isUnsaved: isUnsaved, cause: causes.after(old.generation))
  }
}

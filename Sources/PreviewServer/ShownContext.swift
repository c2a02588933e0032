// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import LiveryClient
import PreviewPage
import TextComparison
import ThemeComposition
import ThemeModel

/// A context that pages show: a consumer of the daemon, and the state after its messages.
final class ShownContext {
  private let theme: PolledTheme
  private var snapshot = Theme.Snapshot.none
  private(set) var state: PageState
  /// The findings of a list that are shown with the lines of their file.
  private static let maximumFrames = 20
  /// The names of elements, those of a bundle's styles.
  private var names: [String] = []

  /// - Parameters:
  ///   - bundle: the daemon's name for it.
  ///   - socket: of the daemon.
  init(_ context: Context, bundle: String, socket: String) throws(PolledTheme.Failure) {
    state = PageState(context: context)
    theme = try PolledTheme(
      Theme.Options(
        bundle: bundle, context: Theme.Context(context), name: "livery preview", socket: socket, cache: .off))
  }

  /// Readable when `process` has work.
  var descriptor: Int32 { theme.descriptor }

  /// Why the daemon does not answer; nil while it does.
  var problem: String? { theme.problem }

  /// Adds the saves from before the context was shown.
  ///
  /// - Parameter step: of the server, for what changes now.
  func add(_ saves: [PageState.Save], at step: Int) {
    for save in saves { state.add(save, at: step) }
  }

  /// Takes the messages of the daemon.
  ///
  /// - Parameter step: of the server, for what changes now.
  /// - Returns: whether anything changed.
  func process(at step: Int, frame: (String, Int) -> (first: Int, lines: [String])?) -> Bool {
    let before = state.step
    guard let update = theme.process() else { return false }
    apply(update, at: step)
    // The lines of a file cost a look at the file.
    var frames = 0
    let problems = update.diagnostics.prefix(PageState.maximumProblems).map { diagnostic in
      PageState.Problem(diagnostic) { file, line in
        frames += 1
        return frames <= Self.maximumFrames ? frame(file, line) : nil
      }
    }
    state.replace(
      problems, of: update.diagnostics.count, errorCount: update.diagnostics.count { $0.severity == .error }, at: step)
    switch update.connection {
    case .live, .connecting: state.become(stale: nil, since: 0, at: step)
    case .stale, .rejected, .closed:
      state.become(
        stale: update.problem ?? "the daemon does not answer", since: secondsSince1970() * 1000, at: step)
    }
    return state.step != before
  }

  private func apply(_ update: Theme.Update, at step: Int) {
    let new = update.snapshot
    guard new.isReady else { return }
    let isFirst = !snapshot.isReady || Bytewise(snapshot.dialect) != Bytewise(new.dialect)
    if isFirst {
      state.begin(
        bundle: new.bundle ?? "", dialect: new.dialect ?? "", generation: new.generation, isUnsaved: new.isUnsaved,
        at: step)
      for (section, values) in [("constants", new.constants), ("styles", new.styles)] {
        for (key, value) in values.members {
          state.set("\(section)/\(Path.escape(key))", to: value.jsonBytes, at: step)
        }
      }
    } else {
      state.moved(to: new.generation, isUnsaved: new.isUnsaved, at: step)
      let paths = update.changed.paths
      for path in paths where path.segments.count > 1 {
        let root = Theme.Path(segments: Array(path.segments.prefix(2)))
        state.set(root.description, to: new[root]?.jsonBytes, at: step)
      }
      record(paths, from: snapshot, to: new, step)
    }
    snapshot = new
    takeElements(isFirst: isFirst, step)
  }

  private func record(_ paths: [Theme.Path], from old: Theme.Snapshot, to new: Theme.Snapshot, _ step: Int) {
    guard !paths.isEmpty else { return }
    let changes = paths.prefix(PageState.maximumChanges).map { path in
      PageState.Save.Change(path: path.description, old: old[path]?.jsonBytes, new: new[path]?.jsonBytes)
    }
    state.add(
      PageState.Save(
        generation: new.generation, time: secondsSince1970() * 1000, count: paths.count, changes: changes,
        isUnsaved: new.isUnsaved), at: step)
  }

  private func takeElements(isFirst: Bool, _ step: Int) {
    guard let dialect = snapshot.dialect.flatMap(DialectName.init(rawValue:)) else { return }
    let source = SnapshotStyles(snapshot: snapshot)
    let now = Array(source.styleIDs.prefix(ShownElements.maximum))
    for name in names where !now.containsBytewise(name) { state.setElement(name, to: nil, at: step) }
    names = now
    for name in now {
      let states = ShownElements.states(of: name, dialect, device: state.context.device, from: source)
      if states != nil || !isFirst { state.setElement(name, to: states, at: step) }
    }
  }
}

/// The styles of a snapshot of the client library, which keeps no order: they are sorted by name.
struct SnapshotStyles: StyleSource {
  let snapshot: Theme.Snapshot

  func style(_ id: String) -> Value? { snapshot.styles[key: id] }
  func constant(_ id: String) -> Value? { snapshot.constants[key: id] }
  var styleIDs: [String] { snapshot.styles.keys }
  var styleOrder: [String] { snapshot.styleOrder }
}

extension Value {
  var jsonBytes: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.drainBytes()
  }
}

extension PageState.Problem {
  init(_ diagnostic: Theme.Diagnostic, frame: (String, Int) -> (first: Int, lines: [String])?) {
    self.init(
      code: diagnostic.code, severity: diagnostic.severity.rawValue, message: diagnostic.message,
      file: diagnostic.file, line: diagnostic.line, column: diagnostic.column, help: diagnostic.help)
    guard diagnostic.severity == .error, let line = diagnostic.line, let lines = frame(diagnostic.file, line) else {
      return
    }
    firstLine = lines.first
    self.frame = lines.lines
  }
}

extension Theme.Context {
  init(_ context: Context) {
    self.init(
      device: context.device?.rawValue, version: context.version, language: context.language, themes: context.themes,
      modifiers: Dictionary(context.modifiers.map { ($0.key, $0.value) }) { $1 })
  }
}

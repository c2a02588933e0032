// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import CommandLineInterface
import JSONText
import LinuxIO
import LiveryProtocol
import Reporting
import TextComparison
import ThemeEngine
import ThemeModel

/// One side of a comparison, as the command line names it.
enum ComparedState: Equatable {
  case generation(Int)
  case git(String)
  case directory(String)

  init(_ operand: String) throws(CommandFailure) {
    if operand.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(operand) {
      self = .generation(number)
    } else if operand.hasPrefix("git:") {
      let revision = String(operand.dropFirst(4))
      guard !revision.isEmpty, revision.utf8.first != UInt8(ascii: "-"), !revision.utf8.contains(0) else {
        throw CommandFailure(.usage, "`\(operand)` names no revision", help: "write git:HEAD, git:BRANCH or git:COMMIT")
      }
      self = .git(revision)
    } else {
      self = .directory(operand)
    }
  }

  var text: String {
    switch self {
    case .generation(let number): "generation \(number)"
    case .git(let revision): "git:\(revision)"
    case .directory(let path): path
    }
  }

  var markdown: String {
    switch self {
    case .generation: text
    case .git, .directory: MarkdownText.code(text)
    }
  }

  var json: JSONValue {
    switch self {
    case .generation(let number): .number(Double(number))
    case .git, .directory: .string(text)
    }
  }

  fileprivate var isGeneration: Bool { if case .generation = self { true } else { false } }
}

/// The values in which two states of a bundle differ.
struct StateDifference {
  let from: ComparedState
  let to: ComparedState
  let changes: [ValueChange]
  /// The order of styles in `to`, where it differs.
  let order: [String]?
  /// Those of `to`.
  let diagnostics: [ThemeInterface.Diagnostic]
  /// Whatever else a reader has to know, a sentence each without a full stop.
  let notes: [String]
  /// Whether a file of a side is left out or read in part, so that values may be missing on both sides.
  let isIncomplete: Bool

  var isEmpty: Bool { changes.isEmpty && order == nil }

  init(_ arguments: Arguments, _ console: Console) throws(CommandFailure) {
    let from = try ComparedState(arguments.operands[0])
    let named: ComparedState?
    if let operand = arguments.operands.dropFirst().first { named = try ComparedState(operand) } else { named = nil }
    let states = StateReader(from: from, to: named, arguments, console)
    self.from = from
    let patterns = arguments.all(.select)
    if case .generation(let old) = from, named?.isGeneration ?? true {
      let history = try states.history()
      let new: Int
      if case .generation(let number)? = named {
        new = number
      } else {
        new = try history.snapshot(of: nil, selecting: ["-"]).generation
      }
      let (changes, reply, back) = try history.changes(from: old, to: new, selecting: patterns)
      let heldBefore = try history.generations().first { $0.generation == old }?.held ?? 0
      to = .generation(new)
      self.changes = changes
      order = reply.order
      diagnostics = reply.diagnostics
      notes =
        Self.notes([(from, heldBefore), (to, reply.held ?? 0)])
        + (try Self.notes([(from, back.diagnostics), (to, diagnostics)], in: arguments.context))
      isIncomplete = false
      return
    }
    if let named { to = named } else { to = .directory(try states.directory()) }
    let old = try states.snapshot(of: from, selecting: patterns)
    let new = try states.snapshot(of: to, selecting: patterns)
    changes = ValueChange.changes(from: (old.constants, old.styles), to: (new.constants, new.styles))
    order = Bytewise(old.order ?? []) == Bytewise(new.order ?? []) ? nil : new.order ?? []
    diagnostics = new.diagnostics ?? []
    let findings = [(state: from, diagnostics: old.diagnostics ?? []), (state: to, diagnostics: diagnostics)]
    // A generation has last good values in place of missing ones.
    let resolved = findings.filter { !$0.state.isGeneration }
    notes =
      Self.notes([(from, old.held ?? 0), (to, new.held ?? 0)])
      + (try Self.notes(findings, in: arguments.context))
      + resolved.compactMap {
        Self.errorNote($0.state, $0.diagnostics, in: arguments.context)
      }
    isIncomplete = resolved.contains { $0.diagnostics.contains(where: \.leavesOutFiles) }
  }

  /// The number of errors of a state, and the first of those that leave out files, else the first of all. A theme or a modifier that it
  /// lacks has a note of its own.
  private static func errorNote(
    _ state: ComparedState, _ diagnostics: [ThemeInterface.Diagnostic], in context: Context
  ) -> String? {
    let errors = diagnostics.filter { $0.severity == .error && !$0.isMissingChoice(of: context) }
    guard let first = errors.first(where: \.leavesOutFiles) ?? errors.first else { return nil }
    let line = first.range.map { ":\($0.start.line)" } ?? ""
    let place = first.file.isEmpty ? "" : "\(first.file)\(line): "
    let isCut = diagnostics.contains { $0.code == DiagnosticCode.moreFindings.rawValue }
    let count = "\(isCut ? "at least " : "")\(counted(errors.count, "error"))"
    return "\(state.text) has \(count) (\(place)\(first.message)): values may be missing from the comparison"
  }

  private static func notes(_ held: [(state: ComparedState, count: Int)]) -> [String] {
    held.filter { $0.count > 0 }.map {
      "\($0.state.text) holds back \(counted($0.count, "state")): last good values are compared"
    }
  }

  /// Notes about a state without a theme or modifier that the context names: a change may add or remove one. Fails if no state has it.
  private static func notes(
    _ states: [(state: ComparedState, diagnostics: [ThemeInterface.Diagnostic])], in context: Context
  ) throws(CommandFailure) -> [String] {
    let missing = states.compactMap { state in
      state.diagnostics.missingChoice(of: context).map { (state: state.state, finding: $0) }
    }
    if missing.count == states.count, let finding = missing.first?.finding {
      throw CommandFailure(.findings, finding.message, help: finding.help)
    }
    return missing.map { "\($0.state.text): \($0.finding.message)" }
  }
}

extension ThemeInterface.Diagnostic {
  /// Whether a file, or a part of it, is left out because of this: an error of LV0001 to LV0013.
  fileprivate var leavesOutFiles: Bool { severity == .error && code <= DiagnosticCode.manifest.rawValue }
}

/// Reads the sides of a comparison.
private struct StateReader {
  let from: ComparedState
  let to: ComparedState?
  let arguments: Arguments
  let console: Console

  init(from: ComparedState, to: ComparedState?, _ arguments: Arguments, _ console: Console) {
    self.from = from
    self.to = to
    self.arguments = arguments
    self.console = console
  }

  func history() throws(CommandFailure) -> ServedHistory {
    let served = try ServedBundle(arguments[.bundle], arguments)
    return ServedHistory(daemon: served.daemon, bundle: served.name, context: arguments.context)
  }

  /// The directory of the bundle of which a revision, or the files on disk, are meant.
  func directory() throws(CommandFailure) -> String {
    if let bundle = arguments[.bundle] {
      if (try? fileStatus(bundle)) != nil { return bundle }
      return try ServedBundle(bundle, arguments).bundle?.path ?? bundle
    }
    for state in [to, from] { if case .directory(let path)? = state { return path } }
    return "."
  }

  func snapshot(
    of state: ComparedState, selecting patterns: [String]
  ) throws(CommandFailure) -> ThemeInterface.Snapshot {
    switch state {
    case .generation(let number): return try history().snapshot(of: number, selecting: patterns)
    case .directory(let path):
      let bundle = try console.waiting(for: "resolving \(path)") { () throws(CommandFailure) in
        try LoadedBundle(path, untilExit: true)
      }
      return try snapshot(bundle.engine, of: state, selecting: patterns)
    case .git(let revision):
      let location = try BundleLocation(try directory())
      let engine = try console.waiting(for: "resolving \(state.text)") { () throws(CommandFailure) in
        let files = try GitRevision(revision, in: location.directory).files()
        let engine = ThemeEngine(
          bundle: location.name, rootFile: location.rootFile, workers: WorkerThreads())
        engine.apply(files)
        return engine
      }
      return try snapshot(engine, of: state, selecting: patterns)
    }
  }

  private func snapshot(
    _ engine: ThemeEngine, of state: ComparedState, selecting patterns: [String]
  ) throws(CommandFailure) -> ThemeInterface.Snapshot {
    let snapshot = engine.open(arguments.context)
    if snapshot.diagnostics.leaveNothing {
      throw CommandFailure(.noBundle, "`\(state.text)` is not a bundle: \(snapshot.diagnostics.first?.message ?? "")")
    }
    let values = snapshot.values(selecting: try selection(patterns))
    let order = snapshot.order(selecting: try selection(patterns))
    return ThemeInterface.Snapshot {
      $0.constants = .object(values.constants)
      $0.styles = .object(values.styles)
      $0.order = order.isEmpty ? nil : order
      $0.diagnostics = snapshot.diagnostics.map(ThemeInterface.Diagnostic.init)
    }
  }
}

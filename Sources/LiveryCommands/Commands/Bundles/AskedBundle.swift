// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import LiveryConnection
import LiveryProtocol
import Reporting
import StyledText
import TextComparison
import ThemeComposition
import ThemeEngine
import ThemeModel

/// A bundle that answers questions about values in one context: a published bundle of a daemon, or a bundle that is read here.
struct AskedBundle {
  private enum Source {
    case daemon(ServedBundle)
    case files(LoadedBundle)
  }

  let context: Context
  /// An earlier generation; nil for the present state.
  private let generation: Int?
  private let source: Source
  /// Names its files.
  let places: BundlePlaces

  /// A paragraph for the help of commands.
  static let details =
    "Asks the running daemon. A BUNDLE that is a path and that no daemon serves is read here, without a daemon; so is the bundle "
    + "in this directory, when no BUNDLE is named. A theme that the bundle does not have ends the command with 1; so does a modifier, "
    + "or a context of one, that its resolver document does not have."

  /// - Parameters:
  ///   - operand: the name or path of the bundle; nil for this directory, or the daemon's only one.
  ///   - generation: an earlier generation, which only a daemon has.
  init(
    _ operand: String?, generation: Int? = nil, _ arguments: Arguments, _ console: Console
  ) throws(CommandFailure) {
    context = arguments.context
    self.generation = generation
    source = try Self.source(operand, isPresent: generation == nil, arguments, console)
    switch source {
    case .files(let bundle): places = bundle.places
    case .daemon(let served):
      let location = operand.flatMap { try? BundleLocation($0) }
      let directory = served.bundle?.path ?? ""
      places = BundlePlaces(
        bundle: served.name ?? "", directory: directory,
        prefix: Bytewise(location?.directory) == Bytewise(directory) ? location?.prefix ?? "" : "")
    }
  }

  private static func source(
    _ operand: String?, isPresent: Bool, _ arguments: Arguments, _ console: Console
  ) throws(CommandFailure) -> Source {
    do throws(CommandFailure) {
      return .daemon(try ServedBundle(operand, arguments))
    } catch {
      // A user who names a socket or a generation wants a daemon.
      guard arguments[.socket] == nil, isPresent, error.code != .internalError else { throw error }
      guard let operand else {
        // A daemon that hangs may serve this directory, with other values than those of the files.
        if error.code == .noDaemon, !SocketSearch.here(option: nil).candidates.isEmpty { throw error }
        let isRead = error.code == .noDaemon || BundleEvidence.isBundle(".")
        if isRead, let bundle = try? loaded(".", arguments, console) { return .files(bundle) }
        var failure = error
        if error.code == .noDaemon, let help = error.help { failure.help = "name a bundle's directory, or \(help)" }
        throw failure
      }
      let isPath = operand.utf8.contains(UInt8(ascii: "/")) || (try? fileStatus(operand)) != nil
      guard isPath else { throw error }
      return .files(try loaded(operand, arguments, console))
    }
  }

  /// Reads a bundle here. Fails for a working directory that is not a bundle; findings report this for other directories.
  private static func loaded(
    _ operand: String, _ arguments: Arguments, _ console: Console
  ) throws(CommandFailure) -> LoadedBundle {
    try console.waiting(for: "resolving \(operand)") { () throws(CommandFailure) in
      let bundle = try LoadedBundle(operand, untilExit: true)
      // Resolves the bundle, which may take long.
      let snapshot = bundle.engine.open(arguments.context)
      if operand == ".", snapshot.diagnostics.leaveNothing {
        throw CommandFailure(.noBundle, "this directory is not a bundle")
      }
      return bundle
    }
  }

  /// The form of answers for a terminal.
  func text(for console: Console) -> AnswerText {
    AnswerText(places: places, width: console.output.width, depth: console.output.style.depth)
  }

  // MARK: Questions

  /// The snapshot with the values that the patterns select.
  func snapshot(selecting patterns: [String]) throws(CommandFailure) -> ThemeInterface.Snapshot {
    switch source {
    case .daemon(let served):
      let call = ThemeInterface.Resolve {
        $0.bundle = served.name
        $0.context = ThemeInterface.Context(context)
        $0.select = patterns
        $0.generation = generation
      }
      return try served.daemon.call(call).snapshot
    case .files(let bundle):
      let snapshot = bundle.engine.open(context)
      return ThemeInterface.Snapshot(snapshot, in: context, selecting: try selection(patterns))
    }
  }

  /// For each value that consists of a reference, by its path: the path of the value that it refers to.
  func references() throws(CommandFailure) -> BytewiseDictionary<String> {
    var references: BytewiseDictionary<String> = [:]
    switch source {
    case .daemon(let served):
      let call = ThemeInterface.ListReferences {
        $0.bundle = served.name
        $0.context = ThemeInterface.Context(context)
      }
      for reference in try served.daemon.call(call).references { references[reference.path] = reference.target }
    case .files(let bundle):
      for reference in bundle.engine.open(context).references(selecting: .everything) {
        references[reference.path] = reference.target
      }
    }
    return references
  }

  /// The properties of an element.
  func composition(of element: Element) throws(CommandFailure) -> PlacedComposition {
    if let list = element.oversizedList {
      throw CommandFailure(.usage, "an element has at most \(ThemeInterface.maximumElementEntries) \(list)")
    }
    switch source {
    case .daemon(let served):
      let call = ThemeInterface.Compose {
        $0.bundle = served.name
        $0.context = ThemeInterface.Context(context)
        $0.element = element
      }
      return try served.daemon.call(call)
    case .files(let bundle):
      guard let composition = bundle.engine.compose(element, in: context) else {
        throw CommandFailure(
          .usage, "the styles of this element unfold to too many values", help: "refer to fewer whole objects")
      }
      return composition
    }
  }

  /// Explains the value at a path. Fails when nothing is declared there.
  func explanation(of path: String) throws(CommandFailure) -> [ExplanationStep] {
    switch source {
    case .daemon(let served):
      let call = ThemeInterface.Explain {
        $0.bundle = served.name
        $0.context = ThemeInterface.Context(context)
        $0.path = path
        $0.generation = generation
      }
      return try served.daemon.call(call).steps
    case .files(let bundle):
      if let steps = bundle.engine.explain(path, in: context) { return steps }
      throw .noSuchPath(path, meant: bundle.engine.nearestPath(to: path, in: context))
    }
  }

  /// The values that depend on the value at a path, and the consumers that follow or have composed some of them. Fails when the path
  /// does not exist.
  func uses(of path: String) throws(CommandFailure) -> (ThemeInterface.ListUses.Reply, [ThemeInterface.Consumer]) {
    switch source {
    case .daemon(let served):
      let call = ThemeInterface.ListUses {
        $0.bundle = served.name
        $0.context = ThemeInterface.Context(context)
        $0.path = path
      }
      let reply = try served.daemon.call(call)
      let reached = BytewiseSet(reply.consumers + reply.composing)
      let consumers = reached.isEmpty ? [] : try served.daemon.call(ThemeInterface.ListConsumers()).consumers
      return (reply, consumers.filter { reached.contains($0.consumer) })
    case .files(let bundle):
      guard let uses = bundle.engine.uses(of: path, in: context, maximum: .max) else {
        throw .noSuchPath(path, meant: bundle.engine.nearestPath(to: path, in: context))
      }
      return (ThemeInterface.ListUses.Reply { $0.uses = uses.map(ThemeInterface.Use.init) }, [])
    }
  }

  // MARK: Findings

  /// Reports the number of findings and the first one.
  ///
  /// - Returns: the exit code for the command.
  func conclude(
    _ diagnostics: [ThemeInterface.Diagnostic], _ arguments: Arguments, _ console: Console
  ) -> ExitCode {
    let severities = diagnostics.map(\.severity)
    let counts = Severity.allCases.sorted(by: >).map { severity in (severity, severities.count { $0 == severity }) }
    let texts = counts.filter { $0.1 > 0 }.map { counted($0.1, "\($0.0)") }
    if let first = diagnostics.first {
      // Findings about options and values set at run time have no file.
      let place = first.file.isEmpty ? "" : " (\(places.name(of: first.file)))"
      let number = diagnostics.count == 1 ? "" : ", the first"
      console.complain("\(places.bundle) has \(texts.joined(separator: " and "))\(number): \(first.message)\(place)")
    }
    if diagnostics.missingChoice(of: context) != nil { return .findings }
    let hasNothing = diagnostics.contains { diagnostic in
      [DiagnosticCode.noRoot, .unknownDialect].contains { $0.rawValue == diagnostic.code }
        && diagnostic.severity == .error
    }
    if hasNothing { return .noBundle }
    let threshold = arguments.choice(.failOn, or: FailureThreshold.never)
    return threshold.isReached(by: severities) ? .findings : .fine
  }
}

extension [ThemeInterface.Diagnostic] {
  /// The finding that the bundle lacks a theme or a modifier of a context, or a context of a modifier: its values are those of a
  /// different context. Nil if it has all of them.
  func missingChoice(of context: Context) -> ThemeInterface.Diagnostic? {
    first { $0.isMissingChoice(of: context) }
  }
}

extension ThemeInterface.Diagnostic {
  /// Whether it reports that the bundle lacks a theme or a modifier of a context, or a context of a modifier.
  func isMissingChoice(of context: Context) -> Bool {
    guard !context.themes.isEmpty || !context.modifiers.isEmpty else { return false }
    switch DiagnosticCode(rawValue: code) {
    case .unknownModifier: return true
    case .missingFile:
      // In a context of the manifest the finding has a place there.
      return file.isEmpty
        || Bytewise(file) == Bytewise(BundleSettings.manifestPath)
          && context.themes.contains { message.holds("`\($0)`") }
    default: return false
    }
  }
}

extension ThemeInterface.Snapshot {
  /// A snapshot of a bundle that is read here, as a daemon would send it.
  init(_ snapshot: Snapshot, in context: Context, selecting selection: Selection) {
    let values = snapshot.values(selecting: selection)
    let order = snapshot.order(selecting: selection)
    self.init {
      $0.bundle = snapshot.bundle
      $0.dialect = snapshot.dialect
      $0.context = ThemeInterface.Context(context)
      $0.generation = snapshot.generation
      $0.digest = snapshot.digest
      $0.constants = .object(values.constants)
      $0.styles = .object(values.styles)
      $0.order = order.isEmpty ? nil : order
      $0.diagnostics = snapshot.diagnostics.map(ThemeInterface.Diagnostic.init)
    }
  }
}

extension CommandFailure {
  static func noSuchPath(_ path: String, meant: String?) -> CommandFailure {
    CommandFailure(
      .findings, "`\(path)` is not found", help: meant.map { "did you mean `\($0)`?" } ?? pathHelp(path))
  }

  /// The help for an invalid path.
  private static func pathHelp(_ path: String) -> String {
    let sections = ["constants", "styles"]
    let name = path.drop { $0 == "/" }
    if sections.contains(where: { $0 == name || "\($0)/" == name }) {
      return "`livery list '\(name.prefix { $0 != "/" })/**'` lists the values"
    }
    if let section = sections.first(where: { name.hasPrefix("\($0).") }) {
      return "did you mean `\(section)/\(name.dropFirst(section.count + 1))`?"
    }
    return "write constants/ID or styles/ID/PROPERTY; `livery list` lists all values"
  }
}

extension Command.Operand {
  static let valuePath = Command.Operand(
    "PATH", .once, "Such as constants/color-accent or styles/RBButton/titleColor.")
  static let askedBundle = Command.Operand(
    "BUNDLE", .optional,
    "The bundle's name, directory or root file. Default: that of this directory, else the daemon's only one."
  )
}

extension CommandOption {
  static let generation = CommandOption(
    "generation", value: .count("N"), "Ask the daemon about this earlier generation, which `livery log` lists.")
  static let json = CommandOption("json", "Print JSON on a terminal, too.")

  /// The options of all commands that ask about values.
  static let asking = CommandOption.context + [.failOn(default: FailureThreshold.never.rawValue), .socket, .timeout]
}

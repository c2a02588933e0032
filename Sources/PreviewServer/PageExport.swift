// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import LiveryProtocol
import PreviewPage
import TextComparison
import ThemeComposition
import ThemeModel

/// The page as files that need no server. Equal themes are equal bytes: no time, no path and no token is in them.
enum PageExport {
  private static let names = ["index.html", "page.css", "page.js", "still.svg"]

  /// Writes the page of a bundle into the directory of the options.
  static func write(_ options: PreviewOptions) throws(PreviewFailure) {
    guard let directory = options.export else { return }
    let bundle = try BundleAccess(options)
    try prepare(directory)
    let choices = options.choices.isEmpty ? [options.context] : options.choices.map(\.context)
    var messages: [JSONValue] = []
    for context in choices.contains(options.context) ? choices : [options.context] + choices {
      messages.append(try message(bundle.snapshot(in: context), context))
    }
    var settings = options
    // A page for others has no links into the editor of its author.
    settings.editor = nil
    let page = PageAssets.page(settings: PageAssets.settings(settings, directory: nil), data: .array(messages))
    let contents: [[UInt8]] = [
      page, PageAssets.style, PageAssets.script, StillPicture.svg(of: try picture(bundle, options.context)),
    ]
    for (name, bytes) in zip(names, contents) {
      do throws(SystemError) {
        try writeFileAtomically("\(directory)/\(name)", bytes, mode: 0o644)
      } catch {
        throw PreviewFailure("\(error)")
      }
    }
  }

  private static func picture(
    _ bundle: BundleAccess, _ context: Context
  ) throws(PreviewFailure) -> ThemeInterface.Snapshot {
    var snapshot = try bundle.snapshot(in: context)
    snapshot.generation = 0
    return snapshot
  }

  /// Makes the directory, or finds that it is empty or has an export.
  private static func prepare(_ directory: String) throws(PreviewFailure) {
    let entries: [DirectoryEntry]
    do throws(SystemError) {
      try makeDirectories(directory, mode: 0o755)
      entries = try listDirectory(directory)
    } catch {
      throw PreviewFailure("\(error)")
    }
    guard !entries.isEmpty else { return }
    let page = (try? readFile("\(directory)/\(names[0])", limit: 1 << 30)) ?? []
    let isExport = String(decoding: page.prefix(1024), as: UTF8.self).holds(PageAssets.exportMark)
    guard isExport, entries.allSatisfy({ names.containsBytewise($0.name) && $0.kind == .regular }) else {
      throw PreviewFailure("\(directory) has files that are no export of `livery preview`: name an empty directory")
    }
  }

  private static func message(
    _ snapshot: ThemeInterface.Snapshot, _ context: Context
  ) throws(PreviewFailure) -> JSONValue {
    var state = PageState(context: context)
    state.begin(bundle: snapshot.bundle, dialect: snapshot.dialect ?? "", generation: 0, isUnsaved: false, at: 1)
    let styles = ResolvedStyles(snapshot)
    for (section, members) in [("constants", styles.constants), ("styles", styles.styles)] {
      for (key, value) in members { state.set("\(section)/\(Path.escape(key))", to: value.jsonBytes, at: 1) }
    }
    if let dialect = DialectName(rawValue: snapshot.dialect ?? "") {
      for name in styles.styleIDs.prefix(ShownElements.maximum) {
        let states = ShownElements.states(of: name, dialect, device: context.device, from: styles)
        if let states { state.setElement(name, to: states, at: 1) }
      }
    }
    let findings = snapshot.diagnostics ?? []
    state.replace(
      findings.prefix(PageState.maximumProblems).map { diagnostic in
        PageState.Problem(
          code: diagnostic.code, severity: diagnostic.severity.rawValue, message: diagnostic.message,
          file: diagnostic.file, line: diagnostic.range?.start.line, column: diagnostic.range?.start.column,
          help: diagnostic.help)
      }, of: findings.count, errorCount: findings.count { $0.severity == .error }, at: 1)
    guard let json = try? JSONValue(parsing: state.message(since: nil), maximumDepth: 512) else {
      throw PreviewFailure("the theme cannot be written")
    }
    return json
  }
}

/// The styles of a snapshot of the socket.
private struct ResolvedStyles: StyleSource {
  var constants: BytewiseDictionary<Value> = [:]
  var styles: BytewiseDictionary<Value> = [:]
  let styleIDs: [String]
  let styleOrder: [String]

  init(_ snapshot: ThemeInterface.Snapshot) {
    if case .object(let members) = snapshot.constants {
      for member in members { constants[member.key] = member.value }
    }
    if case .object(let members) = snapshot.styles { for member in members { styles[member.key] = member.value } }
    styleIDs = styles.keys.sortedBytewise()
    styleOrder = snapshot.order ?? []
  }

  func style(_ id: String) -> Value? { styles[id] }
  func constant(_ id: String) -> Value? { constants[id] }
}

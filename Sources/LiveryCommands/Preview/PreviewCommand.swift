// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import JSONText
import LinuxIO
import LiveryProtocol
import PreviewPage
import ProcessIO
import TextComparison
import ThemeEngine
import ThemeModel

extension CommandOption {
  fileprivate static let openPage = CommandOption("open", "Open the page in the browser.")
  fileprivate static let port = CommandOption(
    "port", value: .count("N"), default: "a free one",
    "Serve at this port, with the address of the last time, so that open tabs and bookmarks go on.")
  fileprivate static let exportDirectory = CommandOption(
    "export", value: .path("DIR"),
    "Write the page as files that need no server into DIR, which is empty or has an export, and end.")
  fileprivate static let editorTemplate = CommandOption(
    "editor", value: .text("URL"),
    "Open places in files in an editor, by a link of this form, such as 'vscode://file{path}:{line}:{column}'.")
}

extension Command {
  static let preview = Command(
    "preview", "Show a theme in the browser while it is edited",
    details: [
      "Serves a page at 127.0.0.1 and prints its address. The address has a secret, and only this user can open it. The page shows "
        + "colours, contrast, typography, lengths, effects, motion and components, in several contexts side by side, and the changes "
        + "of the last save. A user who may change the bundle can drag colours and numbers there: every program follows, and a file "
        + "changes when the user keeps a value.",
      "Asks the running daemon. A BUNDLE that is a path and that no daemon serves is served by this process for the page alone; so "
        + "is the bundle in this directory, when no BUNDLE is named. It needs the package livery-preview. Ends on INT and TERM.",
    ],
    operands: [.askedBundle],
    options: CommandOption.context + [.openPage, .port, .editorTemplate, .exportDirectory, .socket, .timeout],
    examples: [
      Example("livery preview Examples/aurora --open", "See the theme, and each save of it."),
      Example("livery preview Examples/lighthouse --export style-guide", "Write a style guide for a wiki."),
      Example("livery preview --port 8080 --editor 'vscode://file{path}:{line}:{column}'", "Keep a tab open for days."),
    ], run: showPage)
}

private func showPage(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let program = try previewProgram()
  if let port = arguments.count(.port), !(1...65_535).contains(port) {
    throw CommandFailure(.usage, "there is no port \(port)", help: "write a number from 1024 to 65535")
  }
  let asked = try AskedDaemon(arguments)
  if let (socket, bundle, directory) = asked.served {
    let options = try options(arguments, socket: socket, bundle: bundle, directory: directory)
    let failure = replaceProcess(with: program, [options.json.text])
    throw CommandFailure(.internalError, "\(program) cannot be run: \(failure)")
  }
  let session = try PreviewService(asked.location) { (socket, bundle) throws(CommandFailure) in
    var options = try options(arguments, socket: socket, bundle: bundle, directory: asked.location.directory)
    options.isPrivate = true
    return [program, options.json.text]
  }
  return try session.run()
}

/// The daemon that serves the bundle, or the directory of a bundle that none serves.
private struct AskedDaemon {
  let served: (socket: String, bundle: String, directory: String)?
  private let found: BundleLocation?

  init(_ arguments: Arguments) throws(CommandFailure) {
    let operand = arguments.operands.first
    do throws(CommandFailure) {
      let asked = try ServedBundle(operand, arguments)
      guard let bundle = asked.bundle else {
        let names = try asked.daemon.call(ThemeInterface.ListBundles()).bundles.map(\.name)
        throw CommandFailure(
          .usage, "the daemon serves \(names.count) bundles: name one", help: names.joined(separator: ", "))
      }
      served = (asked.daemon.socketPath, bundle.name, bundle.path)
      found = nil
    } catch {
      // A user who names a socket wants its daemon.
      let path = operand ?? "."
      let isRead = [.noDaemon, .noBundle].contains(error.code) || BundleEvidence.isBundle(path)
      guard arguments[.socket] == nil, isRead else { throw error }
      let isPath = path.utf8.contains(UInt8(ascii: "/")) || (try? fileStatus(path)) != nil
      guard isPath else { throw error }
      served = nil
      found = try BundleLocation(path)
    }
  }

  var location: BundleLocation {
    guard let found else { preconditionFailure("asked for the directory of a bundle that a daemon serves") }
    return found
  }
}

private func options(
  _ arguments: Arguments, socket: String, bundle: String, directory: String
) throws(CommandFailure) -> PreviewOptions {
  var options = PreviewOptions(socket: socket, bundle: bundle)
  options.context = arguments.context
  options.choices = choices(directory, first: arguments.context)
  options.opens = arguments.has(.openPage)
  options.port = arguments.count(.port)
  options.editor = arguments[.editorTemplate]
  if let export = arguments[.exportDirectory] {
    do throws(SystemError) {
      options.export = try absolutePath(export)
    } catch {
      throw CommandFailure(.usage, "`\(export)` names no directory: \(error)")
    }
  }
  return options
}

/// The contexts that the page offers: those of the manifest, else the themes of the bundle. Empty where the directory cannot be
/// read: the daemon may run as another user.
private func choices(_ directory: String, first: Context) -> [PreviewOptions.Choice] {
  guard let engine = try? LoadedBundle(directory).engine else { return [] }
  var choices = engine.namedContexts.map { PreviewOptions.Choice(name: $0.name, context: $0.context) }
  if choices.isEmpty {
    // `MODIFIER=CONTEXT` is the long form of a name that is there as well.
    choices = engine.themes.filter { !$0.utf8.contains(UInt8(ascii: "=")) }
      .map { PreviewOptions.Choice(name: $0, context: Context(themes: [$0])) }
  }
  if !choices.isEmpty, !choices.contains(where: { $0.context == first }) {
    choices.insert(PreviewOptions.Choice(name: "Default", context: first), at: 0)
  }
  return Array(choices.prefix(ShownContexts.maximum))
}

/// The program that serves pages: beside this one in a build directory, else where the package has it.
private func previewProgram() throws(CommandFailure) -> String {
  let name = "livery-preview"
  let installed = "/usr/libexec/livery/\(name)"
  let own = (try? linkTarget("/proc/self/exe")).map { splitPath($0).directory + "/\(name)" }
  for path in [own, installed].compactMap(\.self) where (try? fileStatus(path))?.kind == .regular { return path }
  throw CommandFailure(.usage, "the program \(name) is missing", help: "install the package \(name)")
}

// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import LiveryConnection
import LiveryProtocol
import TextComparison
import ThemeModel

/// The bundle that a command is about, in a running daemon.
struct ServedBundle {
  let daemon: DaemonConnection
  /// Nil when the user names none of several.
  let bundle: ThemeInterface.Bundle?

  /// For calls of the daemon, which refuses a call without a name when it serves several bundles.
  var name: String? { bundle?.name }

  /// Finds the bundle in the daemon that `DaemonConnection` chooses, else in the others that run, since an author may have started
  /// `livery watch` for it.
  ///
  /// - Parameter operand: its name, directory or root file. Nil for the bundle around the working directory; where there is none, for
  ///   the daemon's only one.
  init(_ operand: String?, _ arguments: Arguments) throws(CommandFailure) {
    let search = SocketSearch.here(option: arguments[.socket])
    let first = try DaemonConnection(arguments, serving: operand)
    let served = try first.call(ThemeInterface.ListBundles()).bundles
    if let bundle = served.meant(by: operand) {
      (daemon, self.bundle) = (first, bundle)
      return
    }
    // A user who names a socket wants its daemon.
    guard operand != nil || search.chosen == nil && BundleEvidence.isBundle(".") else {
      (daemon, bundle) = (first, served.count == 1 ? served[0] : nil)
      return
    }
    let others = search.candidates.filter { Bytewise($0) != Bytewise(first.socketPath) }
    guard let found = DaemonConnection.daemon(at: others, serving: operand, arguments) else {
      throw Self.failure(operand, served)
    }
    (daemon, bundle) = found
  }

  private static func failure(_ operand: String?, _ served: [ThemeInterface.Bundle]) -> CommandFailure {
    let name = operand ?? (try? realPath(".")) ?? "."
    guard !served.isEmpty else {
      return CommandFailure(
        .noBundle, "the daemon does not serve `\(name)`, and no other bundle that this user may see",
        help: "`livery add DIR` adds one")
    }
    let list = served.map { "\($0.name) (\($0.path))" }.joined(separator: ", ")
    return CommandFailure(
      .noBundle, "the daemon does not serve `\(name)`; it serves \(list)",
      help: operand == nil
        ? "this directory is a bundle of its own: name the bundle that is meant, as BUNDLE or by --bundle"
        : Suggestion.didYouMean(name, among: served.map(\.name)))
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import LiveryConnection
import LiveryProtocol
import TextComparison
import ThemeModel
import ThemeOutputs
import Varlink

/// Calls to the daemon beside the streams of themes, which occupy their connections. Each waits for its answer, 2 s at most.
struct DaemonQuestions {
  let search: SocketSearch

  private static let timeout = 2

  /// The bundles that the daemon serves; empty without a daemon.
  func bundles() -> [ThemeInterface.Bundle] {
    guard let answer = try? ask(ThemeInterface.ListBundles.method, ThemeInterface.ListBundles().object) else {
      return []
    }
    return ThemeInterface.ListBundles.Reply(answer).bundles
  }

  /// The paths of the values that are only references to others: the paths of the others.
  func references(_ bundle: String?, in context: Context) throws(OutputProblem) -> BytewiseDictionary<String> {
    let call = ThemeInterface.ListReferences {
      $0.bundle = bundle
      $0.context = ThemeInterface.Context(context)
    }
    do {
      guard let answer = try ask(ThemeInterface.ListReferences.method, call.object) else { return [:] }
      var table: BytewiseDictionary<String> = [:]
      for reference in ThemeInterface.ListReferences.Reply(answer).references {
        table[reference.path] = reference.target
      }
      return table
    } catch {
      throw OutputProblem(
        "the daemon does not say which values are references: \(error)", help: "write values, with `references=values`")
    }
  }

  /// A path of the theme that is like one that it does not have; nil without one.
  func similarPath(to path: String, _ bundle: String?, in context: Context) -> String? {
    let call = ThemeInterface.Explain {
      $0.bundle = bundle
      $0.context = ThemeInterface.Context(context)
      $0.path = path
    }
    do throws(ClientError) {
      _ = try ask(ThemeInterface.Explain.method, call.object)
      return nil
    } catch {
      guard case .refused(let answer) = error, case .noSuchPath(let refusal) = Refusal(answer) else { return nil }
      return refusal.meant
    }
  }

  /// Nil without a daemon, and when a user listens who is not trusted.
  private func ask(_ method: ThemeInterface.Method, _ parameters: JSONObject) throws(ClientError) -> JSONObject? {
    guard let path = try? search.find() else { return nil }
    let connection = try VarlinkConnection(path: path, timeout: Self.timeout)
    guard let user = try? connection.messages.socket.peerCredentials().user,
      search.trustedUsers?.contains(user) != false
    else { return nil }
    return try connection.call(method.fullName, parameters)
  }
}

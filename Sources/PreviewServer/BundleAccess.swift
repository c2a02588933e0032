// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import LiveryConnection
import LiveryProtocol
import PreviewPage
import TextComparison
import ThemeModel
import Varlink

/// Questions of pages to the daemon, each with a connection of its own, and the lines of the bundle's files. Waits for the answers.
final class BundleAccess {
  let options: PreviewOptions
  /// Stays open: it ends with the daemon.
  private let held: VarlinkConnection
  /// The bundle's directory.
  let directory: String
  let overlays: BundleOverlays

  /// Seconds that the daemon may take.
  private static let timeout = 5
  /// Bytes of a file of the bundle, which the daemon limits too.
  static let maximumFile = 64 << 20
  /// Lines before and after the place of a finding.
  private static let linesAround = 3
  /// Bytes of a line in a code frame.
  private static let maximumLine = 400

  init(_ options: PreviewOptions) throws(PreviewFailure) {
    self.options = options
    held = try Self.connect(options.socket)
    let bundles = try Self.call(ThemeInterface.ListBundles(), on: held).bundles
    guard let bundle = bundles.first(where: { Bytewise($0.name) == Bytewise(options.bundle) }) else {
      throw PreviewFailure(status: 404, "the daemon does not serve `\(options.bundle)`")
    }
    directory = bundle.path
    overlays = BundleOverlays(options, directory: directory)
  }

  /// The socket of a connection that ends with the daemon; readable then.
  var watched: UnixStream {
    _read { yield held.messages.socket }
  }

  func connect() throws(PreviewFailure) -> VarlinkConnection { try Self.connect(options.socket) }

  static func connect(_ socket: String) throws(PreviewFailure) -> VarlinkConnection {
    do throws(ClientError) {
      return try VarlinkConnection(path: socket, timeout: timeout)
    } catch {
      throw PreviewFailure(status: 503, "\(error)")
    }
  }

  static func call<Method: ThemeMethod>(
    _ call: Method, on connection: VarlinkConnection
  ) throws(PreviewFailure) -> Method.Reply {
    do throws(ClientError) {
      return Method.Reply(lenient: try connection.answer(to: Method.method.fullName, call.object))
    } catch {
      throw PreviewFailure(error)
    }
  }

  private func call<Method: ThemeMethod>(_ call: Method) throws(PreviewFailure) -> Method.Reply {
    try Self.call(call, on: connect())
  }

  // MARK: Questions

  func snapshot(in context: Context) throws(PreviewFailure) -> ThemeInterface.Snapshot {
    try call(
      ThemeInterface.Resolve {
        $0.bundle = options.bundle
        $0.context = ThemeInterface.Context(context)
      }
    ).snapshot
  }

  /// Everything about a value: its places, its chain, and the values that depend on it.
  func card(_ path: String, in context: Context) throws(PreviewFailure) -> JSONValue {
    let connection = try connect()
    let steps = try Self.call(
      ThemeInterface.Explain {
        $0.bundle = options.bundle
        $0.context = ThemeInterface.Context(context)
        $0.path = path
      }, on: connection
    ).steps
    func uses(of path: String) throws(PreviewFailure) -> JSONValue {
      let reply = try Self.call(
        ThemeInterface.ListUses {
          $0.bundle = options.bundle
          $0.context = ThemeInterface.Context(context)
          $0.path = path
        }, on: connection)
      let paths = reply.uses.map(\.path)
      return [
        "count": .number(Double(paths.count)), "paths": .array(paths.prefix(Self.maximumUses).map(JSONValue.string)),
      ]
    }
    var card = JSONObject()
    card["path"] = .string(path)
    card["steps"] = .array(steps.map { .object($0.object) })
    card["uses"] = try uses(of: path)
    let places = ValuePlaces(of: path, steps)
    if let source = places.source {
      card["source"] = .string(source.path)
      card["sourceUses"] = Bytewise(source.path) == Bytewise(path) ? card["uses"] : try uses(of: source.path)
      card["here"] = .bool(overlays.canReplaceReference(path, places))
    }
    card["unsaved"] = .bool(overlays.isSet(path))
    return .object(card)
  }

  /// The paths that a card lists of those that use a value.
  private static let maximumUses = 200

  /// The lines of a file of the bundle around a line. Nil for a file that is not one of the bundle's directory.
  func frame(_ file: String, _ line: Int) -> (first: Int, lines: [String])? {
    guard !file.isEmpty, let root = try? OpenDirectory(directory),
      let bytes = try? root.reading(of: file, limit: Self.maximumFile).bytes
    else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let first = max(1, line - Self.linesAround)
    let last = min(lines.count, line + Self.linesAround)
    guard first <= last else { return nil }
    return (first, lines[(first - 1)..<last].map { String(decoding: $0.prefix(Self.maximumLine), as: UTF8.self) })
  }
}

extension PreviewFailure {
  /// The message for a page about a failed call.
  init(_ error: ClientError) {
    guard case .refused(let refusal) = error else {
      self.init(status: 503, "\(error)")
      return
    }
    let name = refusal.name.utf8.split(separator: UInt8(ascii: ".")).last.map { String(Substring($0)) } ?? ""
    switch name {
    case "PermissionDenied":
      self.init(status: 403, "this user may not change the bundle")
    case "NoSuchPath": self.init(status: 404, "no such value")
    case "BundleNotFound": self.init(status: 404, "the daemon does not serve this bundle any more")
    case "LimitExceeded":
      self.init(status: 429, "a limit of the daemon is reached: \(JSONValue.object(refusal.parameters).text)")
    case "InvalidParameter":
      self.init(status: 400, "the daemon refuses this: \(JSONValue.object(refusal.parameters).text)")
    default: self.init(status: 502, "the daemon answers \(name)")
    }
  }
}

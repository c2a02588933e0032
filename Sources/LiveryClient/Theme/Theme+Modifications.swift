// SPDX-License-Identifier: MIT

import JSONText
import LinuxIO
import LiveryConnection
import Varlink

/// What a program sets at run time, over what the files say, for all who follow the bundle. The daemon takes it from its own user
/// and from root. It lasts as long as the daemon runs, unless ``synchronizeModifications()`` keeps it for the next.
///
/// Each call goes over a connection of its own, waits 10 seconds at most, and returns the generation in which it counts.
/// Readers learn of it as of an edit of the files.
extension Theme {
  /// Why something could not be set. Nothing changed.
  public struct ModificationFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// What a program can tell apart.
    public enum Kind: Sendable, Hashable {
      /// No daemon answers.
      case unreachable
      /// The daemon does not serve the bundle, or several and the theme names none.
      case noBundle
      /// The bundle has no such constant, style or theme.
      case unknownName
      /// The bundle's dialect cannot read the value, or the path of the property.
      case badValue
      /// The daemon takes it from other users alone.
      case notAllowed
      /// It is set, and cannot be kept for the next daemon.
      case notSaved
      case other
    }

    /// What is wrong.
    public let kind: Kind
    /// The reason in a sentence for people.
    public let description: String
  }

  /// Chooses the themes of all programs whose context names none, in order of precedence; with none the bundle's default is
  /// back.
  @discardableResult
  public func useThemes(_ names: [String]) async throws(ModificationFailure) -> Int {
    try await modify("UseThemes", [("themes", .array(names.map(JSONValue.string)))])
  }

  /// Gives a constant another value; nil takes that back.
  @discardableResult
  public func modifyConstant(_ name: String, to value: Literal?) async throws(ModificationFailure) -> Int {
    try await modify("ModifyConstant", [("name", .string(name)), ("value", wrapped(value))])
  }

  /// Gives a property of a style another value; nil takes that back.
  ///
  /// - Parameter keyPath: the keys from the style down to the property, joined by `/`.
  @discardableResult
  public func modifyStyle(
    _ name: String, at keyPath: String, to value: Literal?
  ) async throws(ModificationFailure) -> Int {
    try await modify(
      "ModifyStyle", [("style", .string(name)), ("keyPath", .string(keyPath)), ("value", wrapped(value))])
  }

  /// Says whether a modified style lies over what the files say of it, or takes its place; nil for what is usual in the
  /// bundle's dialect.
  @discardableResult
  public func setInheritance(ofStyle name: String, to inherits: Bool?) async throws(ModificationFailure) -> Int {
    try await modify(
      "SetStyleInheritance", [("style", .string(name)), ("inherits", inherits.map(JSONValue.bool) ?? .null)])
  }

  /// Takes back all constants and styles that were modified.
  @discardableResult
  public func resetModifications() async throws(ModificationFailure) -> Int {
    try await modify("ResetModifications", [])
  }

  /// Keeps what is set now for the next daemon.
  public func synchronizeModifications() async throws(ModificationFailure) {
    _ = try await modify("SynchronizeModifications", [])
  }

  // MARK: Calls

  /// Seconds that a call may take.
  private static let callTimeout = 10

  private func wrapped(_ value: Literal?) -> JSONValue {
    value.map { .object(JSONObject([("value", $0.json)])) } ?? .null
  }

  /// Waits on a thread of its own: those of tasks are few.
  private func modify(_ method: String, _ parameters: [(String, JSONValue)]) async throws(ModificationFailure) -> Int {
    var object = JSONObject(parameters.filter { !$0.1.isNull })
    if let bundle = options.bundle { object["bundle"] = .string(bundle) }
    let (search, bundle) = (SocketSearch.here(option: options.socket), options.bundle)
    let result: Result<Int, ModificationFailure> = await withCheckedContinuation { [object] continuation in
      do throws(SystemError) {
        try startThread(named: "livery-call") {
          continuation.resume(returning: Self.call(method, object, search, bundle))
        }
      } catch {
        continuation.resume(returning: .failure(ModificationFailure(kind: .other, description: "\(error)")))
      }
    }
    return try result.get()
  }

  private static func call(
    _ method: String, _ parameters: JSONObject, _ search: SocketSearch, _ bundle: String?
  ) -> Result<Int, ModificationFailure> {
    let path: String
    do throws(SocketSearch.Failure) {
      path = try search.find(for: bundle)
    } catch {
      return .failure(ModificationFailure(kind: .unreachable, description: "\(error)"))
    }
    do throws(ClientError) {
      let connection = try VarlinkConnection(path: path, timeout: callTimeout)
      let reply = try connection.call("io.livery.Theme.\(method)", parameters)
      return .success(reply["generation"]?.number.flatMap { Int(exactly: $0) } ?? 0)
    } catch {
      return .failure(failure(error))
    }
  }

  private static func failure(_ error: ClientError) -> ModificationFailure {
    guard case .refused(let refusal) = error else {
      return ModificationFailure(kind: .unreachable, description: "\(error)")
    }
    let name = refusal.name.split(separator: ".").last.map(String.init) ?? refusal.name
    let words = { (key: String) in refusal.parameters[key]?.string }
    let meant = words("meant").map { "; did you mean `\($0)`?" } ?? ""
    switch name {
    case "BundleNotFound":
      return .init(kind: .noBundle, description: "the daemon does not serve the bundle `\(words("bundle") ?? "")`")
    case "BundleRequired":
      let names = refusal.parameters["bundles"]?.array?.compactMap(\.string) ?? []
      return .init(
        kind: .noBundle,
        description: "the daemon serves several bundles; name one of them: \(names.joined(separator: ", "))")
    case "NoSuchConstant":
      return .init(kind: .unknownName, description: "no constant is called `\(words("name") ?? "")`\(meant)")
    case "NoSuchStyle":
      return .init(kind: .unknownName, description: "no style is called `\(words("name") ?? "")`\(meant)")
    case "NoSuchTheme":
      return .init(kind: .unknownName, description: "no theme is called `\(words("theme") ?? "")`")
    case "BadValue":
      let help = words("help").map { "; \($0)" } ?? ""
      return .init(kind: .badValue, description: (words("message") ?? "the value cannot be read") + help)
    case "PermissionDenied":
      return .init(kind: .notAllowed, description: "only the daemon's own user and root may change a theme")
    case "NotSaved":
      return .init(kind: .notSaved, description: "it cannot be kept for the next daemon: \(words("reason") ?? "")")
    default: return .init(kind: .other, description: "\(error)")
    }
  }
}

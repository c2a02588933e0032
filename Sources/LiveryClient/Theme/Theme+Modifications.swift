// SPDX-License-Identifier: MIT

import LinuxIO
import LiveryConnection
import LiveryProtocol
import Varlink

/// Values that a program sets at run time over the values of the files, for all consumers of the bundle. The daemon accepts them
/// from users with the right to change the bundle. They last as long as the daemon runs, unless ``synchronizeModifications()``
/// stores them for the next daemon.
///
/// Each call uses its own connection, waits 10 seconds at most for that and 10 for the answer, and returns the generation that has
/// the change. Readers get the change like an edit of the files.
extension Theme {
  /// Why a value could not be set. Nothing changed, except where the kind says so.
  public struct ModificationFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failures.
    public enum Kind: Sendable, Hashable {
      /// No daemon answers.
      case unreachable
      /// The daemon does not serve the bundle, or several and the theme names none.
      case noBundle
      /// The bundle has no such constant, style or theme.
      case unknownName
      /// The bundle's dialect cannot read the value, or the path of the property.
      case badValue
      /// This user may not change the theme.
      case notAllowed
      /// It is set, but cannot be kept for the next daemon.
      case notSaved
      /// The daemon has the call, and its answer did not come in time or was lost. The value may be set, or may still become so.
      case unknownOutcome
      case other
    }

    /// The kind of failure.
    public let kind: Kind
    /// The reason as a sentence for people.
    public let description: String
  }

  /// Chooses the themes of all programs whose context names no theme, in order of precedence. An empty list restores the bundle's
  /// default.
  @discardableResult
  public func useThemes(_ names: [String]) async throws(ModificationFailure) -> Int {
    let call = ThemeInterface.UseThemes {
      $0.bundle = options.bundle
      $0.themes = names
    }
    return try await send(call).generation
  }

  /// Sets the value of a constant; nil restores the value of the files.
  @discardableResult
  public func modifyConstant(_ name: String, to value: Literal?) async throws(ModificationFailure) -> Int {
    let value = try Self.newValue(value)
    let call = ThemeInterface.ModifyConstant {
      $0.bundle = options.bundle
      $0.name = name
      $0.value = value
    }
    return try await send(call).generation
  }

  /// Sets the value of a property of a style; nil restores the value of the files.
  ///
  /// - Parameter keyPath: the keys from the style down to the property, joined by `/`.
  @discardableResult
  public func modifyStyle(
    _ name: String, at keyPath: String, to value: Literal?
  ) async throws(ModificationFailure) -> Int {
    let value = try Self.newValue(value)
    let call = ThemeInterface.ModifyStyle {
      $0.bundle = options.bundle
      $0.style = name
      $0.keyPath = keyPath
      $0.value = value
    }
    return try await send(call).generation
  }

  /// Sets whether a modified style adds to the style of the files or replaces it; nil for the default of the
  /// bundle's dialect.
  @discardableResult
  public func setInheritance(ofStyle name: String, to inherits: Bool?) async throws(ModificationFailure) -> Int {
    let call = ThemeInterface.SetStyleInheritance {
      $0.bundle = options.bundle
      $0.style = name
      $0.inherits = inherits
    }
    return try await send(call).generation
  }

  /// Restores all constants and styles of the files.
  @discardableResult
  public func resetModifications() async throws(ModificationFailure) -> Int {
    try await send(ThemeInterface.ResetModifications { $0.bundle = options.bundle }).generation
  }

  /// Stores the present modifications for the next daemon.
  public func synchronizeModifications() async throws(ModificationFailure) {
    _ = try await send(ThemeInterface.SynchronizeModifications { $0.bundle = options.bundle })
  }

  // MARK: Calls

  private static func newValue(_ literal: Literal?) throws(ModificationFailure) -> ThemeInterface.NewValue? {
    guard let literal else { return nil }
    guard literal.isFinite else {
      throw ModificationFailure(kind: .badValue, description: "a number that is infinite or not a number cannot be set")
    }
    return ThemeInterface.NewValue(literal.json)
  }

  /// Seconds that a call may take.
  private static let callTimeout = 10

  /// Waits on its own thread: tasks share a few threads, and a wait would block one.
  private func send<Method: ThemeMethod>(_ call: Method) async throws(ModificationFailure) -> Method.Reply {
    let (search, bundle) = (SocketSearch.here(option: options.socket), options.bundle)
    let result: Result<Method.Reply, ModificationFailure> = await withCheckedContinuation { continuation in
      do throws(SystemError) {
        try startThread(named: "livery-call") {
          continuation.resume(returning: Self.send(call, search, bundle))
        }
      } catch {
        continuation.resume(returning: .failure(ModificationFailure(kind: .other, description: "\(error)")))
      }
    }
    return try result.get()
  }

  private static func send<Method: ThemeMethod>(
    _ call: Method, _ search: SocketSearch, _ bundle: String?
  ) -> Result<Method.Reply, ModificationFailure> {
    let path: String
    do throws(SocketSearch.Failure) {
      path = try search.find(for: bundle)
    } catch {
      return .failure(ModificationFailure(kind: .unreachable, description: "\(error)"))
    }
    let connection: VarlinkConnection
    do throws(ClientError) {
      connection = try VarlinkConnection(path: path, timeout: callTimeout)
    } catch {
      return .failure(ModificationFailure(kind: .unreachable, description: "\(error)"))
    }
    do throws(ClientError) {
      return .success(Method.Reply(lenient: try connection.answer(to: Method.method.fullName, call.object)))
    } catch .refused(let error) {
      return .failure(ModificationFailure(error))
    } catch {
      return .failure(ModificationFailure(kind: .unknownOutcome, description: "\(error)"))
    }
  }
}

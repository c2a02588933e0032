// SPDX-License-Identifier: MIT

import JSONText
package import Varlink

/// The reason why a daemon refuses a call, as a closed type for callers.
package enum Refusal: Sendable {
  case bundleNotFound(ThemeInterface.BundleNotFound)
  case bundleRequired(ThemeInterface.BundleRequired)
  case bundleExists(ThemeInterface.BundleExists)
  case bundleUnreadable(ThemeInterface.BundleUnreadable)
  case noSuchConsumer(ThemeInterface.NoSuchConsumer)
  case noSuchPath(ThemeInterface.NoSuchPath)
  case noSuchGeneration(ThemeInterface.NoSuchGeneration)
  case limitExceeded(ThemeInterface.LimitExceeded)
  case noSuchTheme(ThemeInterface.NoSuchTheme)
  case noSuchConstant(ThemeInterface.NoSuchConstant)
  case noSuchStyle(ThemeInterface.NoSuchStyle)
  case badValue(ThemeInterface.BadValue)
  case notSaved(ThemeInterface.NotSaved)
  case badConfiguration(ThemeInterface.BadConfiguration)
  /// An error of every Varlink service, with its one member.
  case service(CallError.ServiceError, String)
  /// An error of a newer daemon.
  case other(CallError)

  package init(_ error: CallError) {
    func decoded<Members: ThemeError>(_ refusal: (Members) -> Refusal) -> Refusal? {
      error.name == Members.fullName ? refusal(Members(error.parameters)) : nil
    }
    let readings: [() -> Refusal?] = [
      { decoded(Refusal.bundleNotFound) },
      { decoded(Refusal.bundleRequired) },
      { decoded(Refusal.bundleExists) },
      { decoded(Refusal.bundleUnreadable) },
      { decoded(Refusal.noSuchConsumer) },
      { decoded(Refusal.noSuchPath) },
      { decoded(Refusal.noSuchGeneration) },
      { decoded(Refusal.limitExceeded) },
      { decoded(Refusal.noSuchTheme) },
      { decoded(Refusal.noSuchConstant) },
      { decoded(Refusal.noSuchStyle) },
      { decoded(Refusal.badValue) },
      { decoded(Refusal.notSaved) },
      { decoded(Refusal.badConfiguration) },
    ]
    if let refusal = readings.lazy.compactMap({ $0() }).first {
      self = refusal
    } else if let (service, member) = error.serviceError {
      self = .service(service, member)
    } else {
      self = .other(error)
    }
  }
}

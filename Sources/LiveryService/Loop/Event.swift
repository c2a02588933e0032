// SPDX-License-Identifier: GPL-2.0-or-later

/// The events of a daemon. `Daemon.handle` switches over all of them.
///
/// In the loop an event is a token: its kind in the top byte, its number in the rest.
enum Event: Equatable {
  /// A client wants to connect.
  case connecting
  /// Connections may be accepted again after a failure.
  case acceptingAgain
  case connection(ConnectionNumber)
  /// Files of a bundle changed.
  case files
  case signal
  /// The deadline of a bundle, by its number in the daemon.
  case bundleDue(Int)
  /// The time limit for reading last replies has passed.
  case stopTimedOut
  /// The next search for the directories of waiting bundles is due.
  case waitingDue
  /// The status for the service manager is due.
  case statusDue
  /// The next message for the watchdog of the service manager is due.
  case watchdogDue
  /// Postponed calls are due: one turn of the loop did not answer all calls.
  case callsDue
  /// The report of omitted log lines is due.
  case logDue
  /// The cache of long initial messages has expired.
  case initialMessageExpired
  /// The texts of loaded bundles are to be compressed.
  case textsDue
  /// An event of the program that embeds the daemon.
  case foreign
}

/// Connections are counted from 1. A number is never used again.
struct ConnectionNumber: Hashable {
  let value: UInt64
}

extension Event {
  private static let numberBits: UInt64 = 56

  private enum Kind: UInt64 {
    case connecting = 1
    case acceptingAgain, connection, files, signal, bundleDue, stopTimedOut, statusDue, watchdogDue, logDue,
      initialMessageExpired
    case callsDue, waitingDue, textsDue
  }

  init(token: UInt64) {
    let number = token & (1 << Self.numberBits - 1)
    switch Kind(rawValue: token >> Self.numberBits) {
    case .connecting: self = .connecting
    case .acceptingAgain: self = .acceptingAgain
    case .connection: self = .connection(ConnectionNumber(value: number))
    case .files: self = .files
    case .signal: self = .signal
    case .bundleDue: self = .bundleDue(Int(number))
    case .stopTimedOut: self = .stopTimedOut
    case .waitingDue: self = .waitingDue
    case .statusDue: self = .statusDue
    case .watchdogDue: self = .watchdogDue
    case .logDue: self = .logDue
    case .initialMessageExpired: self = .initialMessageExpired
    case .callsDue: self = .callsDue
    case .textsDue: self = .textsDue
    case nil: self = .foreign
    }
  }

  /// - Precondition: the event is the daemon's own.
  var token: UInt64 {
    switch self {
    case .connecting: Self.token(.connecting)
    case .acceptingAgain: Self.token(.acceptingAgain)
    case .connection(let number): Self.token(.connection, number.value)
    case .files: Self.token(.files)
    case .signal: Self.token(.signal)
    case .bundleDue(let bundle): Self.token(.bundleDue, UInt64(bundle))
    case .stopTimedOut: Self.token(.stopTimedOut)
    case .waitingDue: Self.token(.waitingDue)
    case .statusDue: Self.token(.statusDue)
    case .watchdogDue: Self.token(.watchdogDue)
    case .logDue: Self.token(.logDue)
    case .initialMessageExpired: Self.token(.initialMessageExpired)
    case .callsDue: Self.token(.callsDue)
    case .textsDue: Self.token(.textsDue)
    case .foreign: preconditionFailure("the embedding program chooses its own tokens")
    }
  }

  private static func token(_ kind: Kind, _ number: UInt64 = 0) -> UInt64 {
    kind.rawValue << numberBits | number
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

/// What can happen to a daemon. Its switch over these is its table of contents.
///
/// An event travels through the loop as a token: its kind in the top byte, its number in the rest.
enum Event: Equatable {
  /// Somebody wants to connect.
  case connecting
  /// There is room for connections again, perhaps.
  case acceptingAgain
  case connection(ConnectionNumber)
  /// Something changed in a bundle.
  case files
  case signal
  /// A bundle, by its number in the daemon, wanted to be looked at again now.
  case bundleDue(Int)
  /// The time to say goodbye is over.
  case farewellEnded
  /// The directories of bundles that wait for them are looked for.
  case waitingDue
  /// The service manager is to hear how the daemon is.
  case statusDue
  /// The service manager is to hear that the daemon is alive.
  case watchdogDue
  /// Connections have called for more than is answered in one turn.
  case callsDue
  /// The log has something to say of what it left out.
  case logDue
  /// Long first replies, kept for a crowd that comes at once, were not asked for any more.
  case crowdIsIn
  /// It belongs to the program that embeds the daemon.
  case foreign
}

/// Connections are counted from 1; no number comes twice.
struct ConnectionNumber: Hashable, Comparable {
  let value: UInt64

  static func < (left: ConnectionNumber, right: ConnectionNumber) -> Bool { left.value < right.value }
}

extension Event {
  private static let numberBits: UInt64 = 56

  private enum Kind: UInt64 {
    case connecting = 1
    case acceptingAgain, connection, files, signal, bundleDue, farewellEnded, statusDue, watchdogDue, logDue, crowdIsIn
    case callsDue, waitingDue
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
    case .farewellEnded: self = .farewellEnded
    case .waitingDue: self = .waitingDue
    case .statusDue: self = .statusDue
    case .watchdogDue: self = .watchdogDue
    case .logDue: self = .logDue
    case .crowdIsIn: self = .crowdIsIn
    case .callsDue: self = .callsDue
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
    case .farewellEnded: Self.token(.farewellEnded)
    case .waitingDue: Self.token(.waitingDue)
    case .statusDue: Self.token(.statusDue)
    case .watchdogDue: Self.token(.watchdogDue)
    case .logDue: Self.token(.logDue)
    case .crowdIsIn: Self.token(.crowdIsIn)
    case .callsDue: Self.token(.callsDue)
    case .foreign: preconditionFailure("the embedding program chooses its own tokens")
    }
  }

  private static func token(_ kind: Kind, _ number: UInt64 = 0) -> UInt64 {
    kind.rawValue << numberBits | number
  }
}

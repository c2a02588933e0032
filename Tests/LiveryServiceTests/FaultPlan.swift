// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc
import LinuxIO
import Synchronization

/// One system call of a daemon with a result that the test chooses.
struct Fault: Hashable, Sendable, CustomStringConvertible {
  var call: SystemCall
  /// 0 is the first call of its kind.
  var occurrence: Int
  var outcome: Interception

  var description: String {
    let what =
      switch outcome {
      case .none: "is made"
      case .atMost(let count): "moves \(count) byte"
      case .failure(let errno): errno.name
      }
    return "\(call.rawValue) #\(occurrence): \(what)"
  }

  /// The error of the call, as people read it; nil for results that every caller has to expect.
  var text: String? {
    guard case .failure(let errno) = outcome, !Self.everyday.contains(errno) else { return nil }
    return errno.text
  }

  private static let everyday: Set<Errno> = [
    .interrupted, .wouldBlock, .brokenPipe, .connectionReset, .connectionAborted,
  ]
}

extension Errno {
  static let connectionAborted = Errno(rawValue: 103)
  static let interrupted = Errno(rawValue: 4)
  static let inputOutput = Errno(rawValue: 5)
  static let noBuffers = Errno(rawValue: 105)
  static let noLocks = Errno(rawValue: 37)
  static let quotaExceeded = Errno(rawValue: 122)
  static let readOnly = Errno(rawValue: 30)
}

extension SystemCall {
  /// The errors of the manual pages that the program cannot rule out.
  var outcomes: [Interception] {
    errors.map(Interception.failure) + (movesBytes ? [.atMost(1)] : [])
  }

  private var movesBytes: Bool { [.read, .receive, .send, .sendFile, .write].contains(self) }

  private var errors: [Errno] {
    let descriptors: [Errno] = [.tooManyOpenFiles, .tooManyOpenFilesInSystem, .outOfMemory]
    switch self {
    case .accept: return descriptors + [.interrupted, .wouldBlock, .connectionAborted, .noBuffers]
    case .bind: return [.outOfMemory, .noSpace, .readOnly]
    case .chmod, .chown, .fchmod, .fchown: return [.inputOutput, .outOfMemory, .readOnly]
    case .close: return [.interrupted, .inputOutput, .noSpace]
    case .connect: return [.interrupted, .wouldBlock]
    case .epollControl: return [.outOfMemory, .noSpace]
    case .epollCreate, .eventCreate, .memoryFile, .pipe, .processDescriptor, .signalCreate, .socketPair, .timerCreate:
      return descriptors
    case .epollWait, .wait: return [.interrupted]
    case .fcntl, .getrlimit, .setrlimit, .lseek, .timerSet: return []
    case .setsockopt: return [.outOfMemory]
    case .flock: return [.interrupted, .noLocks]
    case .fstat, .lstat, .stat, .statfs, .statvfs: return [.outOfMemory, .inputOutput]
    case .ftruncate: return [.interrupted, .inputOutput]
    case .fsync, .syncfs: return [.interrupted, .inputOutput, .noSpace, .quotaExceeded]
    case .getcwd, .getsockopt, .poll: return [.outOfMemory]
    case .inotifyInit: return [.tooManyOpenFiles, .outOfMemory]
    case .inotifyAddWatch: return [.noSpace, .outOfMemory]
    case .inotifyRead: return [.interrupted]
    case .listen: return [.addressInUse]
    case .link, .symlink: return [.inputOutput, .noSpace, .outOfMemory, .readOnly]
    case .mkdir, .unlink: return [.inputOutput, .outOfMemory, .readOnly]
    case .create: return descriptors + [.interrupted, .inputOutput, .noSpace, .readOnly]
    case .open: return descriptors + [.interrupted, .inputOutput]
    case .openat2: return descriptors + [.interrupted, .wouldBlock, .inputOutput]
    case .opendir: return descriptors + [.inputOutput]
    case .read: return [.interrupted, .inputOutput, .outOfMemory]
    case .readdir, .readlink, .realpath: return [.inputOutput, .outOfMemory]
    case .receive: return [.interrupted, .wouldBlock, .connectionReset, .outOfMemory]
    case .rename, .exchange: return [.inputOutput, .noSpace, .outOfMemory, .readOnly]
    case .send, .sendFile: return [.interrupted, .wouldBlock, .brokenPipe, .connectionReset, .outOfMemory, .noBuffers]
    case .sendTo: return [.wouldBlock, .connectionRefused, .noBuffers]
    case .setTerminalAttributes, .terminalAttributes: return [.inputOutput]
    case .shutdown: return [Errno(rawValue: ENOTCONN)]
    case .socket, .socketDiagnosis: return descriptors + [.noBuffers]
    case .write: return [.interrupted, .noSpace, .inputOutput, .quotaExceeded]
    }
  }
}

/// Lets the calls of a daemon fail as planned, and counts them.
final class FaultPlan: Sendable {
  private struct State {
    var counts: [SystemCall: Int] = [:]
    /// The calls that are to fail, and how.
    var call: SystemCall?
    var occurrences = 0..<0
    var outcome = Interception.none
    var hasStruck = false
  }

  private let state = Mutex(State())

  func decide(_ call: SystemCall) -> Interception {
    state.withLock { state in
      let occurrence = state.counts[call, default: 0]
      state.counts[call] = occurrence + 1
      guard state.call == call, state.occurrences.contains(occurrence) else { return .none }
      state.hasStruck = true
      return state.outcome
    }
  }

  /// Counts from here on; the fault comes at its number.
  func begin(_ fault: Fault?) {
    let first = fault?.occurrence ?? 0
    state.withLock {
      $0 = State(call: fault?.call, occurrences: first..<first + 1, outcome: fault?.outcome ?? .none)
    }
  }

  /// Counts from here on, and lets a number of calls of a kind fail.
  func begin(_ failure: Errno, ofNext count: Int, _ call: SystemCall) {
    state.withLock { $0 = State(call: call, occurrences: 0..<count, outcome: .failure(failure)) }
  }

  /// Nothing fails from now on. Gives how often each call was made.
  func end() -> [SystemCall: Int] {
    state.withLock { state in
      state.call = nil
      return state.counts
    }
  }

  /// Whether something has failed since the beginning.
  var hasStruck: Bool { state.withLock(\.hasStruck) }
}

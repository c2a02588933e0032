// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import LinuxIO
import Synchronization
import TestSupport
import Testing

@testable import LiveryService

/// Daemons whose system calls fail, one at a time, each with its possible errors: they live on, report the error, and
/// serve the right state afterwards.
///
/// A run without a fault counts the calls. With `LIVERY_FAULTS=all` every error comes at every call;
/// otherwise the first call of a kind meets all of them, and a few of the others one each, taking turns.
@Suite(.serialized, .hangLimit) struct FaultTests {
  private func faults(_ counts: [SystemCall: Int]) -> [Fault] {
    let isThorough = ProcessInfo.processInfo.environment["LIVERY_FAULTS"] == "all"
    return SystemCall.allCases.flatMap { call in
      let count = counts[call, default: 0]
      let outcomes = call.outcomes
      guard !outcomes.isEmpty else { return [Fault]() }
      return stride(from: 0, to: count, by: isThorough ? 1 : 1 + count / 4).flatMap { occurrence in
        let chosen = isThorough || occurrence == 0 ? outcomes : [outcomes[occurrence % outcomes.count]]
        return chosen.map { Fault(call: call, occurrence: occurrence, outcome: $0) }
      }
    }
  }

  private func forEachFault(
    _ counts: [SystemCall: Int], atLeast calls: [SystemCall], _ body: (Fault) throws -> Void
  ) throws {
    for call in calls { try #require(counts[call, default: 0] > 0, "\(call) is part of it") }
    for fault in faults(counts) {
      // A limit, since a hanging test would not tell its place.
      let alarm = DispatchWorkItem { preconditionFailure("hangs: \(fault)") }
      DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: alarm)
      defer { alarm.cancel() }
      do {
        try body(fault)
      } catch {
        Issue.record(error, "\(fault)")
      }
    }
  }

  /// A daemon that starts serves the right state, and a daemon that fails reports the reason. The next attempt succeeds.
  @Test func startsOrSaysWhyNot() throws {
    func run(_ fault: Fault?) throws -> [SystemCall: Int] {
      let life = try FaultyDaemon()
      let counts = try life.start(fault)
      try life.check()
      try life.stop(nil)
      life.checkTold(fault)
      return counts
    }
    let calls: [SystemCall] = [
      .bind, .create, .epollCreate, .inotifyAddWatch, .inotifyInit, .listen, .lstat, .open, .opendir, .read,
      .timerCreate,
    ]
    try forEachFault(try run(nil), atLeast: calls) { _ = try run($0) }
  }

  /// All errors come in one daemon, one after the other.
  @Test func servesOn() throws {
    let life = try FaultyDaemon()
    try life.start(nil)
    let calls: [SystemCall] = [
      .accept, .create, .epollControl, .epollWait, .fsync, .inotifyRead, .lstat, .memoryFile, .openat2, .receive,
      .rename, .send, .sendFile, .write,
    ]
    try forEachFault(try life.serve(nil), atLeast: calls) { fault in
      try life.serve(fault)
      try life.check()
      life.checkTold(fault)
    }
    try life.stop(nil)
  }

  /// The next daemon goes on where this one ended.
  @Test func losesNothingAtTheEnd() throws {
    func run(_ fault: Fault?) throws -> [SystemCall: Int] {
      let life = try FaultyDaemon()
      try life.start(nil)
      try life.serve(nil)
      let before = try life.check()
      let counts = try life.stop(fault)
      try life.start(nil)
      #expect(try life.check() >= before, "generations never go back")
      try life.stop(nil)
      life.checkTold(fault)
      return counts
    }
    try forEachFault(try run(nil), atLeast: [.close, .create, .fsync, .rename, .send, .unlink, .write]) {
      _ = try run($0)
    }
  }

  /// Without descriptors no client can be accepted. That is reported once, costs no turn of the loop for each waiting
  /// client, and ends by itself.
  @Test(arguments: [Errno.tooManyOpenFiles, .tooManyOpenFilesInSystem, .outOfMemory])
  func waitsForDescriptors(_ shortage: Errno) throws {
    let life = try FaultyDaemon()
    try life.start(nil)
    try life.waitForDescriptors(shortage)
    try life.check()
    try life.stop(nil)
  }
}

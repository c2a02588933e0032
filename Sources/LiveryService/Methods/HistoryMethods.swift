// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import LiveryConfiguration
import LiveryProtocol
import MessageDigest
import TextComparison
import ThemeEngine
import ThemeModel
import Varlink

/// The methods that ask about earlier generations of a bundle.
struct HistoryMethods {
  private let state: DaemonState
  private let parameters: CallParameters

  init(_ state: DaemonState) {
    self.state = state
    parameters = CallParameters(state)
  }

  /// Bytes of a file in one reply, however long a message may be.
  private static let maximumPiece = 8 << 20

  func listGenerations(
    _ call: ThemeInterface.ListGenerations, by peer: PeerCredentials
  ) throws(CallError) -> ThemeInterface.ListGenerations.Reply {
    let bundle = try parameters.bundle(named: call.bundle, for: peer)
    let generations = bundle.engine.generations(in: try parameters.context(call.context))
    return ThemeInterface.ListGenerations.Reply { $0.generations = generations.map(ThemeInterface.Generation.init) }
  }

  /// The method Diff. The difference goes to bytes without a value in between.
  ///
  /// - Returns: the message with the reply.
  func diff(_ call: ThemeInterface.Diff, by peer: PeerCredentials) throws(CallError) -> [UInt8] {
    let bundle = try parameters.bundle(named: call.bundle, for: peer)
    let selection = try parameters.selection(call.select)
    let new = try parameters.snapshot(of: call.to, in: call.context, of: bundle)
    let old = try parameters.snapshot(of: call.from, in: call.context, of: bundle)
    guard let delta = new.delta(from: old, selecting: selection, shorterThan: state.limits.message) else {
      throw .limitExceeded("message", state.limits.message)
    }
    var writer = JSONWriter(reserving: 1 << 12)
    writer.maximum = state.limits.message
    writer.beginObject()
    writer.key("parameters")
    writer.beginObject()
    writer.key("patch")
    writer.beginArray()
    for operation in delta.patch {
      operation.write(to: &writer)
      guard writer.count < state.limits.message else { throw .limitExceeded("message", state.limits.message) }
    }
    writer.endArray()
    if let order = delta.order { writer.member("order", .array(order.map(JSONValue.string))) }
    writer.member("diagnostics", new.diagnostics)
    if new.held > 0 { writer.member("held", new.held) }
    writer.endObject()
    writer.endObject()
    guard writer.count < state.limits.message else { throw .limitExceeded("message", state.limits.message) }
    return writer.drainBytes() + [0]
  }

  func listChangedFiles(
    _ call: ThemeInterface.ListChangedFiles, by peer: PeerCredentials
  ) throws(CallError) -> ThemeInterface.ListChangedFiles.Reply {
    let bundle = try parameters.bundle(named: call.bundle, changedBy: peer)
    guard let files = bundle.engine.files(changedSince: call.generation) else {
      throw .noSuchGeneration(call.generation)
    }
    return ThemeInterface.ListChangedFiles.Reply {
      $0.newest = bundle.engine.generation
      $0.files = files.map(ThemeInterface.ChangedFile.init)
    }
  }

  func readFile(
    _ call: ThemeInterface.ReadFile, by peer: PeerCredentials
  ) throws(CallError) -> ThemeInterface.ReadFile.Reply {
    let bundle = try parameters.bundle(named: call.bundle, changedBy: peer)
    guard let content = bundle.engine.content(of: call.file, in: call.generation) else {
      throw .noSuchGeneration(call.generation)
    }
    let offset = call.offset ?? 0
    guard offset >= 0 else { throw .invalidParameter("offset") }
    // In Base64, three bytes are four.
    let piece = min(Self.maximumPiece, state.limits.message / 2)
    return ThemeInterface.ReadFile.Reply {
      guard case .bytes(let bytes) = content else { return }
      $0.content = Base64.encode(Array(bytes.dropFirst(offset).prefix(piece)))
      $0.digest = sha256(bytes)
      $0.size = bytes.count
    }
  }
}

extension ThemeInterface.Generation {
  fileprivate init(_ generation: Generation) {
    self.init {
      $0.generation = generation.number
      $0.time = ThemeInterface.Timestamp(secondsSince1970: generation.time)
      $0.kind = generation.kind
      $0.causes = generation.causes
      $0.changed = generation.changed
      $0.held = generation.held
    }
  }
}

extension ThemeInterface.ChangedFile {
  fileprivate init(_ file: ChangedFile) {
    self.init {
      $0.file = file.path
      $0.before = file.before.digest
      $0.now = file.now.digest
      if case .unreadable = file.before { $0.unreadable = true }
    }
  }
}

extension FileChange.Content {
  /// Nil for a file that is not there or cannot be read.
  fileprivate var digest: String? {
    switch self {
    case .bytes(let bytes): sha256(bytes)
    case .gone, .unreadable: nil
    }
  }
}

extension HistoryLimits {
  init(_ limits: Limits) { self.init(generations: limits.history, bytes: limits.historyBytes) }
}

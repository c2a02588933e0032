// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import LiveryProtocol
import MessageDigest
import ThemeEngine
import Varlink

/// The methods that lay unsaved texts over files.
final class OverlayMethods {
  private let state: DaemonState
  private let parameters: CallParameters
  private let updates: FileUpdates
  private var lastNumber = 0

  init(_ state: DaemonState) {
    self.state = state
    parameters = CallParameters(state)
    updates = FileUpdates(state)
  }

  func setOverlay(
    _ call: ThemeInterface.SetOverlay, on connection: Connection
  ) throws(CallError) -> ThemeInterface.GenerationReply {
    let peer = connection.credentials
    let bundle = try parameters.bundle(named: call.bundle, changedBy: peer)
    // A save before this call is applied first.
    updates.apply(rounds: DrainRounds.maximum)
    guard bundle.mayHaveOverlay(over: call.file) else { throw .invalidParameter("file") }
    let earlier = bundle.overlays.overlay(of: connection.number, over: call.file)
    if let bytes = try text(of: call, over: earlier) {
      try checkLimits(for: bytes, in: bundle, replacing: earlier, file: call.file, of: peer)
      let below = bundle.overlays.inForce(over: call.file)
      let overlay = Overlay(
        number: earlier?.number ?? nextNumber(), file: call.file, connection: connection.number,
        process: peer.process, user: peer.user, since: earlier?.since ?? secondsSince1970(), bytes: bytes,
        fileDigest: below.map(\.fileDigest) ?? bundle.engine.source(of: call.file).map(sha256),
        isFileChanged: earlier?.isFileChanged ?? false)
      if earlier == nil { log(overlay, bundle, "lies over") }
      bundle.set(overlay)
    } else if let earlier {
      log(earlier, bundle, "is taken back from")
      bundle.removeOverlay(earlier.number)
    }
    publish(bundle)
    return ThemeInterface.GenerationReply { $0.generation = bundle.engine.generation }
  }

  /// Publishes a change at once. In a bundle of which git changes files, the change waits for them: they are one generation.
  private func publish(_ bundle: BundleHost) {
    if !bundle.gate.isLocked { updates.publish(bundle) }
    updates.publishDue()
  }

  private func nextNumber() -> OverlayNumber {
    lastNumber += 1
    return OverlayNumber(lastNumber)
  }

  /// The text of a call; nil for a call that removes an overlay.
  private func text(
    of call: ThemeInterface.SetOverlay, over earlier: Overlay?
  ) throws(CallError) -> [UInt8]? {
    switch (call.text, call.edits) {
    case (nil, nil): return nil
    case (let text?, nil): return Array(text.utf8)
    case (nil, let edits?):
      guard var bytes = earlier?.bytes else { throw .invalidParameter("edits") }
      for edit in edits {
        guard edit.offset >= 0, edit.length >= 0, edit.offset <= bytes.count, edit.length <= bytes.count - edit.offset
        else { throw .invalidParameter("edits") }
        let range = edit.offset..<(edit.offset + edit.length)
        guard bytes.isBetweenCharacters(range.lowerBound), bytes.isBetweenCharacters(range.upperBound) else {
          throw .invalidParameter("edits")
        }
        bytes.replaceSubrange(range, with: edit.text.utf8)
      }
      return bytes
    case (_?, _?): throw .invalidParameter("edits")
    }
  }

  private func checkLimits(
    for bytes: [UInt8], in bundle: BundleHost, replacing earlier: Overlay?, file: String, of peer: PeerCredentials
  ) throws(CallError) {
    let maximum = bundle.maximumBytes(of: file)
    if bytes.count > maximum { throw .limitExceeded("file", maximum) }
    if earlier == nil, bundle.overlays.overlays.count >= state.limits.overlays {
      throw .limitExceeded("overlays", state.limits.overlays)
    }
    let held = state.bundles.flatMap(\.overlays.overlays).reduce(0) { $0 + ($1.user == peer.user ? $1.bytes.count : 0) }
    if held - (earlier?.bytes.count ?? 0) + bytes.count > state.limits.overlayBytes {
      throw .limitExceeded("overlayBytes", state.limits.overlayBytes)
    }
  }

  func listOverlays(
    _ call: ThemeInterface.ListOverlays, by peer: PeerCredentials
  ) throws(CallError) -> ThemeInterface.ListOverlays.Reply {
    let bundle = try parameters.bundle(named: call.bundle, for: peer)
    return ThemeInterface.ListOverlays.Reply { $0.overlays = bundle.overlays.overlays.map(\.entry) }
  }

  func dropOverlay(
    _ call: ThemeInterface.DropOverlay, by peer: PeerCredentials
  ) throws(CallError) -> ThemeInterface.Empty {
    for bundle in state.bundles(visibleTo: peer) {
      guard let overlay = bundle.overlays.overlays.first(where: { $0.number.name == call.overlay }) else { continue }
      if overlay.user != peer.user { try state.access.admit(peer, toChange: bundle) }
      log(overlay, bundle, "is dropped by process \(peer.process) from")
      updates.apply(rounds: DrainRounds.maximum)
      bundle.removeOverlay(overlay.number)
      publish(bundle)
      return ThemeInterface.Empty()
    }
    throw .invalidParameter("overlay")
  }

  /// Takes back the texts of a connection that has ended. The loop publishes the change soon: no stream may end here.
  func removeOverlays(of connection: Connection) {
    for bundle in state.bundles where !bundle.overlays.isEmpty {
      let ended = bundle.overlays.overlays.filter { $0.connection == connection.number }
      guard !ended.isEmpty else { continue }
      for overlay in ended {
        log(overlay, bundle, "has ended over")
        bundle.removeOverlay(overlay.number)
      }
      state.loop.setDeadline(Event.bundleDue(bundle.number).token, at: state.clock.now())
    }
  }

  private func log(_ overlay: Overlay, _ bundle: BundleHost, _ event: String) {
    state.log.info(
      "the unsaved text \(overlay.number.name) of process \(overlay.process) \(event) \(overlay.file)",
      .bundle(bundle.name), .client(overlay.process))
  }
}

extension Overlay {
  /// The entry of ListOverlays.
  fileprivate var entry: ThemeInterface.Overlay {
    ThemeInterface.Overlay {
      $0.overlay = number.name
      $0.file = file
      $0.pid = Int(process)
      $0.uid = Int(user)
      $0.bytes = bytes.count
      $0.since = since
      $0.fileChanged = isFileChanged
    }
  }
}

extension [UInt8] {
  /// Whether an offset is a boundary between characters of UTF-8.
  fileprivate func isBetweenCharacters(_ index: Int) -> Bool { index == count || self[index] & 0xC0 != 0x80 }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import LiveryConfiguration
import LiveryProtocol
import ThemeModel

extension Limits {
  /// The limits as Status lists them.
  var listed: ThemeInterface.Limits {
    ThemeInterface.Limits {
      $0.request = request
      $0.depth = depth
      $0.message = message
      $0.queue = queue
      $0.unsent = unsent
      $0.connections = connections
      $0.connectionsPerUser = connectionsPerUser
      $0.consumersPerConnection = Self.consumersPerConnection
      $0.stalled = stalled
      $0.bundles = bundles
      $0.contexts = contexts
      $0.resume = resume
      $0.consumerName = consumerName
      $0.file = file
      $0.modifications = modifications
      $0.contextsPerUser = contextsPerUser
      $0.contextText = Self.contextText
      $0.contextThemes = Self.contextThemes
      $0.contextModifiers = Self.contextModifiers
      $0.patterns = Selection.maximumPatterns
      $0.patternSegments = Selection.maximumSegments
      $0.unfinished = unfinished
      $0.diagnostics = DiagnosticList.maximumEntries
      $0.diagnosticsBytes = DiagnosticList.maximumBytes
      $0.overlays = overlays
      $0.overlayBytes = overlayBytes
      $0.overlayRequest = overlayRequest
      $0.history = history
      $0.historyBytes = historyBytes
    }
  }
}

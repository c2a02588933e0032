// SPDX-License-Identifier: GPL-2.0-or-later

import LiveryProtocol

/// The state of a bundle in numbers. Numbers that differ from context to context are those of the context with the highest.
struct BundleFigures {
  var generation = 0
  var files = 0
  var consumers = 0
  var errors = 0
  var warnings = 0
  var held = 0
  var unreadable = 0
  /// Milliseconds for which changes have waited to be published.
  var unpublished = 0
  var latency = LatencyHistogram()

  /// The entry of ListBundles, without optional members.
  ///
  /// - Parameter path: the bundle's directory.
  func entry(name: String, path: String) -> ThemeInterface.Bundle {
    ThemeInterface.Bundle {
      $0.name = name
      $0.path = path
      $0.generation = generation
      $0.files = files
      $0.consumers = consumers
      $0.errors = errors
      $0.warnings = warnings
      $0.held = held
      $0.unreadable = unreadable
      $0.unpublished = unpublished
      $0.latency = latency.listed
    }
  }
}

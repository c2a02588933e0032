// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText

/// How a bundle is, in numbers. Of what differs from context to context it is the one that has most.
struct BundleFigures {
  var generation = 0
  var files = 0
  var consumers = 0
  var errors = 0
  var warnings = 0
  var held = 0
  var unreadable = 0
  /// Milliseconds for which what changed on disk has waited to be published.
  var unpublished = 0
  var latency = LatencyHistogram()

  /// The members of `Bundle` that are numbers.
  var members: [(key: String, value: JSONValue)] {
    func count(_ value: Int) -> JSONValue { .number(Double(value)) }
    return [
      ("generation", count(generation)), ("files", count(files)), ("consumers", count(consumers)),
      ("errors", count(errors)), ("warnings", count(warnings)), ("held", count(held)),
      ("unreadable", count(unreadable)), ("unpublished", count(unpublished)), ("latency", latency.json),
    ]
  }
}

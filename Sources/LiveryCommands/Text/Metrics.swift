// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import JSONText
import LiveryConfiguration
import LiveryProtocol
import Reporting
import StyledText
import TextComparison

/// A measurement of a daemon for monitoring systems.
struct Metric {
  enum Kind: String {
    case gauge, counter
    /// Cumulative counts by upper bound, with their sum and number.
    case histogram
  }

  struct Sample {
    /// Of a histogram: `_bucket`, `_sum` or `_count`.
    var suffix = ""
    var labels: [(name: String, value: String)] = []
    var value: Double
  }

  let name: String
  let kind: Kind
  let help: String
  var samples: [Sample]

  init(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
    self.name = "livery_\(name)"
    self.kind = kind
    self.help = help
    self.samples = samples
  }

  init(_ name: String, _ help: String, _ value: Int) {
    self.init(name, .gauge, help, [Sample(value: Double(value))])
  }

  /// The Prometheus text format, version 0.0.4: lines for the help, the kind and each sample.
  var text: String {
    var text = "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    for sample in samples {
      let labels = sample.labels.map { "\($0.name)=\"\($0.value.escaping(Self.sequences))\"" }.joined(separator: ",")
      text += "\(name)\(sample.suffix)\(labels.isEmpty ? "" : "{\(labels)}") \(JSONValue.number(sample.value).text)\n"
    }
    return text
  }

  /// The escape sequences in the value of a label.
  private static let sequences: [Unicode.Scalar: String] = ["\\": "\\\\", "\"": "\\\"", "\n": "\\n"]
}

extension Metric {
  /// The replies of Status, ListBundles and ListConsumers as metrics. Their names are a contract, see docs/operating.md.
  static func all(
    status: ThemeInterface.Status.Reply, bundles: [ThemeInterface.Bundle], consumers: [ThemeInterface.Consumer]
  ) -> [Metric] {
    let version = Sample(labels: [("version", status.version)], value: 1)
    var metrics = [
      Metric("build_info", .gauge, "1, with the version of the daemon.", [version]),
      Metric("uptime_seconds", "Since the daemon was started.", status.uptime),
    ]
    if let memory = status.memory {
      metrics.append(Metric("resident_memory_bytes", "Memory that the daemon occupies.", memory))
    }
    metrics += [
      Metric("watched_directories", "Directories that are watched for changes.", status.watches),
      Metric("problems", "Entries of `problems` in the status.", status.problems.count),
      Metric(
        "configuration_read_timestamp_seconds", "When the configuration that holds was read.", status.configured),
      Metric(
        "configuration_refused", "1 when the configuration was refused when it was read last, otherwise 0.",
        status.refused == nil ? 0 : 1),
      Metric("bundles", "Bundles that are served or waited for.", bundles.count),
    ]
    metrics += bundleMetrics.map { name, help, value in
      Metric(name, .gauge, help, bundles.map { Sample(labels: label($0), value: value($0)) })
    }
    metrics.append(following(bundles, consumers))
    metrics.append(
      Metric(
        "publication_latency_seconds", .histogram,
        "From the first event of a change on disk to the last consumer, for each generation.",
        bundles.flatMap(latency)))
    metrics += counters.map { name, help, value in
      Metric(name, .counter, help, [Sample(value: Double(value(status.counters)))])
    }
    let limits = status.limits.object.members.map { key, value in
      Sample(labels: [("limit", key)], value: value.number ?? 0)
    }
    return metrics + [Metric("limit", .gauge, "Limits of the daemon, by name.", limits)]
  }

  private static let bundleMetrics: [(name: String, help: String, value: @Sendable (ThemeInterface.Bundle) -> Double)] =
    [
      ("bundle_generation", "The generation that is published.", { Double($0.generation) }),
      ("bundle_files", "Files of the bundle.", { Double($0.files) }),
      ("bundle_errors", "Errors, in the context that has most.", { Double($0.errors) }),
      ("bundle_warnings", "Warnings, in the context that has most.", { Double($0.warnings) }),
      (
        "bundle_held", "Last good values, files and choices of files in use, in the context that has most.",
        { Double($0.held) }
      ),
      ("bundle_unreadable", "Files and directories that the daemon cannot read.", { Double($0.unreadable) }),
      (
        "bundle_waiting", "1 while the directory is waited for, otherwise 0.", { $0.waits == nil ? 0 : 1 }
      ),
      (
        "bundle_unpublished_seconds", "For how long a change has waited to be published.",
        { Double($0.unpublished) / 1000 }
      ),
    ]

  private static let counters: [(name: String, help: String, value: @Sendable (ThemeInterface.Counters) -> Int)] = [
    ("files_parsed_total", "Theme files parsed.", { $0.filesParsed }),
    ("declarations_changed_total", "Declarations that changed.", { $0.declarationsChanged }),
    ("values_resolved_total", "Values resolved.", { $0.valuesResolved }),
    ("updates_sent_total", "Messages that brought a consumer to a new state.", { $0.deltasSent }),
    ("updates_conflated_total", "Deltas that cover several generations.", { $0.conflated }),
    (
      "messages_encoded_total", "Encoded messages, each for all consumers with the same state.",
      { $0.messagesEncoded }
    ),
    (
      "rescans_total", "Walks over a whole bundle because events were lost or its root was replaced.", { $0.rescans }
    ),
  ]

  private static func label(_ bundle: ThemeInterface.Bundle) -> [(name: String, value: String)] {
    [("bundle", bundle.name)]
  }

  /// Consumers by bundle and context; a bundle without consumers has one sample.
  private static func following(
    _ bundles: [ThemeInterface.Bundle], _ consumers: [ThemeInterface.Consumer]
  ) -> Metric {
    let samples = bundles.flatMap { bundle -> [Sample] in
      let contexts = consumers.filter { Bytewise($0.bundle) == Bytewise(bundle.name) }.map(\.context.text)
      let counts = Dictionary(contexts.map { ($0, 1) }, uniquingKeysWith: +)
      guard !counts.isEmpty else { return [Sample(labels: label(bundle) + [("context", "-")], value: 0)] }
      return counts.sorted { $0.key < $1.key }.map { context, count in
        Sample(labels: label(bundle) + [("context", context)], value: Double(count))
      }
    }
    return Metric("consumers", .gauge, "Consumers, by bundle and context.", samples)
  }

  private static func latency(of bundle: ThemeInterface.Bundle) -> [Sample] {
    let count = Double(bundle.latency.count)
    let buckets = bundle.latency.buckets.map { bucket in
      let bound = Double(bucket.upTo) / 1_000_000
      return Sample(
        suffix: "_bucket", labels: label(bundle) + [("le", JSONValue.number(bound).text)], value: Double(bucket.count))
    }
    return buckets + [
      Sample(suffix: "_bucket", labels: label(bundle) + [("le", "+Inf")], value: count),
      Sample(suffix: "_sum", labels: label(bundle), value: Double(bundle.latency.sum) / 1_000_000),
      Sample(suffix: "_count", labels: label(bundle), value: count),
    ]
  }
}

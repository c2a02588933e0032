// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison

/// A measurement of a daemon, as monitoring systems collect it: a name, what it means, and a value for each set of labels.
struct Metric {
  enum Kind: String {
    case gauge, counter
    /// Cumulative counts by upper bounds, their sum and number.
    case histogram
  }

  struct Sample {
    /// What follows the name of the metric: `_bucket`, `_sum`, `_count` of a histogram.
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

  /// The Prometheus text format, version 0.0.4: a line for what it means, one for its kind, one for each sample.
  var text: String {
    var text = "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    for sample in samples {
      let labels = sample.labels.map { "\($0.name)=\"\(escaped($0.value))\"" }.joined(separator: ",")
      text += "\(name)\(sample.suffix)\(labels.isEmpty ? "" : "{\(labels)}") \(JSONValue.number(sample.value).text)\n"
    }
    return text
  }
}

/// The value of a label, of which the format has three characters escaped.
private func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\\": result += "\\\\"
    case "\"": result += "\\\""
    case "\n": result += "\\n"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

extension Metric {
  /// What a daemon answers to Status, ListBundles and ListConsumers. Their names are a contract: docs/operating.md lists them.
  static func all(status: JSONValue, bundles: [JSONValue], consumers: [JSONValue]) -> [Metric] {
    let version = Sample(labels: [("version", status["version"]?.string ?? "")], value: 1)
    var metrics = [
      Metric("build_info", .gauge, "1, with the version of the daemon.", [version]),
      Metric("uptime_seconds", "Since the daemon was started.", status["uptime"]?.count ?? 0),
    ]
    if let memory = status["memory"] {
      metrics.append(Metric("resident_memory_bytes", "Memory that the daemon occupies.", memory.count))
    }
    metrics += [
      Metric("watched_directories", "Directories that are watched for changes.", status["watches"]?.count ?? 0),
      Metric("problems", "Entries of `problems` in the status.", status["problems"]?.array?.count ?? 0),
      Metric(
        "configuration_read_timestamp_seconds", "When the configuration that holds was read.",
        status["configured"]?.count ?? 0),
      Metric(
        "configuration_refused", "1 when the configuration was refused when it was read last, otherwise 0.",
        status["refused"] == nil ? 0 : 1),
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
    metrics += counters.map { key, name, help in
      Metric(name, .counter, help, [Sample(value: status["counters"]?[key]?.number ?? 0)])
    }
    let limits = (status["limits"]?.object?.members ?? []).map { key, value in
      Sample(labels: [("limit", key)], value: Double(value.count))
    }
    return metrics + [Metric("limit", .gauge, "Limits of the daemon, by name.", limits)]
  }

  private static let bundleMetrics: [(name: String, help: String, value: @Sendable (JSONValue) -> Double)] = [
    ("bundle_generation", "The generation that is published.", { member($0, "generation") }),
    ("bundle_files", "Files of the bundle.", { member($0, "files") }),
    ("bundle_errors", "Errors, in the context that has most.", { member($0, "errors") }),
    ("bundle_warnings", "Warnings, in the context that has most.", { member($0, "warnings") }),
    (
      "bundle_held", "What keeps its last good state, in the context that holds back most.", { member($0, "held") }
    ),
    ("bundle_unreadable", "Files and directories that the daemon cannot read.", { member($0, "unreadable") }),
    (
      "bundle_waiting", "1 while the directory is waited for, otherwise 0.", { $0["waits"] == nil ? 0 : 1 }
    ),
    (
      "bundle_unpublished_seconds", "For how long a change has waited to be published.",
      { member($0, "unpublished") / 1000 }
    ),
  ]

  private static let counters = [
    ("filesParsed", "files_parsed_total", "Theme files parsed."),
    ("declarationsChanged", "declarations_changed_total", "Declarations that changed."),
    ("valuesResolved", "values_resolved_total", "Values resolved."),
    ("deltasSent", "updates_sent_total", "Messages that brought a consumer to a new state."),
    ("conflated", "updates_conflated_total", "Those of them that stand for several generations."),
    ("messagesEncoded", "messages_encoded_total", "Messages made, each for all consumers who are owed the same."),
    ("rescans", "rescans_total", "Walks over a whole bundle because events were lost or its root was replaced."),
  ]

  private static func member(_ bundle: JSONValue, _ key: String) -> Double { bundle[key]?.number ?? 0 }

  private static func label(_ bundle: JSONValue) -> [(name: String, value: String)] {
    [("bundle", bundle["name"]?.string ?? "")]
  }

  /// Consumers by bundle and context; a bundle that nobody follows has one sample.
  private static func following(_ bundles: [JSONValue], _ consumers: [JSONValue]) -> Metric {
    let samples = bundles.flatMap { bundle -> [Sample] in
      let name = bundle["name"]?.string ?? ""
      let contexts = consumers.filter { Bytewise($0["bundle"]?.string) == Bytewise(name) }.map {
        $0["context"]?.contextText ?? "-"
      }
      let counts = Dictionary(contexts.map { ($0, 1) }, uniquingKeysWith: +)
      guard !counts.isEmpty else { return [Sample(labels: [("bundle", name), ("context", "-")], value: 0)] }
      return counts.sorted { $0.key < $1.key }.map { context, count in
        Sample(labels: [("bundle", name), ("context", context)], value: Double(count))
      }
    }
    return Metric("consumers", .gauge, "Consumers, by bundle and context.", samples)
  }

  private static func latency(of bundle: JSONValue) -> [Sample] {
    let latency = bundle["latency"] ?? [:]
    let count = latency["count"]?.number ?? 0
    let buckets = (latency["buckets"]?.array ?? []).map { bucket in
      let bound = (bucket["upTo"]?.number ?? 0) / 1_000_000
      return Sample(
        suffix: "_bucket", labels: label(bundle) + [("le", JSONValue.number(bound).text)],
        value: bucket["count"]?.number ?? 0)
    }
    return buckets + [
      Sample(suffix: "_bucket", labels: label(bundle) + [("le", "+Inf")], value: count),
      Sample(suffix: "_sum", labels: label(bundle), value: (latency["sum"]?.number ?? 0) / 1_000_000),
      Sample(suffix: "_count", labels: label(bundle), value: count),
    ]
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

/// The Prometheus text format, version 0.0.4, read strictly: each metric has its HELP, its TYPE and its samples in one piece.
enum PrometheusText {
  struct Sample {
    var name: String
    var labels: [String: String]
    var value: Double
  }

  struct Metric {
    var kind: String
    var samples: [Sample] = []
  }

  /// Throws at the first line that the format does not allow, or that a scraper would drop.
  static func parse(_ text: String) throws -> [String: Metric] {
    guard text.hasSuffix("\n") else { throw EndToEndFailure(description: "the last line has no end") }
    var metrics: [String: Metric] = [:]
    var current = ""
    var helped = ""
    for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
      func fail(_ reason: String) -> EndToEndFailure { EndToEndFailure(description: "\(reason): \(line)") }
      if let help = line.wholeMatch(of: /# HELP ([a-z_:][a-z0-9_:]*) (.+)/) {
        helped = String(help.1)
        guard metrics[helped] == nil else { throw fail("a second piece") }
        guard help.2.wholeMatch(of: /([^\\]|\\\\|\\n)*/) != nil else { throw fail("a bad escape") }
      } else if let type = line.wholeMatch(of: /# TYPE ([a-z_:][a-z0-9_:]*) (gauge|counter|histogram)/) {
        current = String(type.1)
        guard current == helped else { throw fail("no help before") }
        guard (type.2 == "counter") == current.hasSuffix("_total") else {
          throw fail("a name that does not fit its kind")
        }
        metrics[current] = Metric(kind: String(type.2))
      } else {
        guard let sample = try sample(of: line) else { throw fail("no sample") }
        let suffixes = metrics[current]?.kind == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
        guard suffixes.contains(where: { sample.name == current + $0 }) else { throw fail("in another's piece") }
        guard
          metrics[current]?.samples.contains(where: { $0.name == sample.name && $0.labels == sample.labels }) == false
        else { throw fail("twice") }
        metrics[current]?.samples.append(sample)
      }
    }
    for (name, metric) in metrics where metric.kind == "histogram" { try check(metric, name) }
    return metrics
  }

  private static func sample(of line: Substring) throws -> Sample? {
    let form = /([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.+)\})? ([-+]?[0-9]+(?:\.[0-9]+)?(?:e[-+]?[0-9]+)?)/
    guard let match = line.wholeMatch(of: form), let value = Double(match.3) else { return nil }
    var labels: [String: String] = [:]
    var rest = match.2 ?? ""
    while !rest.isEmpty {
      guard let label = rest.prefixMatch(of: /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"(,(?=.)|$)/) else {
        return nil
      }
      let text = label.2.replacing(/\\(.)/) { $0.1 == "n" ? "\n" : String($0.1) }
      guard labels.updateValue(String(text), forKey: String(label.1)) == nil else { return nil }
      rest = rest[label.range.upperBound...]
    }
    return Sample(name: String(match.1), labels: labels, value: value)
  }

  /// Buckets are cumulative, in the order of their bounds, and the last holds all.
  private static func check(_ metric: Metric, _ name: String) throws {
    func bound(_ text: String) -> Double { text == "+Inf" ? .infinity : Double(text) ?? .nan }
    func series(_ sample: Sample) -> [String: String] { sample.labels.filter { $0.key != "le" } }
    for labels in Set(metric.samples.map(series)) {
      let own = metric.samples.filter { series($0) == labels }
      let buckets = own.filter { $0.name == "\(name)_bucket" }
      let bounds = buckets.compactMap { $0.labels["le"] }.map(bound)
      let counts = buckets.map(\.value)
      guard bounds == bounds.sorted(), bounds.last == .infinity, Set(bounds).count == bounds.count,
        counts == counts.sorted(), own.filter({ $0.name == "\(name)_sum" }).count == 1,
        own.filter({ $0.name == "\(name)_count" }).map(\.value) == counts.suffix(1)
      else { throw EndToEndFailure(description: "a histogram that does not add up: \(labels)") }
    }
  }
}

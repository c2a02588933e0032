// SPDX-License-Identifier: GPL-2.0-or-later

/// One line of the report: a case of a row, measured beside its baseline.
struct CaseResult: Encodable {
  struct Measurement: Encodable {
    /// The measured program: `liveryd`, `c-floor`, `sassc`.
    var of: String
    var distribution: Distribution
  }

  /// The main figure of a case, with its goal in docs/performance.md, if there is one.
  struct Ratio: Encodable {
    enum Bound {
      case atMost(Double)
      case atLeast(Double)
    }

    /// The two sides of the ratio: `p50 / floor p50`.
    var name: String
    var value: Double
    var unit: String
    /// The lowest and the highest of the rounds.
    var spread: ClosedRange<Double>?
    var goal: Bound?

    init(name: String, value: Double, unit: String = "x", goal: Bound? = nil) {
      self.name = name
      self.value = value
      self.unit = unit
      self.goal = goal
    }

    /// The median of the rounds.
    init(name: String, of rounds: Distribution, unit: String = "x", goal: Bound? = nil) {
      self.init(name: name, value: rounds.median, unit: unit, goal: goal)
      spread = rounds.minimum...rounds.maximum
    }

    /// Nil without a goal.
    var isReached: Bool? {
      switch goal {
      case .atMost(let bound)?: value <= bound
      case .atLeast(let bound)?: value >= bound
      case nil: nil
      }
    }
  }

  var row: String
  var name: String
  /// The unit of the measurements: `us`, `ms`, `MB`.
  var unit: String
  var measured: Measurement?
  var baseline: Measurement?
  var ratios: [Ratio] = []
  var notes: [String] = []
  /// The reason why there are no figures.
  var failure: String?
}

extension CaseResult.Ratio {
  private enum CodingKeys: String, CodingKey {
    case name, value, unit, lowest, highest, goal, isReached
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(value, forKey: .value)
    try container.encode(unit, forKey: .unit)
    try container.encodeIfPresent(spread?.lowerBound, forKey: .lowest)
    try container.encodeIfPresent(spread?.upperBound, forKey: .highest)
    try container.encodeIfPresent(goal?.text, forKey: .goal)
    try container.encodeIfPresent(isReached, forKey: .isReached)
  }
}

extension CaseResult.Ratio.Bound {
  /// `<= 3`.
  var text: String {
    switch self {
    case .atMost(let bound): "<= \(short(bound))"
    case .atLeast(let bound): ">= \(short(bound))"
    }
  }
}

/// Three significant digits: `0.47`, `12.3`, `1050`.
func short(_ value: Double) -> String {
  let magnitude = value.magnitude
  if magnitude >= 100 || value == value.rounded() { return String(Int(value.rounded())) }
  let scale: Double = magnitude >= 10 ? 10 : magnitude >= 1 ? 100 : 1000
  return String((value * scale).rounded() / scale)
}

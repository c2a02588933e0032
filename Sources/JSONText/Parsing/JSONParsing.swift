// SPDX-License-Identifier: MIT

/// Why a text is not JSON, and the place.
package struct JSONError: Error, Hashable {
  package var kind: JSONProblem.Kind
  /// Bytes from the beginning of the text.
  package var offset: Int

  package init(kind: JSONProblem.Kind, offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}

extension JSONValue {
  /// Parses JSON strictly by RFC 8259: without comments, trailing commas, and numbers that a double cannot hold.
  ///
  /// - Parameters:
  ///   - bytes: the whole text. A byte order mark is skipped.
  ///   - maximumDepth: the maximum nesting of objects and arrays.
  ///   - maximumValues: the maximum number of values, without keys. No more are kept in memory.
  ///   - outOfRange: the value of numbers that a double cannot hold, integers beyond 2^53 among them, for callers that refuse them with
  ///     their place. Nil: they are an error.
  package init(
    parsing bytes: [UInt8], maximumDepth: Int = 128, maximumValues: Int = .max, outOfRange: Double? = nil
  ) throws(JSONError) {
    let limits = JSONLimits(bytes: Int.max, depth: maximumDepth, values: maximumValues)
    let (tape, problems, _) = parseTape(bytes, limits: limits)
    if let problem = problems.first(where: { outOfRange == nil || $0.kind != .numberRange }) {
      throw JSONError(kind: problem.kind, offset: problem.range.lowerBound)
    }
    self = tape.value(outOfRange: outOfRange)
  }
}

extension JSONTape {
  /// The root as a value, with keys and order as written. Values that cannot be read are null.
  fileprivate func value(outOfRange: Double?) -> JSONValue {
    var containers: [Container] = []
    var index = 0
    while index < nodes.count {
      let node = nodes[index]
      switch node.kind {
      case .key:
        containers[containers.count - 1].keys.append(string(at: index))
        index += 1
        continue
      case .object, .array: containers.append(Container(isObject: node.kind == .object, next: Int(node.next)))
      case .string, .number, .true, .false, .null, .invalid:
        guard !containers.isEmpty else { return leaf(at: index, outOfRange) }
        containers[containers.count - 1].values.append(leaf(at: index, outOfRange))
      }
      index += 1
      while let last = containers.last, last.next == index {
        containers.removeLast()
        guard !containers.isEmpty else { return last.value }
        containers[containers.count - 1].values.append(last.value)
      }
    }
    return .null
  }

  private func leaf(at index: Int, _ outOfRange: Double?) -> JSONValue {
    switch nodes[index].kind {
    case .string, .key: .string(string(at: index))
    case .number: (number(at: index) ?? outOfRange).map(JSONValue.number) ?? .null
    case .true: .bool(true)
    case .false: .bool(false)
    case .null, .invalid, .object, .array: .null
    }
  }

  /// An object or array whose members are being collected.
  private struct Container {
    let isObject: Bool
    let next: Int
    var keys: [String] = []
    var values: [JSONValue] = []

    init(isObject: Bool, next: Int) {
      self.isObject = isObject
      self.next = next
    }

    var value: JSONValue {
      isObject ? .object(JSONObject(zip(keys, values).map { (key: $0, value: $1) })) : .array(values)
    }
  }
}

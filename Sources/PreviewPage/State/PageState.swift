// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
package import TextComparison
package import ThemeModel

/// The content of pages for a bundle in one context, with the step of each part: a stream gets exactly the parts that its page lacks.
///
/// Time is counted in *steps*, one for each change in any context of the server.
package struct PageState: Sendable {
  /// A finding, as it is shown.
  package struct Problem: Sendable, Hashable {
    @Bytewise package var code: String
    package var severity: String
    @Bytewise package var message: String
    @Bytewise package var file: String
    package var line: Int?
    package var column: Int?
    @Bytewise package var help: String?
    /// The lines of the file around the place, the first of which has the number `firstLine`.
    @Bytewise package var frame: [String] = []
    package var firstLine = 0

    package init(
      code: String, severity: String, message: String, file: String, line: Int?, column: Int?, help: String?
    ) {
      _code = Bytewise(code)
      self.severity = severity
      _message = Bytewise(message)
      _file = Bytewise(file)
      self.line = line
      self.column = column
      _help = Bytewise(help)
    }
  }

  /// Changes of one save.
  package struct Save: Sendable {
    package struct Change: Sendable {
      package let path: String
      /// JSON; nil for a new value.
      package let old: [UInt8]?
      /// JSON; nil for a removed value.
      package let new: [UInt8]?

      package init(path: String, old: [UInt8]?, new: [UInt8]?) {
        self.path = path
        self.old = old
        self.new = new
      }
    }

    package var generation: Int
    /// Milliseconds since 1970.
    package var time: Int
    /// The number of changed paths; `changes` has the first of them.
    package var count: Int
    package var changes: [Change]
    package var isUnsaved: Bool
    package var step = 0

    package init(generation: Int, time: Int, count: Int, changes: [Change], isUnsaved: Bool) {
      self.generation = generation
      self.time = time
      self.count = count
      self.changes = changes
      self.isUnsaved = isUnsaved
    }
  }

  private struct Entry: Sendable {
    var json: [UInt8]
    var step: Int
  }

  /// The changes that a save lists at most.
  package static let maximumChanges = 60
  /// The findings that are listed at most.
  package static let maximumProblems = 100
  /// The saves that are listed at most.
  package static let maximumSaves = 24
  /// The paths that went and are remembered: a page without older ones gets the whole.
  static let maximumRemovals = 4096

  package let context: Context
  package private(set) var bundle = ""
  package private(set) var dialect = ""
  package private(set) var generation = 0
  package private(set) var isUnsaved = false
  /// Why the values are not current, with the time since when in milliseconds since 1970; nil while they are.
  package private(set) var stale: (reason: String, since: Int)?
  private var entries: BytewiseDictionary<Entry> = [:]
  private var removals: [(path: String, step: Int)] = []
  private var elements: BytewiseDictionary<Entry> = [:]
  private var saves: [Save] = []
  private var problems: [Problem] = []
  private var problemCount = 0
  private var errorCount = 0
  private var problemStep = 0
  /// Pages that know a step before it get the whole.
  private var firstStep = 0
  /// The step of the last change.
  package private(set) var step = 0

  package init(context: Context) { self.context = context }

  /// Whether there are values to show.
  package var isReady: Bool { firstStep > 0 }

  /// The number of values.
  package var count: Int { entries.count }

  // MARK: Changes

  /// Begins a new state, which all pages get as a whole.
  package mutating func begin(bundle: String, dialect: String, generation: Int, isUnsaved: Bool, at step: Int) {
    self.bundle = bundle
    self.dialect = dialect
    self.generation = generation
    self.isUnsaved = isUnsaved
    entries = [:]
    elements = [:]
    removals = []
    firstStep = step
    mark(step)
  }

  package mutating func moved(to generation: Int, isUnsaved: Bool, at step: Int) {
    guard generation != self.generation || isUnsaved != self.isUnsaved else { return }
    self.generation = generation
    self.isUnsaved = isUnsaved
    mark(step)
  }

  /// - Parameters:
  ///   - path: `constants/ID` or `styles/ID`.
  ///   - json: its value; nil when it went.
  /// - Returns: the value of before.
  @discardableResult
  package mutating func set(_ path: String, to json: [UInt8]?, at step: Int) -> [UInt8]? {
    let old = entries[path]?.json
    guard let json else {
      guard old != nil else { return nil }
      entries.removeValue(forKey: path)
      removals.append((path, step))
      if removals.count > Self.maximumRemovals {
        firstStep = max(firstStep, removals[Self.maximumRemovals / 2].step)
        removals.removeFirst(Self.maximumRemovals / 2 + 1)
      }
      mark(step)
      return old
    }
    guard old != json else { return old }
    entries[path] = Entry(json: json, step: step)
    mark(step)
    return old
  }

  /// - Parameter json: the states of the element; nil for a removed element.
  package mutating func setElement(_ name: String, to json: [UInt8]?, at step: Int) {
    guard elements[name]?.json != json else { return }
    // An element that went is one without states.
    elements[name] = Entry(json: json ?? Array("[]".utf8), step: step)
    mark(step)
  }

  package mutating func add(_ save: Save, at step: Int) {
    var save = save
    save.step = step
    saves.append(save)
    if saves.count > Self.maximumSaves { saves.removeFirst() }
    mark(step)
  }

  /// - Parameters:
  ///   - problems: the first `maximumProblems` of the findings, errors before others.
  ///   - count: of all findings.
  ///   - errorCount: of the errors among them.
  package mutating func replace(_ problems: [Problem], of count: Int, errorCount: Int, at step: Int) {
    guard problems != self.problems || count != problemCount || errorCount != self.errorCount else { return }
    self.problems = problems
    problemCount = count
    self.errorCount = errorCount
    problemStep = step
    mark(step)
  }

  package mutating func become(stale reason: String?, since: Int, at step: Int) {
    guard reason != stale?.reason else { return }
    stale = reason.map { ($0, since) }
    mark(step)
  }

  private mutating func mark(_ step: Int) {
    self.step = step
  }

  // MARK: Messages

  /// Whether a page that knows everything up to a step can get the rest alone.
  package func canContinue(from step: Int) -> Bool { step >= firstStep && firstStep > 0 }

  /// The changes after a step, for a page that has everything up to this step, as JSON. Costs a look at each value.
  ///
  /// - Parameter known: nil for a page that knows nothing.
  package func message(since known: Int?) -> [UInt8] {
    let since = known.flatMap { canContinue(from: $0) ? $0 : nil }
    var writer = JSONWriter(reserving: since == nil ? 1 << 16 : 1 << 10)
    writer.beginObject()
    writer.member("type", since == nil ? "whole" : "change")
    writer.member("context", context.json)
    writer.member("bundle", bundle)
    writer.member("dialect", dialect)
    writer.member("generation", generation)
    writer.member("unsaved", isUnsaved)
    if let stale {
      writer.member("stale", stale.reason)
      writer.member("since", stale.since)
    }
    writer.key("values")
    writeEntries(entries, since, to: &writer)
    if let since {
      let gone = removals.filter { $0.step > since && entries[$0.path] == nil }
      writer.member("removed", .array(gone.map { .string($0.path) }))
    }
    writer.key("elements")
    writeEntries(elements, since, to: &writer)
    if since == nil || problemStep > (since ?? 0) {
      writer.member("problems", .array(problems.map(\.json)))
      writer.member("problemCount", problemCount)
      writer.member("errorCount", errorCount)
    }
    writer.key("saves")
    writer.beginArray()
    for save in saves where save.step > (since ?? 0) { save.write(to: &writer) }
    writer.endArray()
    writer.endObject()
    return writer.drainBytes()
  }

  /// Entries are sorted by name, so that equal states are equal bytes.
  private func writeEntries(_ entries: BytewiseDictionary<Entry>, _ since: Int?, to writer: inout JSONWriter) {
    writer.beginArray()
    for (path, entry) in entries.sortedMembers(where: { since == nil || $0.step > (since ?? 0) }) {
      writer.beginRow()
      writer.string(path)
      writer.raw(entry.json)
      writer.endRow()
    }
    writer.endArray()
  }
}

extension BytewiseDictionary {
  /// The members with values that count, sorted by the bytes of their keys.
  fileprivate func sortedMembers(where counts: (Value) -> Bool) -> [(key: String, value: Value)] {
    var members: [(key: String, value: Value)] = []
    for (key, value) in self where counts(value) { members.append((key, value)) }
    return members.sorted { $0.key.precedesBytewise($1.key) }
  }
}

extension PageState.Problem {
  var json: JSONValue {
    var object = JSONObject()
    object["code"] = .string(code)
    object["severity"] = .string(severity)
    object["message"] = .string(message)
    object["file"] = .string(file)
    object["line"] = line.map { .number(Double($0)) }
    object["column"] = column.map { .number(Double($0)) }
    object["help"] = help.map(JSONValue.string)
    if !frame.isEmpty {
      object["frame"] = .array(frame.map(JSONValue.string))
      object["firstLine"] = .number(Double(firstLine))
    }
    return .object(object)
  }
}

extension PageState.Save {
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("generation", generation)
    writer.member("time", time)
    writer.member("count", count)
    writer.member("unsaved", isUnsaved)
    writer.key("changes")
    writer.beginArray()
    for change in changes {
      writer.beginRow()
      writer.string(change.path)
      for value in [change.old, change.new] {
        if let value { writer.raw(value) } else { writer.null() }
      }
      writer.endRow()
    }
    writer.endArray()
    writer.endObject()
  }
}

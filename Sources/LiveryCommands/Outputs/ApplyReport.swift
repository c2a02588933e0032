// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import JSONText
import LinuxIO
import LiveryConfiguration
import OutputConfiguration
import StyledText
import ThemeOutputs

/// The form of `livery apply`'s lines.
enum ApplyFormat: String, CaseIterable, Sendable { case text, ndjson }

/// Prints the actions of `livery apply`, one line each.
struct ApplyReport {
  /// The event of an output.
  enum Event: String {
    case written
    case unchanged
    case wouldWrite = "would-write"
    case problem
    /// A remark on a file that is written.
    case note
    /// The theme has unsaved text.
    case waiting
    case reload
    case reset
  }

  let console: Console
  let format: ApplyFormat

  /// Reports that a changed configuration is not used because of its problems.
  func refuse(_ problems: [ConfigurationProblem]) {
    switch format {
    case .ndjson:
      for problem in problems { say("configuration", "\(problem)") }
    case .text:
      for problem in problems { console.complain("\(problem)") }
      console.complain("the outputs stay as they were")
    }
  }

  /// Reports that a configuration is used whose earlier problems were reported.
  func accept(_ path: String) {
    switch format {
    case .ndjson: say("corrected", "\(path) is used again")
    case .text: console.output.write(StyledLine("\(path.printable) is used again"))
    }
  }

  /// Reports that no daemon can be reached.
  ///
  /// - Parameter waits: whether one is waited for.
  func lose(_ problem: OutputProblem, waits: Bool) {
    switch format {
    case .ndjson: say("lost", problem.message)
    case .text:
      console.complain(problem.message + (waits ? "; waiting for a daemon" : ""))
      console.errors.write(StyledLine("  help: \(problem.help.printable)"))
    }
  }

  /// An event that is not about an output, for programs.
  private func say(_ event: String, _ message: String) {
    let object: JSONValue = ["event": .string(event), "message": .string(message)]
    console.output.write(object.text + "\n")
  }

  /// Prints all outputs with their files, the time of the last write, and the reason why they wait.
  func list(_ outputs: [RunningOutput]) {
    switch format {
    case .ndjson:
      for output in outputs { console.output.write(output.json.text + "\n") }
    case .text:
      let rows = outputs.map { output in
        [
          output.name, output.configuration.format.name, output.path, output.written.map { localDate($0) } ?? "never",
          output.waitsFor ?? "-",
        ].map(\.printable)
      }
      console.output.write(table([["OUTPUT", "FORMAT", "FILE", "WRITTEN", "WAITS FOR"]] + rows))
    }
  }

  /// Prints the messages of the reloads of an output.
  func messages(of output: ConfiguredOutput) -> ReloadQueue.Messages {
    let say = { (message: String) in
      self.say(.reload, output.name, file: output.path, generation: nil, message: message)
    }
    return ReloadQueue.Messages(problem: say, line: say)
  }

  func say(
    _ event: Event, _ output: String, file: String, generation: Int?, message: String? = nil, help: String? = nil
  ) {
    switch format {
    case .ndjson:
      var object = JSONObject()
      object["event"] = .string(event.rawValue)
      object["output"] = .string(output)
      object["file"] = .string(file)
      object["generation"] = generation.map { .number(Double($0)) }
      object["message"] = message.map(JSONValue.string)
      object["help"] = help.map(JSONValue.string)
      console.output.write(JSONValue.object(object).text + "\n")
    case .text:
      var line = StyledLine()
      line.append(output.printable, .bold)
      switch event {
      case .written: line.append(": wrote \(file.printable)")
      case .unchanged: line.append(": \(file.printable) is up to date")
      case .wouldWrite: line.append(": would write \(file.printable)")
      case .reset: line.append(": put back \(file.printable)")
      case .reload, .note: line.append(": ")
      case .waiting: line.append(": waits for the save of an unsaved text")
      case .problem: line.append(": not written: ", .error)
      }
      if let message {
        line.append([.problem, .reload, .note].contains(event) ? message.printable : ", \(message.printable)")
      }
      if let generation, event == .written { line.append(" (generation \(generation))") }
      let stream = event == .problem ? console.errors : console.output
      stream.write(line)
      if let help, event == .problem { stream.write(StyledLine("  help: \(help.printable)")) }
    }
  }
}

extension RunningOutput {
  /// The time of the last change of the file, in seconds since 1970; nil without a file.
  fileprivate var written: Int? { (try? fileStatus(path)).map { Int($0.modified / 1_000_000_000) } }

  /// The reason why the output is not up to date; nil if it is.
  fileprivate var waitsFor: String? {
    if let problem { return problem.message }
    if waitsForSave { return "an unsaved text" }
    return themes.lazy.compactMap(\.problem?.message).first
  }

  fileprivate var json: JSONValue {
    var object = JSONObject()
    object["output"] = .string(name)
    object["format"] = .string(configuration.format.name)
    object["file"] = .string(path)
    object["written"] = written.map { .number(Double($0)) }
    object["waitsFor"] = waitsFor.map(JSONValue.string)
    return .object(object)
  }
}

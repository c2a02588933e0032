// SPDX-License-Identifier: GPL-2.0-or-later

package import LiveryProtocol

/// A place in a configuration file, in the form that editors open.
package struct ConfigurationPlace: Sendable, Hashable, CustomStringConvertible {
  package var file: String
  /// Line and column count from 1, columns in Unicode scalars. Nil: the whole file.
  package var line: Int?
  package var column: Int?

  package init(file: String, line: Int? = nil, column: Int? = nil) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `/etc/livery/livery.json:3:5`.
  package var description: String {
    guard let line, let column else { return file }
    return "\(file):\(line):\(column)"
  }
}

/// An error or a warning of the configuration.
package struct ConfigurationProblem: Sendable, Hashable, CustomStringConvertible {
  /// Nil for the command line.
  package var place: ConfigurationPlace?
  /// One sentence without a full stop.
  package var message: String
  /// The fix, in words.
  package var help: String?

  package init(place: ConfigurationPlace? = nil, message: String, help: String? = nil) {
    self.place = place
    self.message = message
    self.help = help
  }

  package var description: String {
    "\(place.map { "\($0): " } ?? "")\(message)\(help.map { "; \($0)" } ?? "")"
  }
}

/// All errors of a configuration, in the order of the files.
package struct BadConfiguration: Error, Equatable {
  package var problems: [ConfigurationProblem]

  package init(problems: [ConfigurationProblem]) { self.problems = problems }
}

extension ConfigurationProblem {
  /// A problem that a daemon reports.
  package init(_ problem: ThemeInterface.Problem) {
    place = problem.file.map { ConfigurationPlace(file: $0, line: problem.line, column: problem.column) }
    message = problem.message
    help = problem.help
  }
}

extension ThemeInterface.Problem {
  package init(_ problem: ConfigurationProblem) {
    self.init()
    file = problem.place?.file
    line = problem.place?.line
    column = problem.place?.column
    message = problem.message
    help = problem.help
  }
}

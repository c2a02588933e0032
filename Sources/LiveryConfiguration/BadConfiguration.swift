// SPDX-License-Identifier: GPL-2.0-or-later

package import LiveryProtocol

/// A place in the configuration file, as editors read it.
package struct ConfigurationPlace: Sendable, Hashable, CustomStringConvertible {
  package var file: String
  /// From 1, as the column, which counts Unicode scalars. Nil when the file as a whole is meant.
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

/// Something in the configuration that cannot be meant.
package struct ConfigurationProblem: Sendable, Hashable, CustomStringConvertible {
  /// Nil for what was named on the command line.
  package var place: ConfigurationPlace?
  /// One sentence without a full stop.
  package var message: String
  /// The way out.
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

/// Why a configuration is not used: everything that is wrong with it, in the order of the file.
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

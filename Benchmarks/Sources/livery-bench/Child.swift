// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc

/// A child process with an empty environment. Its owner stops it or waits for its end.
final class Child {
  /// The target of its standard output.
  enum Output {
    case nothing
    /// Truncated first.
    case file(String)
    case descriptor(Int32)
  }

  struct End {
    /// The status of wait(2); 0 means success.
    var status: Int32
    /// The peak of resident memory in bytes.
    var peakMemory: Int
  }

  let pid: pid_t
  /// The time before posix_spawn(3). All files were open by then.
  let begin: Int
  private let name: String
  private let errorPath: String
  private var isRunning = true

  /// `log` takes its standard error, which is quoted if it fails.
  ///
  /// - Parameter input: its standard input; nil for that of this process.
  init(_ arguments: [String], input: Int32? = nil, output: Output = .nothing, log: String) throws {
    name = arguments[0].split(separator: "/").last.map(String.init) ?? arguments[0]
    errorPath = log
    let standardOutput =
      switch output {
      case .nothing: try Files.openForWriting("/dev/null")
      case .file(let path): try Files.openForWriting(path)
      case .descriptor(let descriptor): fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
      }
    defer { close(standardOutput) }
    let standardError = try Files.openForWriting(log)
    defer { close(standardError) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
    posix_spawn_file_actions_adddup2(&actions, standardOutput, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, standardError, STDERR_FILENO)

    var vector: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for argument in vector { free(argument) } }
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    var child: pid_t = 0
    begin = now()
    let failure = posix_spawn(&child, arguments[0], &actions, nil, &vector, &environment)
    guard failure == 0 else {
      throw BenchmarkError("\(arguments[0]): \(String(cString: strerror(failure)))")
    }
    pid = child
  }

  deinit {
    if isRunning { stop() }
  }

  /// Waits until it ends by itself.
  func wait() throws -> End {
    var status: Int32 = 0
    var usage = rusage()
    isRunning = false
    guard wait4(pid, &status, 0, &usage) == pid else { throw BenchmarkError.system("wait4") }
    return End(status: status, peakMemory: usage.ru_maxrss * 1024)
  }

  /// Sends SIGTERM, then waits.
  func stop() {
    guard isRunning else { return }
    kill(pid, SIGTERM)
    var status: Int32 = 0
    isRunning = false
    waitpid(pid, &status, 0)
  }

  /// An error that quotes the program's standard error.
  func failure(_ what: String) -> BenchmarkError {
    let said = (try? Files.read(errorPath)) ?? ""
    let lastLine = said.split(separator: "\n").last.map { ": \($0)" } ?? ""
    return BenchmarkError("\(name) \(what)\(lastLine)")
  }
}

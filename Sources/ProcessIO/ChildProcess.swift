// SPDX-License-Identifier: MIT

import CLinux
import Glibc
package import LinuxIO

/// A command that runs as a child of this process.
package struct ChildProcess: ~Copyable {
  /// The end of the command.
  package enum Outcome: Hashable, Sendable {
    /// 0 means success.
    case exited(Int32)
    case ended(bySignal: Int32)
  }

  /// The destination of the command's output.
  package enum Output: Sendable {
    /// To the standard streams of this process.
    case inherited
    /// Standard output and standard error go to the standard error of this process.
    case errors
    /// Standard output and standard error go to `output`.
    case captured
  }

  /// Readable when the command has ended.
  package let descriptor: FileDescriptor
  /// Readable when captured output is available. The owner has to read it.
  package let output: FileDescriptor?
  private let process: pid_t
  /// Whether the command and its children are a process group, which `terminate` ends.
  private let hasOwnGroup: Bool

  /// Runs `/bin/sh -c command`: posix_spawn(3).
  ///
  /// - Parameters:
  ///   - input: the standard input of the command, which may read it slowly or not at all.
  ///   - hasOwnGroup: whether the command and its children are a process group, for `terminate`. The keys of the terminal send no
  ///     signals to this group.
  package init(
    shell command: String, input: [UInt8], output: Output = .inherited, hasOwnGroup: Bool = false
  ) throws(SystemError) {
    let file = try Self.file(of: input)
    let start = Start.shell(command, hasOwnGroup: hasOwnGroup)
    let process: pid_t
    var captured: FileDescriptor?
    switch output {
    case .inherited:
      process = try Self.spawn(start, input: file.raw, output: nil)
      captured = nil
    case .errors:
      process = try Self.spawn(start, input: file.raw, output: STDERR_FILENO)
      captured = nil
    case .captured:
      let pipe = try Pipe()
      process = try Self.spawn(start, input: file.raw, output: pipe.writing.raw)
      captured = pipe.takeReading()
    }
    let descriptor = try LinuxIO.descriptor(SystemCalls.processDescriptor(process), of: "pidfd_open")
    self.process = process
    self.hasOwnGroup = hasOwnGroup
    self.descriptor = descriptor
    self.output = captured
  }

  /// Runs `/bin/sh -c command` with the standard streams of this process: posix_spawn(3). The command is in the same process
  /// group, so that it gets the signals of the terminal's keys.
  package init(withOwnStreams command: String) throws(SystemError) {
    let process = try Self.spawn(.shell(command), input: nil, output: nil)
    let descriptor = try LinuxIO.descriptor(SystemCalls.processDescriptor(process), of: "pidfd_open")
    self.process = process
    hasOwnGroup = false
    self.descriptor = descriptor
    output = nil
  }

  /// Runs a program in a process group of its own, without a shell: posix_spawnp(3). Its standard input is empty, its output is
  /// captured.
  ///
  /// - Parameters:
  ///   - words: the program, which is looked for in PATH, and its arguments.
  ///   - environment: the whole environment, as `NAME=VALUE`.
  ///   - directory: where it starts.
  package init(program words: [String], environment: [String], in directory: String) throws(SystemError) {
    let null = try LinuxIO.descriptor(
      withPath("/dev/null") { SystemCalls.open($0, O_RDONLY | O_CLOEXEC) }, of: "open", path: "/dev/null")
    let pipe = try Pipe()
    let start = Start(words: words, environment: environment, directory: directory, hasOwnGroup: true)
    let process = try Self.spawn(start, input: null.raw, output: pipe.writing.raw)
    let descriptor = try LinuxIO.descriptor(SystemCalls.processDescriptor(process), of: "pidfd_open")
    self.process = process
    hasOwnGroup = true
    self.descriptor = descriptor
    output = pipe.takeReading()
  }

  /// Runs a program in a process group of its own, without a shell: posix_spawnp(3). Its standard output is captured, its standard error
  /// is that of this process.
  ///
  /// - Parameters:
  ///   - input: the standard input, as with `init(shell:input:output:)`.
  ///   - words, environment, directory: as with `init(program:environment:in:)`.
  init(
    program words: [String], input: [UInt8], environment: [String], in directory: String
  ) throws(SystemError) {
    let file = try Self.file(of: input)
    let pipe = try Pipe()
    let start = Start(
      words: words, environment: environment, directory: directory, hasOwnGroup: true, capturesErrors: false)
    let process = try Self.spawn(start, input: file.raw, output: pipe.writing.raw)
    let descriptor = try LinuxIO.descriptor(SystemCalls.processDescriptor(process), of: "pidfd_open")
    self.process = process
    hasOwnGroup = true
    self.descriptor = descriptor
    output = pipe.takeReading()
  }

  /// A file in memory to be read from its beginning. Other than a pipe it needs no thread that feeds it, and causes no SIGPIPE.
  private static func file(of input: [UInt8]) throws(SystemError) -> FileDescriptor {
    let file = try LinuxIO.descriptor(withPath("input") { SystemCalls.memoryFile($0) }, of: "memfd_create")
    var written = 0
    while written < input.count {
      let answer = input.withUnsafeBytes { buffer in
        SystemCalls.write(file.raw, UnsafeRawBufferPointer(rebasing: buffer[written...]))
      }
      written += try value(answer, of: "write")
    }
    try value(SystemCalls.seek(file.raw, to: 0), of: "lseek")
    return file
  }

  /// The program of a child, and its environment.
  private struct Start {
    var words: [String]
    /// Nil for that of this process.
    var environment: [String]?
    var directory: String?
    var hasOwnGroup = false
    var capturesErrors = true

    static func shell(_ command: String, hasOwnGroup: Bool = false) -> Start {
      // A group of its own is in the background of the terminal. Without these signals, which would stop it for ever, it may set the
      // terminal, and an attempt to read from it fails.
      let preparation = hasOwnGroup ? "trap '' TTIN TTOU; " : ""
      return Start(words: ["/bin/sh", "-c", preparation + command], hasOwnGroup: hasOwnGroup)
    }
  }

  private struct Pipe: ~Copyable {
    private var reading: FileDescriptor
    let writing: FileDescriptor

    init() throws(SystemError) {
      var ends: [Int32] = [-1, -1]
      try value(SystemCalls.pipe(&ends), of: "pipe")
      let reading = FileDescriptor(owning: ends[0])
      let writing = FileDescriptor(owning: ends[1])
      for end in ends { try value(SystemCalls.closeOnExec(end), of: "fcntl") }
      try reading.makeNonBlocking()
      self.reading = reading
      self.writing = writing
    }

    consuming func takeReading() -> FileDescriptor { reading }
  }

  private static func spawn(_ start: Start, input: Int32?, output: Int32?) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
      if start.capturesErrors { posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO) }
    }
    if let directory = start.directory { livery_spawn_in_directory(&actions, directory) }

    // This process may block signals and ignore SIGPIPE. The command starts with the defaults.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    if start.hasOwnGroup { flags |= POSIX_SPAWN_SETPGROUP }
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let program = start.words[0]
    guard !(start.words + (start.environment ?? [])).contains(where: { $0.utf8.contains(0) }) else {
      throw SystemError(call: "posix_spawn", errno: .invalidArgument, path: program)
    }
    var arguments = start.words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let answer: Int32
    if let environment = start.environment {
      var variables = environment.map { strdup($0) } + [nil]
      defer { for variable in variables { free(variable) } }
      answer = posix_spawnp(&process, program, &actions, &attributes, &arguments, &variables)
    } else {
      answer = posix_spawnp(&process, program, &actions, &attributes, &arguments, environ)
    }
    try value(-Int(answer), of: "posix_spawn", path: program)
    return process
  }

  /// The available captured output, at most 64 KiB. Nil when the command and all its children have closed it, or if nothing
  /// is captured.
  package borrowing func readOutput() throws(SystemError) -> [UInt8]? {
    switch output {
    case .some(let output):
      let raw = output.raw
      var bytes: [UInt8] = []
      // The kernel fills `answer` bytes of the scratch space; only these are read.
      let answer = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { scratch in
        let answer = SystemCalls.read(raw, scratch)
        if answer > 0 { bytes.append(contentsOf: scratch.prefix(answer)) }
        return answer
      }
      if answer == -Int(EAGAIN) { return [] }
      return try value(answer, of: "read") == 0 ? nil : bytes
    case nil: return nil
    }
  }

  /// Starts watching the captured output; does nothing without any.
  package borrowing func watchOutput(in loop: EventLoop, token: UInt64) throws(SystemError) {
    switch output {
    case .some(let output): try loop.register(output, token: token, for: .reading)
    case nil: break
    }
  }

  /// Stops watching the captured output.
  package borrowing func stopWatchingOutput(in loop: EventLoop) {
    switch output {
    // The only possible error is that it is not watched.
    case .some(let output): try? loop.remove(output)
    case nil: break
    }
  }

  /// Sends SIGTERM to the command: to all of its process group where it has one of its own.
  ///
  /// - Parameter isForced: SIGKILL in place of SIGTERM.
  package borrowing func terminate(isForced: Bool = false) {
    kill(hasOwnGroup ? -process : process, isForced ? SIGKILL : SIGTERM)
  }

  /// Waits until the command has ended: waitpid(2). Call it once.
  package consuming func wait() throws(SystemError) -> Outcome {
    var status: Int32 = 0
    try value(SystemCalls.wait(for: process, &status), of: "waitpid")
    // The layout of the status follows WIFEXITED, WEXITSTATUS and WTERMSIG, which Swift does not import.
    return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .ended(bySignal: status & 0x7F)
  }
}

// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// The signals that a program here waits for.
package enum Signal: Hashable, Sendable, CaseIterable {
  case interrupt
  case terminate
  case hangUp
  case windowChanged
  case terminalStop
  case continued

  var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .hangUp: SIGHUP
    case .windowChanged: SIGWINCH
    case .terminalStop: SIGTSTP
    case .continued: SIGCONT
    }
  }
}

/// Signals as something to wait for: signalfd(2).
///
/// They stay blocked for good in the calling thread and those that it starts later: make one before any thread.
package struct SignalDescriptor: ~Copyable {
  package let descriptor: FileDescriptor

  package init(_ signals: [Signal]) throws(SystemError) {
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in signals { sigaddset(&mask, signal.number) }
    try value(-Int(pthread_sigmask(SIG_BLOCK, &mask, nil)), of: "pthread_sigmask")
    descriptor = try LinuxIO.descriptor(SystemCalls.signalCreate(&mask), of: "signalfd")
  }

  /// The signals that have come, in the kernel's order; empty when none has. What was read before an error is not lost.
  package borrowing func read() throws(SystemError) -> [Signal] {
    var signals: [Signal] = []
    while true {
      var information = signalfd_siginfo()
      let answer = withUnsafeMutableBytes(of: &information) { SystemCalls.read(descriptor.raw, $0) }
      if answer == -Int(EAGAIN) || answer < 0 && !signals.isEmpty { return signals }
      try value(answer, of: "read")
      signals += Signal.allCases.filter { $0.number == information.ssi_signo }
    }
  }
}

/// Writing to a pipe or socket whose reader is gone answers EPIPE from now on, in place of ending the process.
package func ignoreBrokenPipeSignal() {
  signal(SIGPIPE, SIG_IGN)
}

/// Stops this process as the terminal's suspend key would have, until it is continued.
package func suspendProcess() {
  kill(getpid(), SIGSTOP)
}

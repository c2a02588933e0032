// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc

/// Measurements inside of one process, for `livery-bench`:
///
///     livery-bench-inside parse json|plist FILE COUNT    prints the nanoseconds of each parse
///     livery-bench-inside resolve VALUES COUNT           prints lines of a name, nanoseconds, and executed values
let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "parse" where arguments.count == 4: parse(arguments[1], file: arguments[2], count: Int(arguments[3]) ?? 1)
case "resolve" where arguments.count == 3:
  ResolveBenchmark(valueCount: Int(arguments[1]) ?? 1_000_000).run(count: Int(arguments[2]) ?? 1)
default: exit(2)
}

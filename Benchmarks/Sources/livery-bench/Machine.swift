// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc

/// The machine of the figures.
struct Machine: Encodable {
  let processor: String
  let cores: Int
  let memoryMegabytes: Int
  let kernel: String
  let swift: String
  let fileSystem: String
  /// The load of the last minute at the beginning of the run.
  let load: String
  let time: String

  /// - Parameters:
  ///   - swift: the compiler of the programs.
  ///   - directory: the directory of the bundles.
  init(swift: String, directory: String) throws {
    let processors = try Files.read("/proc/cpuinfo").split(separator: "\n").filter { $0.hasPrefix("model name") }
    processor = processors.first?.split(separator: ":").last.map { String($0.dropFirst()) } ?? "unknown"
    cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    let memory = try Files.read("/proc/meminfo").split(separator: "\n").first?.split(separator: " ") ?? []
    memoryMegabytes = memory.count > 1 ? (Int(memory[1]) ?? 0) / 1024 : 0
    kernel = try Files.read("/proc/sys/kernel/osrelease").split(separator: "\n").joined()
    self.swift = swift
    fileSystem = try Self.fileSystem(of: directory)
    load = try Files.read("/proc/loadavg").split(separator: " ").first.map(String.init) ?? ""
    var moment = Glibc.time(nil)
    var parts = tm()
    gmtime_r(&moment, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let length = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    time = String(decoding: text[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  var text: String {
    "\(processor), \(cores) cores, \(memoryMegabytes) MB, Linux \(kernel), \(fileSystem), \(swift); load \(load), \(time)"
  }

  /// The type of the mount with the longest matching path.
  private static func fileSystem(of directory: String) throws -> String {
    var best = (length: -1, type: "unknown")
    for line in try Files.read("/proc/mounts").split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 2, words[1].count > best.length else { continue }
      if words[1] == "/" || directory == words[1] || directory.hasPrefix("\(words[1])/") {
        best = (words[1].count, String(words[2]))
      }
    }
    return best.type
  }
}

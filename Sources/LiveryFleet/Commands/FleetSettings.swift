// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import FleetCommandLine
import FleetModel
import JSONText
import LinuxIO

/// The options of a command: those of the command line, then those of the file of `--config`.
struct FleetSettings {
  private let arguments: Arguments
  private let file: JSONObject
  private let path: String
  private static let maximumBytes = 64 << 10

  init(_ arguments: Arguments) throws(FleetFailure) {
    self.arguments = arguments
    path = arguments[.settings] ?? ""
    guard arguments.has(.settings) else {
      file = JSONObject()
      return
    }
    try checkSecret(path, "the settings")
    let (path, limit) = (path, Self.maximumBytes)
    let bytes = try orFleetFailure(system: { () throws(SystemError) in try readFile(path, limit: limit) })
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: bytes)
    } catch {
      let line = bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
      throw .usage("\(path):\(line): this is not valid JSON: \(error.kind)", help: nil)
    }
    guard let object = json.object else { throw .usage("\(path) has no JSON object", help: nil) }
    let names =
      arguments.command.options.map(\.name).filter { !["config", "help", "color"].contains($0) } + ["operand"]
    for member in object.members {
      guard names.contains(member.key) else {
        throw .usage(
          "\(path): there is no option \(quoted(member.key))", help: "it may have: \(names.joined(separator: ", "))")
      }
      let form = arguments.command.options.first { $0.name == member.key }?.value
      let isText = form != nil || member.key == "operand"
      guard isText ? Self.isText(member.value) : member.value.bool != nil else {
        throw .usage(
          "\(path): the value of \(quoted(member.key)) must be \(isText ? "a text" : "true or false")", help: nil)
      }
      guard let form else { continue }
      for text in Self.texts(of: member.value) {
        if let complaint = form.complaint(about: text) {
          throw .usage("\(path): the value of \(quoted(member.key)) is not valid: \(complaint)", help: nil)
        }
      }
    }
    file = object
  }

  /// Whether a value is a text, a whole number, or a list of texts.
  private static func isText(_ value: JSONValue) -> Bool {
    value.integer != nil || value.string != nil || value.array?.allSatisfy { $0.string != nil } ?? false
  }

  private static func texts(of value: JSONValue) -> [String] {
    if let number = value.integer { return [String(number)] }
    return value.string.map { [$0] } ?? value.array?.compactMap(\.string) ?? []
  }

  subscript(option: CommandOption) -> String? {
    arguments[option] ?? file[option.name].flatMap { Self.texts(of: $0).last }
  }

  func all(_ option: CommandOption) -> [String] {
    let given = arguments.all(option)
    return given.isEmpty ? file[option.name].map(Self.texts) ?? [] : given
  }

  /// A file; `credential:NAME` is a credential of systemd.
  func file(_ option: CommandOption) throws(FleetFailure) -> String? { try self[option].map(Self.resolved) }

  func files(_ option: CommandOption) throws(FleetFailure) -> [String] {
    var files: [String] = []
    for text in all(option) { files.append(try Self.resolved(text)) }
    return files
  }

  private static func resolved(_ text: String) throws(FleetFailure) -> String {
    let prefix = "credential:"
    guard text.hasPrefix(prefix) else { return text }
    guard let directory = environment("CREDENTIALS_DIRECTORY") else {
      throw .usage("there are no credentials of systemd for \(quoted(text))", help: "use LoadCredential= in the unit")
    }
    return "\(directory)/\(text.dropFirst(prefix.count))"
  }

  func has(_ option: CommandOption) -> Bool { arguments.has(option) || file[option.name]?.bool == true }

  func number(_ option: CommandOption) throws(FleetFailure) -> ReleaseNumber? {
    guard let text = self[option] else { return nil }
    guard let number = ReleaseNumber(digits: text) else {
      throw .usage("--\(option.name) \(quoted(text)) is not a number of a manifest", help: nil)
    }
    return number
  }

  /// The operand, or the member `operand` of the file.
  var operand: String? { arguments.operands.first ?? file["operand"].flatMap { Self.texts(of: $0).last } }

  func bucket() throws(FleetFailure) -> String {
    guard let bucket = self[.bucket] else { throw .usage("name the bucket with --bucket", help: nil) }
    guard FleetName.isBucket(bucket) else {
      throw .usage("\(quoted(bucket)) cannot name a bucket", help: "use 1 to 56 letters, digits, - and _")
    }
    return bucket
  }

  func connection(_ servers: CommandOption, name: String) throws(FleetFailure) -> ConnectionOptions {
    guard let text = self[servers] else {
      throw .usage("name the servers with --\(servers.name)", help: "nats://HOST[,HOST...] or tls://HOST")
    }
    var options = ConnectionOptions()
    do throws(Refusal) {
      options.addresses = try ServerAddress.list(text)
    } catch {
      throw .usage(error.description, help: nil)
    }
    options.credentials = try file(.credentials)
    options.nkey = try file(.nkey)
    options.certificate = try file(.certificate)
    options.key = try file(.key)
    options.authority = try file(.authority)
    options.isInsecure = has(.insecure)
    options.name = name
    try options.check()
    return options
  }

  func mirrorName() throws(FleetFailure) -> String? {
    guard let name = self[.mirrorName] else { return nil }
    guard FleetName.isMirror(name) else {
      throw .usage(
        "\(quoted(name)) cannot name a mirror", help: "use 1 to 64 letters, digits, - and _, and dots between them")
    }
    return name
  }
}

/// The settings of a running `livery publish`.
struct PublishOptions {
  var bundle: String
  var bucket: String
  var connection: ConnectionOptions
  var socket: String?
  /// Seconds for an answer of the local daemon.
  var timeout: Int?
  var stateDirectory: String
  var signer: SigningKey?
  var takesOver: Bool
  var allowsErrors: Bool

  init(_ settings: FleetSettings) throws(FleetFailure) {
    bucket = try settings.bucket()
    connection = try settings.connection(.to, name: "livery publish")
    bundle = settings.operand ?? ""
    socket = settings[.daemonSocket]
    timeout = settings[.daemonTimeout].flatMap { Int($0) }
    stateDirectory = LiveryFleet.stateDirectory(option: settings[.stateDirectory])
    signer = nil
    if let file = try settings.file(.sign) { signer = try SigningKey.privateKey(file) }
    takesOver = settings.has(.takeOver)
    allowsErrors = settings.has(.allowErrors)
  }
}

/// The settings of a running `livery mirror`.
struct MirrorOptions {
  var directory: String
  var bucket: String
  var connection: ConnectionOptions
  var socket: String?
  /// Seconds for an answer of the local daemon.
  var timeout: Int?
  var name: String
  var trusted: [SigningKey]
  var accepted: ReleaseNumber?

  init(_ settings: FleetSettings, directory: String) throws(FleetFailure) {
    self.directory = directory
    bucket = try settings.bucket()
    connection = try settings.connection(.from, name: "livery mirror")
    socket = settings[.daemonSocket]
    timeout = settings[.daemonTimeout].flatMap { Int($0) }
    name = try settings.mirrorName() ?? FleetName.mirror(of: hostName())
    trusted = []
    for file in try settings.files(.trust) { trusted.append(try SigningKey.publicKey(file)) }
    accepted = try settings.number(.accept)
  }
}

/// The name of this machine.
private func hostName() -> String {
  let text = (try? readKernelFile("/proc/sys/kernel/hostname", limit: 256)) ?? []
  return String(decoding: text.prefix { $0 > 0x20 }, as: UTF8.self)
}

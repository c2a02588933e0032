// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import TestSupport

/// The protocol as its authors describe it for machines: `Tests/Editors/MetaModel/metaModel.json`, without its documentation.
struct MetaModel: Sendable {
  private let structures: [String: JSONValue]
  private let enumerations: [String: JSONValue]
  private let aliases: [String: JSONValue]
  private let requests: [String: JSONValue]
  private let notifications: [String: JSONValue]

  static let official: MetaModel = {
    let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Editors/MetaModel/metaModel.json")
    guard let data = try? Data(contentsOf: url), let json = try? JSONValue(parsing: Array(data), maximumDepth: 64)
    else {
      fatalError("the model of the protocol is missing")
    }
    return MetaModel(json)
  }()

  private init(_ json: JSONValue) {
    func table(_ member: String, _ key: String) -> [String: JSONValue] {
      Dictionary(
        (json[member]?.array ?? []).map { ($0[key]?.string ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    }
    structures = table("structures", "name")
    enumerations = table("enumerations", "name")
    aliases = table("typeAliases", "name")
    requests = table("requests", "method")
    notifications = table("notifications", "method")
  }

  /// The fault of a result of a method; nil for a valid one.
  func fault(in result: JSONValue, of method: String) -> String? {
    guard let type = requests[method]?["result"] else { return "no request \(method)" }
    return fault(result, type, "result")
  }

  /// The fault of the parameters of a request or notification.
  func fault(inParameters parameters: JSONValue, of method: String) -> String? {
    guard let message = notifications[method] ?? requests[method] else { return "no message \(method)" }
    guard let type = message["params"] else { return parameters == .null ? nil : "\(method) has no parameters" }
    return fault(parameters, type, "params")
  }

  /// The fault of the capabilities of a server.
  func fault(inCapabilities json: JSONValue) -> String? { structure("ServerCapabilities", json, "capabilities") }

  private func fault(_ value: JSONValue, _ type: JSONValue, _ path: String) -> String? {
    switch type["kind"]?.string {
    case "base": return base(value, type["name"]?.string ?? "", path)
    case "reference":
      let name = type["name"]?.string ?? ""
      if let alias = aliases[name]?["type"] { return name.hasPrefix("LSP") ? nil : fault(value, alias, path) }
      if let values = enumerations[name]?["values"]?.array {
        if enumerations[name]?["supportsCustomValues"] == true { return nil }
        return values.contains { $0["value"] == value } ? nil : "\(path) is no \(name): \(value.text)"
      }
      return structure(name, value, path)
    case "array":
      guard let elements = value.array, let element = type["element"] else { return "\(path) is no array" }
      return elements.enumerated().lazy.compactMap { fault($1, element, "\(path)[\($0)]") }.first
    case "map":
      guard let members = value.object?.members, let element = type["value"] else { return "\(path) is no map" }
      return members.lazy.compactMap { fault($0.value, element, "\(path).\($0.key)") }.first
    case "or":
      let faults = (type["items"]?.array ?? []).map { fault(value, $0, path) }
      return faults.contains { $0 == nil } ? nil : faults.compactMap { $0 }.max { $0.count < $1.count }
    case "stringLiteral": return value == type["value"] ? nil : "\(path) is not \(type["value"]?.text ?? "")"
    case "literal": return members(value, type["value"]?["properties"]?.array ?? [], path)
    case "tuple", "and": return nil
    default: return "\(path) has an unknown type"
    }
  }

  private func base(_ value: JSONValue, _ name: String, _ path: String) -> String? {
    let isFitting: Bool =
      switch name {
      case "string", "URI", "DocumentUri", "RegExp": value.string != nil
      case "integer", "uinteger": value.number.map { $0 == $0.rounded() && (name == "integer" || $0 >= 0) } ?? false
      case "decimal": value.number != nil
      case "boolean": value == true || value == false
      case "null": value == .null
      default: false
      }
    return isFitting ? nil : "\(path) is no \(name): \(value.text.prefix(80))"
  }

  private func structure(_ name: String, _ value: JSONValue, _ path: String) -> String? {
    guard structures[name] != nil else { return "no structure \(name)" }
    return members(value, properties(of: name), path)
  }

  private func properties(of name: String) -> [JSONValue] {
    guard let structure = structures[name] else { return [] }
    let bases = (structure["extends"]?.array ?? []) + (structure["mixins"]?.array ?? [])
    return (structure["properties"]?.array ?? []) + bases.flatMap { properties(of: $0["name"]?.string ?? "") }
  }

  /// Members that the model does not have are faults, too: a misspelt one would be read by no client.
  private func members(_ value: JSONValue, _ properties: [JSONValue], _ path: String) -> String? {
    guard let object = value.object else { return "\(path) is no object" }
    for property in properties {
      let name = property["name"]?.string ?? ""
      guard let member = object[name] else {
        if property["optional"] == true { continue }
        return "\(path).\(name) is missing"
      }
      if let type = property["type"], let fault = fault(member, type, "\(path).\(name)") { return fault }
    }
    let known = Set(properties.compactMap { $0["name"]?.string })
    return object.members.first { !known.contains($0.key) }.map { "\(path).\($0.key) is unknown" }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import LinuxIO
import ProcessIO
import TextComparison
import ThemeModel
import ThemeSyntax

/// `bundles`: the served bundles, and the users who may read and change them.
extension ConfigurationReader {
  private enum BundleKey: String, CaseIterable { case path, read, change, contexts }
  private enum PeopleKey: String, CaseIterable { case users, groups }

  mutating func readBundles(_ node: SourceTree.Node) {
    guard isObject(node, "bundles are an object, by their names", help: #"write { "NAME": { "path": "DIRECTORY" } }"#)
    else { return }
    var bundles: [ConfiguredBundle?] = file.bundles ?? []
    var numbers = BytewiseDictionary(bundles.enumerated().map { ($1?.name ?? "", $0) }) { $1 }
    for member in members(of: node) {
      let name = tree.key(of: member)
      guard BundleName.isValid(name) else {
        refuse(member.key, BundleName.rule)
        continue
      }
      let earlier = numbers[name].flatMap { bundles[$0] }
      if tree.kind(of: member.value) == .null {
        if let earlier {
          note(member.key, "takes out the bundle `\(name)`", earlier)
          bundles[numbers.removeValue(forKey: name) ?? 0] = nil
        } else {
          note(member.key, "takes out nothing: no file before has a bundle `\(name)`")
        }
        continue
      }
      guard isObject(member.value, "a bundle is an object", help: #"write { "path": "DIRECTORY" }"#) else { continue }
      var path: (text: String, node: SourceTree.Node)?
      var isGiven = false
      var rights = BundleRights()
      var contexts: [Context] = []
      readMembers(of: member.value, as: BundleKey.self) { (reader, key, node) in
        switch key {
        case .path:
          isGiven = true
          path = reader.path(node, "the bundle's directory").map { ($0, node) }
        case .read: rights.readers = reader.people(node)
        case .change: rights.editors = reader.people(node)
        case .contexts: contexts = reader.contexts(node).map(\.context)
        }
      }
      if !isGiven { refuse(member.value, "the bundle `\(name)` needs a `path`, its directory or root file") }
      guard let path else { continue }
      var bundle = ConfiguredBundle(name: name, path: path.text, place: place(of: path.node))
      bundle.rights = rights
      bundle.contexts = contexts
      if let earlier, let number = numbers[name] {
        note(path.node, "takes the place of the bundle `\(name)`", earlier)
        bundles[number] = bundle
      } else {
        numbers[name] = bundles.count
        bundles.append(bundle)
      }
    }
    file.bundles = bundles.compactMap(\.self)
  }

  private mutating func note(_ node: SourceTree.Node, _ words: String, _ earlier: ConfiguredBundle? = nil) {
    let message = "\(words)\(earlier?.place.map { " of \($0)" } ?? "")"
    file.notes.append(ConfigurationProblem(place: place(of: node), message: message))
  }
}

// MARK: - Rights

extension ConfigurationReader {
  private mutating func people(_ node: SourceTree.Node) -> BundleRights.People? {
    guard isObject(node, "rights are an object", help: #"write { "users": ["NAME"], "groups": ["NAME"] }"#) else {
      return nil
    }
    var people = BundleRights.People()
    readMembers(of: node, as: PeopleKey.self) { (reader, key, node) in
      switch key {
      case .users: people.users = reader.numbers(node, of: "user", in: "passwd", userIdentifier(named:))
      case .groups: people.groups = reader.numbers(node, of: "group", in: "group", groupIdentifier(named:))
      }
    }
    return people
  }

  /// The numbers of users or groups that are named.
  private mutating func numbers(
    _ node: SourceTree.Node, of kind: String, in database: String, _ number: (String) -> UInt32?
  ) -> Set<UInt32> {
    var numbers: Set<UInt32> = []
    for node in elements(of: node) {
      guard let name = text(node, "the name of a \(kind)") else { continue }
      if let number = number(name) {
        numbers.insert(number)
      } else {
        refuse(node, "unknown \(kind) `\(name)`", help: "`getent \(database)` lists all \(kind)s")
      }
    }
    return numbers
  }
}

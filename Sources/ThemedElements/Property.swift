// SPDX-License-Identifier: MIT

import TextComparison
import ThemeModel

/// A property of an element.
struct Property {
  var keyPath: String
  var value: Value
}

/// The values in an object that are not objects, in its order, by their keys joined by dots.
///
/// - Parameter states: keys of objects that are left out at the top.
func leaves(of object: Value, leavingOut states: BytewiseSet) -> [Property] {
  guard case .object(let members) = object else { return [] }
  var properties: [Property] = []
  for member in members {
    if case .object = member.value, states.contains(member.key) { continue }
    addLeaves(of: member.value, at: member.key, to: &properties)
  }
  return properties
}

/// The members of an object that are objects, without states.
func objects(in object: Value, leavingOut states: BytewiseSet) -> [Value.Member] {
  guard case .object(let members) = object else { return [] }
  return members.filter { member in
    if case .object = member.value { return !states.contains(member.key) }
    return false
  }
}

private func addLeaves(of value: Value, at keyPath: String, to properties: inout [Property]) {
  guard case .object(let members) = value else {
    properties.append(Property(keyPath: keyPath, value: value))
    return
  }
  for member in members { addLeaves(of: member.value, at: "\(keyPath).\(member.key)", to: &properties) }
}

/// Applies a value: to an element that handles the key path itself, to the elements that a property contains, or to the element.
func deliver(_ value: Value, _ keyPath: String, to element: any Themeable) {
  if let element = element as? any ThemeCustomizing, element.shouldApplyThemeCustomization(forKeyPath: keyPath) {
    return element.applyCustomization(ofThemeValue: value, forKeyPath: keyPath)
  }
  guard let (targets, rest) = targets(of: element, at: keyPath) else {
    return element.applyThemeValue(value, forKeyPath: keyPath)
  }
  for target in targets { deliver(value, rest, to: target) }
}

/// Removes a property that the theme no longer sets.
func remove(_ keyPath: String, from element: any Themeable) {
  guard let (targets, rest) = targets(of: element, at: keyPath) else {
    return element.removeThemeValue(forKeyPath: keyPath)
  }
  for target in targets { remove(rest, from: target) }
}

/// The first key of a key path with several.
func firstKey(of keyPath: String) -> String? {
  keyPath.firstIndex(of: ".").map { String(keyPath[..<$0]) }
}

/// The elements that the first key contains, and the key path from there; nil without such elements.
private func targets(of element: any Themeable, at keyPath: String) -> ([any Themeable], String)? {
  guard let dot = keyPath.firstIndex(of: ".") else { return nil }
  let targets = element.themeTargets(forKey: String(keyPath[..<dot]))
  return targets.isEmpty ? nil : (targets, String(keyPath[keyPath.index(after: dot)...]))
}

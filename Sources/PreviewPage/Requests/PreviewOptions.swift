// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
package import TextComparison
package import ThemeModel

/// The options from `livery preview` to the program that serves the page: as JSON, its one argument.
package struct PreviewOptions: Sendable, Hashable {
  /// A context that the page offers by a name.
  package struct Choice: Sendable, Hashable {
    @Bytewise package var name: String
    package var context: Context

    package init(name: String, context: Context) {
      _name = Bytewise(name)
      self.context = context
    }
  }

  @Bytewise package var socket: String
  @Bytewise package var bundle: String
  /// Whether the daemon serves this page alone, so that the page ends with it, and removes the socket's directory.
  package var isPrivate = false
  /// The context of the command line.
  package var context = Context()
  package var choices: [Choice] = []
  package var opens = false
  package var port: Int?
  /// A template of URLs with `{path}`, `{line}` and `{column}`.
  @Bytewise package var editor: String?
  @Bytewise package var export: String?

  package init(socket: String, bundle: String) {
    _socket = Bytewise(socket)
    _bundle = Bytewise(bundle)
    _editor = Bytewise(nil)
    _export = Bytewise(nil)
  }

  package var json: JSONValue {
    var object = JSONObject()
    object["socket"] = .string(socket)
    object["bundle"] = .string(bundle)
    object["private"] = .bool(isPrivate)
    object["context"] = context.json
    object["choices"] = .array(choices.map { ["name": .string($0.name), "context": $0.context.json] })
    object["open"] = .bool(opens)
    object["port"] = port.map { .number(Double($0)) }
    object["editor"] = editor.map(JSONValue.string)
    object["export"] = export.map(JSONValue.string)
    return .object(object)
  }

  /// Nil for a text of a different form.
  package init?(parsing text: String) {
    guard let json = try? JSONValue(parsing: Array(text.utf8), maximumDepth: 8), let socket = json["socket"]?.string,
      let bundle = json["bundle"]?.string
    else { return nil }
    self.init(socket: socket, bundle: bundle)
    isPrivate = json["private"]?.bool ?? false
    context = json["context"].flatMap(ShownContexts.context) ?? Context()
    choices = (json["choices"]?.array ?? []).compactMap { choice in
      guard let name = choice["name"]?.string, let context = choice["context"].flatMap(ShownContexts.context) else {
        return nil
      }
      return Choice(name: name, context: context)
    }
    opens = json["open"]?.bool ?? false
    port = json["port"]?.number.flatMap { Int(exactly: $0) }
    editor = json["editor"]?.string
    export = json["export"]?.string
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import PreviewPage
import ThemeModel

/// The page's own files, which are part of the program.
enum PageAssets {
  static let style = PackageResources.page_css
  /// One file for browsers: its parts are scripts of one scope, in this order.
  static let script: [UInt8] = [
    PackageResources.color_js, PackageResources.model_js, PackageResources.names_js, PackageResources.dom_js,
    PackageResources.drawings_js, PackageResources.palette_js, PackageResources.contrast_js,
    PackageResources.elements_js, PackageResources.changes_js, PackageResources.card_js, PackageResources.main_js,
  ].flatMap { $0 + [UInt8(ascii: "\n")] }

  /// The line by which an export is recognised.
  static let exportMark = "<meta name=\"generator\" content=\"livery preview --export\">"

  /// The options that the page needs.
  ///
  /// - Parameter directory: of the bundle, for links into the user's editor.
  static func settings(_ options: PreviewOptions, directory: String?) -> JSONValue {
    var settings = JSONObject()
    settings["bundle"] = .string(options.bundle)
    settings["context"] = options.context.json
    settings["choices"] = .array(options.choices.map { ["name": .string($0.name), "context": $0.context.json] })
    if let editor = options.editor, let directory {
      settings["editor"] = .string(editor)
      settings["directory"] = .string(directory)
    }
    return .object(settings)
  }

  /// The page with blocks of data, which browsers do not run.
  ///
  /// - Parameter data: the messages of all contexts, for a page without a server.
  static func page(settings: JSONValue, data: JSONValue?) -> [UInt8] {
    var blocks = block("settings", settings)
    if let data { blocks += block("data", data) }
    let mark = data == nil ? "" : "\(exportMark)\n"
    return PackageResources.head_html + mark.utf8 + PackageResources.body_html + blocks.utf8
      + PackageResources.foot_html
  }

  private static func block(_ name: String, _ json: JSONValue) -> String {
    "<script type=\"application/json\" id=\"\(name)\">\(escaped(json))</script>\n"
  }

  /// JSON without a character that could end its block.
  private static func escaped(_ json: JSONValue) -> String {
    var text = String.UnicodeScalarView()
    for scalar in json.text.unicodeScalars {
      switch scalar {
      case "<": text.append(contentsOf: "\\u003c".unicodeScalars)
      case ">": text.append(contentsOf: "\\u003e".unicodeScalars)
      case "&": text.append(contentsOf: "\\u0026".unicodeScalars)
      default: text.append(scalar)
      }
    }
    return String(text)
  }

  /// A page that redirects a browser.
  ///
  /// - Parameter url: made by this program, so that it needs no escapes.
  static func leadingPage(to url: String) -> String {
    "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n"
      + "<meta http-equiv=\"refresh\" content=\"0; url=\(url)\">\n<title>Livery</title>\n<a href=\"\(url)\">Open the preview</a>\n"
  }
}

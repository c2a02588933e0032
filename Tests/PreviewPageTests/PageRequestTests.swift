// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import TextComparison
import ThemeModel

@testable import PreviewPage

@Suite struct PageRequestTests {
  private let token: PageToken

  init() throws {
    token = try #require(PageToken(text: "0123456789abcdef0123456789abcdef"))
  }

  private func outcome(_ request: PageRequest) -> String {
    do throws(PageRequest.Refusal) {
      return "\(try request.route(token: token))"
    } catch {
      return "\(error.rawValue)"
    }
  }

  private func request(
    _ name: String, method: String = "GET", host: String? = "127.0.0.1:8080", origin: String? = nil,
    site: String? = nil, mode: String? = nil, destination: String? = nil, type: String? = nil
  ) -> PageRequest {
    PageRequest(
      method: method, path: "/\(token.text)/\(name)", host: host, origin: origin, fetchSite: site, fetchMode: mode,
      fetchDestination: destination, contentType: type)
  }

  @Test func pathsLeadToWhatIsThere() {
    func check(_ path: String, _ expected: String) {
      #expect(outcome(PageRequest(path: path, host: "localhost")) == expected, "\(path)")
    }
    let token = token.text
    check("/\(token)/", "page")
    check("/\(token)/page.css", "style")
    check("/\(token)/page.js", "script")
    check("/\(token)/still.svg", "picture")
    check("/\(token)/events", "events")
    check("/\(token)/card", "card")
    for path in [
      "", "/", "/\(token)", "\(token)/", "//\(token)/", "/\(token)//", "/\(token)/page.js/", "/\(token)/../\(token)/",
      "/x/",
      "/\(token.dropLast())/", "/\(token)0/", "/\(token.uppercased())/", "/1\(token.dropFirst())/", "/events",
      "/\(token)/index.html",
    ] {
      check(path, "404")
    }
  }

  @Test func anotherHostIsRefused() {
    for host in ["127.0.0.1", "127.0.0.1:1", "localhost:65535", "LOCALHOST", "[::1]", "[::1]:80"] {
      #expect(outcome(request("", host: host)) == "page", "\(host)")
    }
    for host in [
      nil, "", "evil.example", "evil.example:8080", "127.0.0.1.evil.example", "127.0.0.1.nip.io:80", "localhost.",
      "127.0.0.1:",
      "127.0.0.1:80x", "127.0.0.1:123456", "localhost@evil.example", "127.0.0.2", "0.0.0.0", "[::]", "::1",
      "127.0.0.1 ",
    ] {
      #expect(outcome(request("", host: host)) == "421", "\(host ?? "nil")")
    }
  }

  @Test func anotherOriginIsRefused() {
    #expect(outcome(request("events", origin: "http://127.0.0.1:8080")) == "events")
    for origin in [
      "null", "", "https://127.0.0.1:8080", "http://127.0.0.1", "http://127.0.0.1:8081", "http://localhost:8080",
      "http://evil.example", "http://127.0.0.1:8080/",
    ] {
      #expect(outcome(request("events", origin: origin)) == "403", "\(origin)")
    }
  }

  @Test func anotherSiteMayLeadToThePageAndGetNothing() {
    for name in ["page.js", "events", "card", "still.svg"] {
      #expect(outcome(request(name, site: "cross-site", mode: "navigate", destination: "document")) == "403")
      #expect(outcome(request(name, site: "same-site", mode: "no-cors", destination: "image")) == "403")
      #expect(outcome(request(name, site: "same-origin", mode: "cors", destination: "empty")) != "403")
    }
    #expect(outcome(request("", site: "cross-site", mode: "navigate", destination: "document")) == "page")
    #expect(outcome(request("", site: "cross-site", mode: "navigate", destination: "iframe")) == "403")
    #expect(outcome(request("", site: "cross-site", mode: "no-cors", destination: "image")) == "403")
    #expect(outcome(request("", site: "none", mode: "navigate", destination: "document")) == "page")
  }

  @Test func actionsNeedAllOfIt() {
    func check(
      _ expected: String, _ method: String = "POST", origin: String? = "http://127.0.0.1:8080",
      site: String? = "same-origin", type: String? = "application/json"
    ) {
      #expect(outcome(request("set", method: method, origin: origin, site: site, type: type)) == expected)
    }
    check("action(PreviewPage.PageRequest.Action.set)")
    check("action(PreviewPage.PageRequest.Action.set)", type: "application/json; charset=utf-8")
    check("405", "GET")
    check("405", "PUT")
    check("403", origin: nil)
    check("403", site: nil)
    check("403", site: "none")
    check("403", site: "same-site")
    check("415", type: nil)
    check("415", type: "text/plain")
    check("415", type: "application/jsonp")
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "get"] {
      #expect(outcome(request("events", method: method)) == "405", "\(method)")
    }
    #expect(outcome(request("events", method: "HEAD")) == "events")
  }

  @Test func tokensAreRandomAndHaveOneForm() {
    let one = PageToken.random()
    #expect(one.text != PageToken.random().text)
    #expect(PageToken(text: one.text)?.text == one.text)
    for text in ["", "0", one.text + "0", String(one.text.dropLast()) + "G", one.text.uppercased() + "A"] {
      #expect(PageToken(text: text) == nil)
    }
  }

  @Test func contextsOfAPageAreRead() {
    func check(_ text: String?, _ expected: [Context]?) {
      #expect(ShownContexts.parse(text) == expected, "\(text ?? "nil")")
    }
    check(nil, [Context()])
    check("", [Context()])
    check("[{}]", [Context()])
    check(
      #"[{"themes":["night"]},{"device":"pad"},{"themes":["night"]}]"#,
      [Context(themes: ["night"]), Context(device: .pad)])
    check(#"[{"modifiers":{"size":"compact"}}]"#, [Context(modifiers: ["size": "compact"])])
    for text in ["[]", "{}", "[1]", "[{}", "x", "[" + Array(repeating: "{}", count: 17).joined(separator: ",") + "]"] {
      check(text, nil)
    }
  }

  @Test func optionsGoOverAndBack() {
    var options = PreviewOptions(socket: "/run/livery/livery.sock", bundle: "aurora")
    #expect(PreviewOptions(parsing: options.json.text) == options)
    options.isPrivate = true
    options.context = Context(device: .pad, themes: ["night"])
    options.choices = [.init(name: "Night \"1\"", context: Context(themes: ["night"]))]
    options.opens = true
    options.port = 8080
    options.editor = "vscode://file{path}"
    options.export = "/tmp/x"
    #expect(PreviewOptions(parsing: options.json.text) == options)
    #expect(PreviewOptions(parsing: "{}") == nil)
    #expect(PreviewOptions(parsing: "") == nil)
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import LiveryClient
package import PreviewPage
import TextComparison
import ThemeModel

/// A running preview: pages on one side, the daemon on the other, on one thread.
package final class PreviewSession {
  private enum Token: UInt64 {
    case http = 1, ping, signals, retirement, daemon, browser
    static let firstContext: UInt64 = 16
  }

  private let options: PreviewOptions
  private let loop: EventLoop
  private let signals: SignalDescriptor
  private let bundle: BundleAccess
  private let files: PreviewFiles
  private let token: PageToken
  /// Identifies this run: steps of an earlier run mean nothing.
  private let epoch: String
  private var server: HTTPServer?
  private var step = 1
  private var shown: [Context: (context: ShownContext, token: UInt64)] = [:]
  private var lastContext = Token.firstContext
  /// The number of streams that show a context.
  private var viewers: [Context: Int] = [:]
  private var encoded: (key: EncodedKey, bytes: [UInt8])?
  private var browser: BrowserCommand?
  private var isStopping = false

  /// Streams that show a state from the same step get the same bytes.
  private struct EncodedKey: Hashable {
    var context: Context
    var since: Int?
    var step: Int
  }

  /// Nanoseconds after which a context that no page shows is given up, and after which the last page counts as closed: a page
  /// that is loaded anew comes back before.
  private static let retirement: UInt64 = 3_000_000_000

  package init(_ options: PreviewOptions) throws(PreviewFailure) {
    self.options = options
    // Blocked first, so that a signal cannot end the process before it removes its files.
    do throws(SystemError) {
      signals = try SignalDescriptor([.interrupt, .terminate, .hangUp])
      loop = try EventLoop()
      try loop.register(signals.descriptor, token: Token.signals.rawValue, for: .reading)
    } catch {
      throw PreviewFailure("\(error)")
    }
    bundle = try BundleAccess(options)
    files = try PreviewFiles(options)
    token = try files.token()
    epoch = String(UInt64.random(in: .min ... .max), radix: 16)
  }

  /// Serves pages until a signal comes, or until the private daemon is gone.
  package func run() throws(PreviewFailure) {
    let server: HTTPServer
    do throws(SystemError) {
      server = try HTTPServer(port: UInt16(options.port ?? 0), loop: loop, token: Token.http.rawValue) {
        [unowned self] in answer($0)
      }
      if options.isPrivate {
        try loop.register(bundle.watched.descriptor, token: Token.daemon.rawValue, for: .reading)
      }
    } catch {
      throw PreviewFailure("the page cannot be served: \(error)")
    }
    self.server = server
    server.streamEnded = { [unowned self] in streamsChanged() }
    defer {
      server.stop()
      files.remove()
    }
    let url = "http://127.0.0.1:\(server.port)/\(token.text)/"
    try files.publish(url)
    if options.opens { openBrowser(at: url) }
    do throws(SystemError) {
      while !isStopping {
        for event in try loop.wait() { handle(event, server) }
      }
    } catch {
      throw PreviewFailure("\(error)")
    }
  }

  /// The page is served whether a browser opens it or not.
  private func openBrowser(at url: String) {
    do throws(PreviewFailure) {
      browser = try BrowserCommand(
        page: try files.writeLeadingPage(to: url), loop: loop, token: Token.browser.rawValue)
    } catch {
      complain(error.reason)
    }
  }

  private func handle(_ event: EventLoop.Ready, _ server: HTTPServer) {
    if server.handle(event) { return }
    switch Token(rawValue: event.token) {
    case .signals, .daemon: isStopping = true
    case .retirement: retire()
    case .browser:
      if let failure = browser?.takeFailure() { complain(failure) }
      browser = nil
    case .http, .ping: break
    case nil:
      guard let entry = shown.values.first(where: { $0.token == event.token }) else { return }
      process(entry.context)
    }
  }

  // MARK: Contexts

  private func process(_ context: ShownContext) {
    guard context.process(at: nextStep(), frame: bundle.frame) else { return }
    server?.wakeStreams()
  }

  /// A step of no change so far. A state that was ahead of the server's step would be sent to its pages for ever.
  private func nextStep() -> Int {
    step += 1
    return step
  }

  /// Starts to follow a context; false when too many are shown.
  private func show(_ context: Context) -> Bool {
    if shown[context] != nil { return true }
    guard shown.count < ShownContexts.maximum,
      let new = try? ShownContext(context, bundle: options.bundle, socket: options.socket),
      (try? loop.register(foreignDescriptor: new.descriptor, token: lastContext + 1, for: .reading)) != nil
    else { return false }
    lastContext += 1
    shown[context] = (new, lastContext)
    new.add(bundle.earlierSaves(in: context), at: nextStep())
    process(new)
    return true
  }

  private func streamsChanged() {
    loop.setDeadline(Token.retirement.rawValue, at: MonotonicClock.system.now() + Self.retirement)
  }

  private func retire() {
    for (context, entry) in shown where viewers[context, default: 0] == 0 {
      try? loop.remove(foreignDescriptor: entry.context.descriptor)
      shown.removeValue(forKey: context)
    }
    if server?.streamCount == 0 { bundle.overlays.dropAll() }
  }

  // MARK: Requests

  private func answer(_ request: HTTPServer.Request) -> HTTPServer.Answer {
    do throws(PageRequest.Refusal) {
      switch try request.head.route(token: token) {
      case .page: return .bytes(status: 200, type: "text/html; charset=utf-8", page())
      case .style: return .bytes(status: 200, type: "text/css; charset=utf-8", PageAssets.style)
      case .script: return .bytes(status: 200, type: "text/javascript; charset=utf-8", PageAssets.script)
      case .picture: return picture()
      case .events: return events(request)
      case .card: return card(request)
      case .action(let action): return act(action, request)
      }
    } catch {
      return Self.text(error.rawValue, error.sentence)
    }
  }

  private func page() -> [UInt8] {
    PageAssets.page(settings: PageAssets.settings(options, directory: bundle.directory), data: nil)
  }

  private func events(_ request: HTTPServer.Request) -> HTTPServer.Answer {
    let text = request.arguments.first { Bytewise($0.name) == Bytewise("c") }?.value
    guard let contexts = ShownContexts.parse(text) else { return Self.text(400, "these are no contexts") }
    guard contexts.allSatisfy(show) else { return Self.text(503, "too many contexts are shown") }
    var stream = EventStream(contexts: contexts, lastID: request.lastEventID, epoch: epoch)
    let viewing = Viewing(contexts, of: self)
    return .stream { [unowned self] in
      // It ends when the stream forgets this closure.
      withExtendedLifetime(viewing) {}
      return stream.next(
        contexts.map { shown[$0]?.context.state }, epoch: epoch, step: step, message: encodedMessage)
    }
  }

  /// Counts the streams that show a context.
  private final class Viewing {
    private let contexts: [Context]
    private weak var session: PreviewSession?

    init(_ contexts: [Context], of session: PreviewSession) {
      self.contexts = contexts
      self.session = session
      for context in contexts { session.viewers[context, default: 0] += 1 }
    }

    deinit {
      guard let session else { return }
      for context in contexts { session.viewers[context, default: 1] -= 1 }
      session.viewers = session.viewers.filter { $0.value > 0 }
      session.streamsChanged()
    }
  }

  private func encodedMessage(_ state: PageState, _ since: Int?) -> [UInt8] {
    let key = EncodedKey(context: state.context, since: since, step: state.step)
    if let encoded, encoded.key == key { return encoded.bytes }
    let bytes = state.message(since: since)
    encoded = (key, bytes)
    return bytes
  }

  private func picture() -> HTTPServer.Answer {
    do throws(PreviewFailure) {
      let snapshot = try bundle.snapshot(in: options.context)
      return .bytes(status: 200, type: "image/svg+xml; charset=utf-8", StillPicture.svg(of: snapshot))
    } catch {
      return Self.text(503, error.reason)
    }
  }

  private func card(_ request: HTTPServer.Request) -> HTTPServer.Answer {
    func argument(_ name: String) -> String? {
      request.arguments.first { Bytewise($0.name) == Bytewise(name) }?.value
    }
    guard let path = argument("path"), let context = ShownContexts.parse(argument("c"))?.first else {
      return Self.text(400, "a card needs a path and a context")
    }
    do throws(PreviewFailure) {
      return .bytes(
        status: 200, type: "application/json", try bundle.card(path, in: context).bytes)
    } catch {
      return Self.message(error.status, error.reason)
    }
  }

  private func act(_ action: PageRequest.Action, _ request: HTTPServer.Request) -> HTTPServer.Answer {
    guard !request.isTooLong else { return Self.message(413, "the body has more than 64 KiB") }
    guard let body = try? JSONValue(parsing: request.body, maximumDepth: 16), let path = body["path"]?.string else {
      return Self.message(400, "the body is not a JSON object with a path")
    }
    let context = body["context"].flatMap(ShownContexts.context) ?? Context()
    do throws(PreviewFailure) {
      switch action {
      case .set:
        guard let value = body["value"] else { throw PreviewFailure(status: 400, "a value is missing") }
        let isHere = Bytewise(body["at"]?.string) == Bytewise("here")
        try bundle.overlays.set(path, in: context, to: value, isHere: isHere)
      case .drop: try bundle.overlays.drop(path)
      case .keep: try bundle.overlays.keep(path)
      }
      return .bytes(status: 204, type: "application/json", [])
    } catch {
      return Self.message(error.status, error.reason)
    }
  }

  private static func text(_ status: Int, _ sentence: String) -> HTTPServer.Answer {
    .bytes(status: status, type: "text/plain; charset=utf-8", Array("\(sentence)\n".utf8))
  }

  private static func message(_ status: Int, _ sentence: String) -> HTTPServer.Answer {
    .bytes(
      status: status, type: "application/json", JSONValue.object(JSONObject([("message", .string(sentence))])).bytes)
  }
}

extension PageRequest.Refusal {
  /// For people who type addresses.
  var sentence: String {
    switch self {
    case .forbidden: "this may not be asked for from another site"
    case .notFound: "no such page; `livery preview` prints the address"
    case .wrongMethod: "this method is not allowed here"
    case .wrongContentType: "the body has to be application/json"
    case .misdirected: "this server answers as 127.0.0.1 and localhost alone"
    }
  }
}

# SPDX-License-Identifier: GPL-2.0-or-later
"""Tests of `livery preview`: what is seen in Chromium, and what strangers get. Run by scripts/test-preview.

    python3 test_preview.py LIVERY [NAME...]
"""

import json
import os
import socket
import subprocess
import sys
import tempfile

from browser import Browser
from server import Preview, Served

LIVERY = sys.argv[1]
EXAMPLES = os.path.join(os.path.dirname(__file__), "..", "..", "Examples")
TESTS = []


def test(function):
    TESTS.append(function)
    return function


def example(name, **more):
    return Preview(LIVERY, os.path.join(EXAMPLES, name), **more)


def equal(found, expected, what=""):
    assert found == expected, f"{what}: {found!r} is not {expected!r}"


def flat(values):
    return {"livery.json": json.dumps({"dialect": "flat"}), "default.json": json.dumps(values, indent=2)}


FLAT = flat({"paperColor": "255,255,255", "inkColor": "16,32,48", "lineWidth": 14})

# MARK: Requests of strangers


@test
def rules_of_requests():
    with example("pocket") as page:
        for headers, status in [
            ({}, 200), ({"Host": "localhost:1"}, 200), ({"Host": "[::1]"}, 200), ({"Host": "evil.example"}, 421),
            ({"Host": f"127.0.0.1.nip.io:{page.port}"}, 421), ({"Origin": "http://evil.example"}, 403), ({"Origin": "null"}, 403),
            ({"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors", "Sec_Fetch_Dest": "image"}, 403),
            ({"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}, 200),
        ]:
            found, answer, _ = page.ask(**headers)
            equal(found, status, headers)
            assert answer["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self';"), answer
            equal(answer["X-Content-Type-Options"], "nosniff")
            equal(answer["Cache-Control"], "no-store")
            equal(answer["Referrer-Policy"], "no-referrer")
            assert "Access-Control-Allow-Origin" not in answer and "Set-Cookie" not in answer
        equal(page.ask(token="0" * 32)[0], 404)
        equal(page.ask(path="/")[0], 404)
        equal(page.ask("../../etc/passwd")[0], 404)
        equal(page.ask("default.json")[0], 404)
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            equal(page.ask("page.js", method)[0], 405, method)
        status, answer, body = page.ask("page.js", "HEAD")
        equal((status, body), (200, b""))
        value = {"path": "constants/inkColor", "value": 1}
        equal(page.act("set", value, Origin=None)[0], 403)
        equal(page.act("set", value, Origin="http://evil.example")[0], 403)
        equal(page.act("set", value, Sec_Fetch_Site="cross-site")[0], 403)
        equal(page.act("set", value, Sec_Fetch_Site=None)[0], 403)
        equal(page.act("set", value, Content_Type="text/plain")[0], 415)
        equal(page.act("set", b"x" * (64 << 10))[0], 400)
        equal(page.act("set", b"x" * ((64 << 10) + 1))[0], 413)
        equal(page.act("set", b"[]")[0], 400)
        equal(page.ask("set")[0], 405)


@test
def another_user_gets_nothing():
    if os.geteuid() != 0:
        # Only root can run as a second user.
        uids = []
    else:
        uids = [65534]
    with example("pocket") as page:
        for uid in uids:
            # The codec of host names is loaded while its file can be read.
            code = f"""import encodings.idna, os, socket
os.setgid({uid}); os.setuid({uid})
end = socket.create_connection(("127.0.0.1", {page.port}))
try:
    end.sendall(b"GET /{page.token}/ HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\n\\r\\n")
    print(end.recv(100))
except (BrokenPipeError, ConnectionResetError):
    print(b"")
"""
            found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd="/")
            equal(found.stdout.strip(), "b''", "another user's request")
        equal(page.ask()[0], 200)


@test
def files_of_the_address():
    with example("pocket") as page:
        path = os.path.join(page.environment["XDG_RUNTIME_DIR"], "livery", "preview-theme.url")
        equal(os.stat(path).st_mode & 0o777, 0o600)
        with open(path, encoding="utf-8") as file:
            equal(file.read().strip(), page.url)
        with open(f"/proc/{page.process.pid}/cmdline", "rb") as file:
            assert page.token.encode() not in file.read()
        equal(page.stop(), 0)
        assert not os.path.exists(path)
        equal(os.listdir(os.path.dirname(path)), [])


@test
def a_browser_is_opened_once():
    """`--open` gives a page that leads to the address to xdg-open. The server goes on, whatever becomes of that."""
    for script, says in [
        ("exit 0", None), ("exit 3", "xdg-open failed with 3"), ("kill -9 $$", "xdg-open was ended by signal 9"),
        (None, "xdg-open is not found"),
    ]:
        def prepare(page):
            page.programs = os.path.join(page.root, "it's $HOME")
            os.mkdir(page.programs)
            page.environment["PATH"] = page.programs
            # The names of its directories reach the browser as they are.
            page.environment["XDG_RUNTIME_DIR"] = os.path.join(page.root, "run '$(touch x)' `x`")
            os.mkdir(page.environment["XDG_RUNTIME_DIR"], 0o700)
            os.mkfifo(os.path.join(page.root, "calls"))
            # Held open, so that a second call would be read as well.
            page.calls = os.open(os.path.join(page.root, "calls"), os.O_RDWR)
            if script:
                browser = os.path.join(page.programs, "xdg-open")
                with open(browser, "w", encoding="utf-8") as file:
                    file.write(f"#!/bin/sh\nprintf '%s|' \"$#\" \"$@\" >'{page.root}/calls'\n{script}\n")
                os.chmod(browser, 0o755)

        with example("pocket", options=("--open",), prepare=prepare, errors=subprocess.PIPE) as page:
            leading = os.path.join(page.environment["XDG_RUNTIME_DIR"], "livery", "preview-theme.html")
            if says:
                line = page.process.stderr.readline()
                assert says in line and "open the address in a browser" in line, line
            if script:
                equal(os.read(page.calls, 4096).decode(), f"1|{leading}|", "the arguments of xdg-open")
            assert page.token not in leading
            equal(os.stat(leading).st_mode & 0o777, 0o600)
            with open(leading, encoding="utf-8") as file:
                assert page.url in file.read()
            equal(page.ask()[0], 200, "the page after its browser")
            equal(page.stop(), 0)
            assert not os.path.exists(leading)
            os.set_blocking(page.calls, False)
            try:
                raise AssertionError(f"a second call: {os.read(page.calls, 4096)}")
            except BlockingIOError:
                os.close(page.calls)


@test
def a_kept_port_keeps_its_address():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with example("pocket", options=("--port", str(port))) as page:
        first = page.url
        equal(page.port, port)
        equal(page.ask()[0], 200)
        second = subprocess.run(
            [LIVERY, "preview", page.bundle, "--port", str(port)], capture_output=True, env=page.environment, text=True, timeout=60)
        equal((second.returncode, second.stdout), (1, ""), "a second server at the port")
        assert f"127.0.0.1:{port}: Address already in use" in second.stderr, second.stderr
        page.stop()
        page.start()
        equal(page.url, first)
        page.stop()
        page.options = ()
        page.start()
        assert page.token not in first
        equal(page.ask(token=first.split("/")[3])[0], 404, "the token of before")


@test
def a_killed_command_leaves_no_server():
    with example("pocket") as page:
        page.process.kill()
        # The server closes the pipe when it ends.
        page.process.stdout.read()
        page.process.wait()
        with socket.socket() as end:
            assert end.connect_ex(("127.0.0.1", page.port)) != 0
        equal(os.listdir(os.path.join(page.environment["XDG_RUNTIME_DIR"], "livery")), [])


@test
def load():
    with Preview(LIVERY, None, FLAT) as page:
        # Half requests and silent connections take no place from others.
        halves = [socket.create_connection(("127.0.0.1", page.port)) for _ in range(100)]
        for half in halves:
            half.sendall(f"GET /{page.token}/ HTTP/1.1\r\nHost: 127".encode())
        head = f"GET /{page.token}/page.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        with socket.create_connection(("127.0.0.1", page.port)) as end, end.makefile("rb") as answers:
            for _ in range(10_000):
                end.sendall(head)
                length = 0
                line = answers.readline()
                assert b" 200 " in line, line
                while line != b"\r\n":
                    line = answers.readline()
                    if line.lower().startswith(b"content-length:"):
                        length = int(line.split(b":")[1])
                assert len(answers.read(length)) == length > 1000
        for half in halves:
            half.close()
        streams = [page.stream() for _ in range(64)]
        equal([answer.status for _, answer in streams], [200] * 64)
        equal(page.stream()[1].status, 503, "the 65th stream")
        # One page reads, the others never do: 200 saves reach it.
        reader = streams[0][1]
        while b'"current"' not in reader.readline():
            pass
        for number in range(200):
            page.write("default.json", FLAT["default.json"].replace("16,32,48", f"0,0,{number}"))
        line = b""
        while b'#0000c7"' not in line:
            line = reader.readline()
            assert line
        for connection, _ in streams:
            connection.close()
        # Closed streams count no longer.
        for _ in range(64):
            connection, answer = page.stream()
            connection.close()
        equal(page.ask()[0], 200)


def current(answer):
    """The data of events of a stream up to the one that says that the page has everything, and its identifier."""
    lines = []
    while b"current" not in (lines[-1] if lines else b""):
        lines.append(answer.readline())
        assert lines[-1], "the stream has ended"
    return [line.decode()[6:] for line in lines if line.startswith(b"data")], [line.decode()[4:].strip() for line in lines if line.startswith(b"id")][0]


@test
def a_page_that_comes_back_goes_on():
    with Preview(LIVERY, None, FLAT) as page:
        connection, answer = page.stream()
        data, identifier = current(answer)
        equal(json.loads(data[0])["type"], "whole")
        page.write("default.json", FLAT["default.json"].replace("16,32,48", "64,80,96"))
        data, _ = current(answer)
        equal(json.loads(data[0])["type"], "change")
        again, answer = page.stream(**{"Last-Event-ID": identifier})
        data, _ = current(answer)
        message = json.loads(data[0])
        equal((message["type"], [path for path, _ in message["values"]]), ("change", ["constants/inkColor"]))
        for one in (connection, again):
            one.close()
        for wrong in ("x", "1.1", ""):
            again, answer = page.stream(**{"Last-Event-ID": wrong})
            equal(json.loads(current(answer)[0][0])["type"], "whole", wrong)
            again.close()


# MARK: The page in a browser


@test
def a_save_is_seen(browser):
    with Preview(LIVERY, None, FLAT) as page:
        tab = browser.page(page.url)
        paint = "document.querySelector('.swatch[aria-label^=\"paperColor\"] .stripe')"
        tab.wait(f"{paint} && getComputedStyle({paint}).backgroundColor === 'rgb(255, 255, 255)'")
        page.write("default.json", FLAT["default.json"].replace("255,255,255", "18,171,52"))
        tab.wait(f"getComputedStyle({paint}).backgroundColor === 'rgb(18, 171, 52)'")
        tab.wait("document.querySelector('#panel-changes .change')")
        box = tab.evaluate(f"(() => {{ const box = {paint}.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()")
        equal(tab.pixels().at(*box), "#12ab34")
        # A broken file changes no look, and is shown with its line.
        page.write("default.json", FLAT["default.json"].replace("255,255,255", "18,171,52").replace("14", ""))
        tab.wait("document.querySelector('#errors .line.here')")
        # The value is expected before the brace of the next line.
        equal(tab.evaluate("document.querySelector('#errors .line.here').textContent.split('\\n')[0].trim()"), "5 }")
        assert '"lineWidth":' in tab.evaluate("document.querySelector('#errors').textContent")
        equal(tab.evaluate(f"getComputedStyle({paint}).backgroundColor"), "rgb(18, 171, 52)")
        tab.evaluate("document.querySelector('#errors .close').click()")
        assert tab.evaluate("!document.querySelector('#errors')")
        page.stop()
        tab.wait("document.querySelector('#veil')?.textContent.startsWith('stale since')")
        equal(tab.messages(), [message for message in tab.messages() if "net::" in message])
        tab.close()


@test
def saves_before_the_page_are_listed():
    """Those that the daemon keeps, while a program follows the bundle."""
    served = []

    def serve(page):
        served.append(Served(page))
        for color in ("1,2,3", "4,5,6"):
            page.write("default.json", FLAT["default.json"].replace("255,255,255", color))
            equal(served[0].sync(), 0)

    try:
        with Preview(LIVERY, None, FLAT, prepare=serve) as page:
            connection, answer = page.stream()
            whole = {}
            while whole.get("type") != "whole":
                line = answer.readline()
                if line.startswith(b"data: "):
                    whole = json.loads(line[6:])
            connection.close()
            changes = [[(path, old["$value"]["hex"], new["$value"]["hex"]) for path, old, new in save["changes"]] for save in whole["saves"]]
            equal(changes, [
                [("constants/paperColor", "#ffffff", "#010203")], [("constants/paperColor", "#010203", "#040506")]])
            equal([save["generation"] for save in whole["saves"]], [whole["generation"] - 1, whole["generation"]])
    finally:
        served[0].stop()


@test
def a_daemon_that_answers_late_sends_each_state_once():
    """The saves before the page come before the state of the bundle, as on a busy machine."""
    served = []

    def serve(page):
        served.append(Served(page, has_relay=True))
        page.write("default.json", FLAT["default.json"].replace("255,255,255", "1,2,3"))
        equal(served[0].sync(), 0)

    try:
        with Preview(LIVERY, None, FLAT, prepare=serve) as page:
            connection, answer = page.stream()
            served[0].release()
            equal([json.loads(text)["type"] for text in current(answer)[0]], ["whole", "current"])
            page.write("default.json", FLAT["default.json"])
            equal([json.loads(text)["type"] for text in current(answer)[0]], ["change", "current"])
            connection.close()
    finally:
        served[0].stop()


@test
def contrast_is_measured(browser):
    with Preview(LIVERY, None, flat({"paperColor": "255,255,255", "inkTextColor": "119,119,119", "labelTextColor": "0,0,0"})) as page:
        tab = browser.page(page.url + "#panel=contrast")
        tab.wait("document.querySelectorAll('.matrix td[data-ratio]').length === 2")
        equal(tab.evaluate("[...document.querySelectorAll('.matrix td[data-ratio]')].map(cell => cell.dataset.ratio)"), ["4.47", "21.00"])
        equal(tab.evaluate("[['#000000', '#ffffff'], ['#888888', '#ffffff'], ['#112233', '#ddeeff']].map(pair => Color.apca(...pair.map(text => Color.fromRGB(Color.parts(text)))).toFixed(2))"), ["106.04", "63.06", "91.67"])
        tab.close()


def linear(byte):
    part = byte / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def encoded(part):
    part = min(max(part, 0), 1)
    return round(255 * (12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055))


def tritan(color):
    """Brettel 1997: a plane for each side of the neutral colours."""
    rgb = [linear(byte) for byte in color]
    product = lambda row: sum(factor * part for factor, part in zip(row, rgb))
    first = product((0.0396, -0.02831, -0.01129)) >= 0
    rows = ((1.01277, 0.13548, -0.14826), (-0.01243, 0.86812, 0.14431), (0.07589, 0.805, 0.11911)) if first else (
        (0.93678, 0.18979, -0.12657), (0.06154, 0.81526, 0.1232), (-0.37562, 1.12767, 0.24796))
    return [encoded(product(row)) for row in rows]


@test
def colour_vision_is_simulated(browser):
    """The vectors of Viénot 1999: red and green fall together. Of Brettel 1997, a colour on either side."""
    colors = {"badColor": (211, 47, 47), "goodColor": (56, 142, 60), "warmColor": (240, 150, 60), "coldColor": (60, 120, 220)}
    cases = [("deutan", "badColor", (0x7f, 0x7f, 0x20)), ("deutan", "goodColor", (0x7c, 0x7c, 0x3f))]
    cases += [("tritan", name, tritan(color)) for name, color in colors.items()]
    with Preview(LIVERY, None, flat({name: ",".join(map(str, color)) for name, color in colors.items()})) as page:
        tab = browser.page(page.url)
        tab.wait(f"document.querySelectorAll('.swatch').length === {len(colors)}")
        for vision, name, expected in cases:
            tab.evaluate(f"(() => {{ const one = document.getElementById('vision'); one.value = '{vision}'; one.dispatchEvent(new Event('change')); }})()")
            tab.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))")
            box = tab.evaluate(f"(() => {{ const box = document.querySelector('.swatch[aria-label^={name}] .stripe').getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()")
            found = tab.pixels().at(*box)
            assert all(abs(int(found[place:place + 2], 16) - want) <= 3 for place, want in zip((1, 3, 5), expected)), f"{vision}, {name}: {found}, not {expected}"
        tab.close()


HOSTILE = [
    "<img src=x onerror=\"window.hit=1\">", "</script><script>window.hit=1</script>", "javascript:window.hit=1", "url(http://127.0.0.1:9/x)",
    "red;background:url(http://127.0.0.1:9/x)", "\"><svg onload=window.hit=1>", "--x: url(http://127.0.0.1:9/x)", "{}*{background:url(http://127.0.0.1:9/x)}",
    "@import 'http://127.0.0.1:9/x'", "constructor", "__proto__", "\u202e\u2066evil", "a/b~c", "\\\");alert(1)//",
]


@test
def nothing_of_a_theme_runs_or_loads(browser):
    constants = {text + "Color": "18,52,86" for text in HOSTILE}
    constants |= {f"words{index}": text for index, text in enumerate(HOSTILE)}
    constants |= {f"font{index}": {"name": text, "size": 12} for index, text in enumerate(HOSTILE)}
    tokens = {"t" + str(index): {"$type": "fontFamily", "$value": [text]} for index, text in enumerate(HOSTILE)}
    tokens |= {"d" + str(index): {"$type": "color", "$value": "#123456", "$description": text} for index, text in enumerate(HOSTILE)}
    styles = {text: {"backgroundColor": "#123456", "text": text, "font": text, text: text} for text in HOSTILE}
    for name, files in {"flat": flat(constants), "tokens": {"a.tokens.json": json.dumps(tokens)},
                        "inlthemes": {"livery.json": json.dumps({"dialect": "inlthemes"}), "Theme.json": json.dumps(styles)}}.items():
        with Preview(LIVERY, None, files) as page:
            tab = browser.page(page.url)
            tab.call("Network.enable")
            tab.wait("App.isReady && document.querySelector('#panel-findings .body').firstChild")
            for panel in ("type", "elements", "other", "findings"):
                tab.evaluate(f"document.getElementById('panel-{panel}').scrollIntoView()")
                tab.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 30)))")
            tab.evaluate("Card.open([...App.views()[0].state.values.keys()][0] ?? 'constants/x')")
            tab.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 100)))")
            assert tab.evaluate("window.hit === undefined"), name
            equal(tab.evaluate("[...document.querySelectorAll('main *')].filter(one => /^(IMG|SCRIPT|IFRAME|OBJECT|EMBED|STYLE|LINK)$/i.test(one.tagName)).length"), 0, name)
            equal(tab.evaluate("[...document.querySelectorAll('*')].flatMap(one => [...one.attributes]).filter(one => /^on/i.test(one.name) || /^(src|href)$/i.test(one.name) && !/^(#|page\\.|data:,$)/.test(one.value)).map(one => one.value)"), [], name)
            asked = {event["params"]["request"]["url"] for event in browser.events if event.get("method") == "Network.requestWillBeSent" and event.get("sessionId") == tab.session}
            equal([url for url in asked if not url.startswith(page.url)], [], name)
            equal([message for message in tab.messages() if "Content Security" in message], [], name)
            tab.close()


@test
def every_example_in_both_chromes(browser):
    for name in ("aurora", "harbor", "studio", "pocket", "gallery", "lighthouse", "schemes"):
        with tempfile.TemporaryDirectory() as directory:
            subprocess.run([LIVERY, "preview", os.path.join(EXAMPLES, name), "--export", directory], check=True)
            for chrome, width in (("light", 1280), ("dark", 420)):
                tab = browser.page(f"file://{directory}/index.html#chrome={chrome}", width=width)
                tab.wait("document.querySelector('.panel:not([hidden]) .body').childElementCount > 0")
                equal(tab.evaluate("getComputedStyle(document.body).backgroundColor"), {"light": "rgb(246, 246, 244)", "dark": "rgb(19, 20, 22)"}[chrome], name)
                assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} is wider than {width}"
                # Each button has a label.
                equal(tab.evaluate("[...document.querySelectorAll('button, select, input')].filter(one => !(one.textContent.trim() || one.getAttribute('aria-label') || one.labels?.length)).length"), 0, name)
                equal(tab.messages(), [], name)
                tab.close()


@test
def an_export_is_the_same_twice():
    with tempfile.TemporaryDirectory() as directory:
        for name in ("one", "two"):
            subprocess.run([LIVERY, "preview", os.path.join(EXAMPLES, "lighthouse"), "--export", f"{directory}/{name}"], check=True)
        subprocess.run([LIVERY, "preview", os.path.join(EXAMPLES, "lighthouse"), "--export", f"{directory}/one"], check=True)
        for name in ("index.html", "page.css", "page.js", "still.svg"):
            with open(f"{directory}/one/{name}", "rb") as one, open(f"{directory}/two/{name}", "rb") as two:
                content = one.read()
                equal(content, two.read(), name)
                assert directory.encode() not in content
        open(f"{directory}/one/notes.txt", "w").close()
        found = subprocess.run([LIVERY, "preview", os.path.join(EXAMPLES, "lighthouse"), "--export", f"{directory}/one"], capture_output=True, text=True)
        equal(found.returncode, 1)
        assert "name an empty directory" in found.stderr, found.stderr


# MARK: Actions


@test
def a_dragged_colour_is_seen_kept_and_taken_back(browser):
    with Preview(LIVERY, None, FLAT) as page:
        tab = browser.page(page.url)
        paint = "document.querySelector('.swatch[aria-label^=\"inkColor\"] .stripe')"
        tab.wait(f"getComputedStyle({paint}).backgroundColor === 'rgb(16, 32, 48)'")
        tab.evaluate("document.querySelector('.swatch[aria-label^=\"inkColor\"]').click()")
        tab.wait("document.querySelector('#card input[type=color]')")
        drag = "(() => {{ const input = document.querySelector('#card input[type=color]'); input.value = '{}'; input.dispatchEvent(new Event('input')); }})()"
        tab.evaluate(drag.format("#ff0000"))
        tab.wait(f"getComputedStyle({paint}).backgroundColor === 'rgb(255, 0, 0)'")
        equal(page.read("default.json"), FLAT["default.json"], "the file while dragging")
        tab.wait("document.querySelector('#state').textContent.includes('not saved')")
        equal(page.act("drop", {"path": "constants/inkColor"})[0], 204)
        tab.wait(f"getComputedStyle({paint}).backgroundColor === 'rgb(16, 32, 48)'")
        equal(page.act("set", {"path": "constants/inkColor", "context": {}, "value": {"colorSpace": "srgb", "components": [0, 1, 0], "alpha": 1}})[0], 204)
        equal(page.act("keep", {"path": "constants/inkColor"}), (204, ""))
        equal(page.read("default.json"), FLAT["default.json"].replace("16,32,48", "0,255,0"))
        tab.wait(f"getComputedStyle({paint}).backgroundColor === 'rgb(0, 255, 0)'")
        # Closing the last page removes unsaved changes.
        equal(page.act("set", {"path": "constants/lineWidth", "context": {}, "value": 20})[0], 204)
        tab.close()
        while json.loads(page.ask("card?path=constants/lineWidth")[2])["unsaved"]:
            pass
        tab = browser.page(page.url)
        tab.wait("App.isReady && !document.querySelector('#state').textContent.includes('not saved')")
        equal(tab.evaluate("App.views()[0].state.values.get('constants/lineWidth')"), 14)
        tab.close()


@test
def keep_writes_nothing_else():
    with Preview(LIVERY, None, FLAT) as page:
        value = {"path": "constants/inkColor", "context": {}, "value": {"colorSpace": "srgb", "components": [0, 1, 0], "alpha": 1}}
        equal(page.act("keep", value)[0], 409)
        equal(page.act("drop", value)[0], 409)
        equal(page.act("set", {**value, "path": "constants/none"})[0], 404)
        equal(page.act("set", {**value, "value": [1, 2]})[0], 422)
        equal(page.act("set", value)[0], 204)
        changed = FLAT["default.json"].replace("14", "15")
        page.write("default.json", changed)
        equal(page.act("keep", value)[0], 409, "a changed file")
        equal(page.read("default.json"), changed)
        page.act("drop", value)
        equal(page.act("set", value)[0], 204)
        # A link in the place of the file is not followed.
        target = os.path.join(page.root, "elsewhere.json")
        with open(target, "w", encoding="utf-8") as file:
            file.write(changed)
        os.remove(page.path("default.json"))
        os.symlink(target, page.path("default.json"))
        equal(page.act("keep", value)[0], 409, "a link")
        with open(target, encoding="utf-8") as file:
            equal(file.read(), changed)


COLOR = {"colorSpace": "srgb", "components": [0, 1, 0], "alpha": 1}


def here(path, value=COLOR):
    return {"path": path, "context": {}, "value": value, "at": "here"}


@test
def a_value_replaces_only_a_reference_of_its_own():
    def check(files, path, status, source, has_here, value=COLOR, expected=None):
        with Preview(LIVERY, None, files) as page:
            card = json.loads(page.ask(f"card?path={path}")[2])
            equal((card["source"], card.get("here", False)), (source, has_here), path)
            found = page.act("set", here(path, value))
            equal(found[0], status, found)
            name = list(files)[0]
            if status == 204:
                equal(page.act("keep", {"path": path}), (204, ""))
            equal(page.read(name), expected or files[name], path)

    redbeard = {"ui.json": json.dumps({
        "ink": "#102030", "gap": 8, "a": {"color": "ref://ink", "gap": "ref://gap", "size": 3}, "b": {"inherits": "ref://a"}}),
        "theme.inc.json": json.dumps({"themes": ["ui.json"]})}
    text = redbeard["ui.json"]
    check(redbeard, "styles/a/color", 204, "constants/ink", True, COLOR, text.replace("ref://ink", "#00ff00"))
    check(redbeard, "styles/a/gap", 204, "constants/gap", True, 9, text.replace('"ref://gap"', "9"))
    # An inherited value belongs to the style that declares it.
    check(redbeard, "styles/b/color", 422, "constants/ink", False)
    check(redbeard, "styles/b/size", 422, "styles/a/size", False, 4)
    tokens = {"a.tokens.json": json.dumps({
        "base": {"ink": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [0, 0, 1]}}},
        "link": {"$description": "d", "$ref": "#/base/ink"}, "more": {"$extends": "{base}"}})}
    color = {"colorSpace": "srgb", "components": [0, 1, 0], "hex": "#00ff00"}
    written = json.dumps(color).replace("{", "{ ").replace("}", " }")
    check(tokens, "constants/link", 204, "constants/base.ink", True, COLOR,
          tokens["a.tokens.json"].replace('"$ref": "#/base/ink"', f'"$type": "color", "$value": {written}'))
    check(tokens, "constants/more.ink", 422, "constants/base.ink", False)


@test
def a_value_is_written_where_it_stands_now():
    served = []
    try:
        with Preview(LIVERY, None, FLAT, prepare=lambda page: served.append(Served(page))) as page:
            value = {"path": "constants/inkColor", "context": {}, "value": COLOR}
            text = FLAT["default.json"]
            moved = text.replace("{", '{\n  "other": 1,')
            # Places in the text of an editor are not those of the file.
            editor = served[0].connect()
            served[0].call(editor, "SetOverlay", file="default.json", text=moved)
            equal(page.act("set", value)[0], 409, "a text of an editor")
            served[0].call(editor, "SetOverlay", file="default.json")
            equal(page.act("set", value)[0], 204)
            served[0].call(editor, "SetOverlay", file="default.json", text=moved)
            equal([page.act(action, value)[0] for action in ("set", "keep")], [409, 409])
            editor.close()
            equal(served[0].sync(), 0)
            # A save of the page's own text ends it; the next change begins with the file as it is then.
            page.write("default.json", text.replace("16,32,48", "0,255,0"))
            equal(served[0].sync(), 0)
            page.write("default.json", moved)
            equal(served[0].sync(), 0)
            equal(page.act("set", value)[0], 204)
            equal(page.act("keep", value), (204, ""))
            equal(page.read("default.json"), moved.replace("16,32,48", "0,255,0"))
    finally:
        served[0].stop()


@test
def keep_and_take_back_are_for_all_files():
    sea = json.dumps({"color": {"$type": "color", "sea": {"$value": {"colorSpace": "srgb", "components": [0, 0, 1]}}}})
    files = {"a.tokens.json": sea, "b.tokens.json": json.dumps({"color": {"$type": "color", "link": {"$value": "{color.sea}"}}})}
    with Preview(LIVERY, None, files) as page:
        link = here("constants/color.link")
        for action in ("drop", "keep"):
            equal(page.act("set", {**link, "at": "source"})[0], 204)
            equal(page.act("set", link)[0], 204)
            equal(page.act(action, link), (204, ""))
            for name, text in files.items():
                equal(page.read(name) != text, action == "keep", name)
            equal(page.act(action, link)[0], 409)


def main():
    failed = 0
    with Browser() as browser:
        for function in TESTS:
            if sys.argv[2:] and function.__name__ not in sys.argv[2:]:
                continue
            try:
                function(browser) if function.__code__.co_argcount else function()
                print(f"ok    {function.__name__}", flush=True)
            except Exception as error:  # Each test reports, and the next one runs.
                failed += 1
                print(f"FAIL  {function.__name__}: {type(error).__name__}: {error}", flush=True)
    return 1 if failed else 0


sys.exit(main())

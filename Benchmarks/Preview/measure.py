# SPDX-License-Identifier: GPL-2.0-or-later
"""The row `preview` of scripts/bench: how fast the page shows a save, and what it costs.

    python3 measure.py LIVERY [--quick]
"""

import json
import os
import statistics
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "Tests", "Preview"))
from browser import Browser  # noqa: E402
from server import Preview  # noqa: E402

LIVERY = sys.argv[1]
ROUNDS = 9 if "--quick" in sys.argv else 41


def color(number):
    """A colour as the format has it: a theme without findings, whose lists would be a part of each message."""
    parts = [number >> shift & 255 for shift in (16, 8, 0)]
    return {"colorSpace": "srgb", "components": [part / 255 for part in parts], "hex": f"#{number:06x}"}


def tokens(count):
    return {"color": {"$type": "color", **{f"group{index // 50}": {
        f"tone{step}x": {"$value": color((index // 50 * 50 + step) * 977 % 0xffffff)} for step in range(50)
    } for index in range(0, count, 50)}}}


def bundle(count):
    return {"theme.tokens.json": json.dumps(tokens(count))}


def middle(list_of_numbers):
    return statistics.median(list_of_numbers)


def save_to_pixels(browser):
    """From the end of rename(2) to the frame that shows the colour. The page's clock and ours are one: CLOCK_REALTIME."""
    with Preview(LIVERY, None, bundle(1000)) as page:
        tab = browser.page(page.url)
        tab.wait("document.querySelectorAll('.swatch').length >= 100")
        text = page.read("theme.tokens.json")
        times = []
        for number in range(ROUNDS):
            wanted = f"rgb({number + 1}, 32, {200 - number})"
            watch = tab.call("Runtime.evaluate", {"expression": f"""window.seen = new Promise(done => {{
                const look = () => getComputedStyle(document.querySelector('.swatch[aria-label*="tone0x"] .stripe')).backgroundColor === '{wanted}'
                    ? requestAnimationFrame(() => done(performance.timeOrigin + performance.now())) : requestAnimationFrame(look);
                look(); }}); 0"""})
            assert "exceptionDetails" not in watch
            start_value = json.loads(text)
            start_value["color"]["group0"]["tone0x"]["$value"] = color(number + 1 << 16 | 0x2000 | 200 - number)
            new = json.dumps(start_value)
            start = time.time()
            page.write("theme.tokens.json", new)
            times.append(tab.evaluate("window.seen") - start * 1000)
        tab.close()
        return times


def first_paint(browser):
    with Preview(LIVERY, None, bundle(5000)) as page:
        times = []
        for _ in range(3 if ROUNDS < 10 else 9):
            tab = browser.page("about:blank")
            tab.call("Page.addScriptToEvaluateOnNewDocument", {"source": """
                window.long = [];
                new PerformanceObserver(list => window.long.push(...list.getEntries().map(one => one.duration))).observe({type: 'longtask', buffered: true});
            """})
            tab.call("Page.navigate", {"url": page.url})
            times.append(tab.evaluate("""new Promise(done => {
                const look = () => document.querySelector('.swatch') ? requestAnimationFrame(() => done(performance.now())) : setTimeout(look, 1);
                look(); })"""))
            tab.wait("document.querySelectorAll('.swatch').length >= 2000")
            tab.evaluate("new Promise(done => setTimeout(done, 500))")
            tab.evaluate("window.long.length = 0")
            tab.evaluate("""new Promise(done => { let y = 0; const step = () => { scrollTo(0, y += 400);
                y < document.body.scrollHeight && y < 40000 ? requestAnimationFrame(step) : done(); }; step(); })""")
            tasks = tab.evaluate("window.long")
            tab.close()
        return times, tasks


def cost_of_pages():
    """The processor time of the daemon for 200 saves, with 64 streams and with none."""
    def run(streams):
        with Preview(LIVERY, None, bundle(1000)) as page:
            first, answer = page.stream()
            others = [page.stream() for _ in range(streams - 1)] if streams else []
            if not streams:
                first.close()
                time.sleep(4)
            text = page.read("theme.tokens.json")
            ticks = os.sysconf("SC_CLK_TCK")

            def processor():
                with open(f"/proc/{page.process.pid}/stat", encoding="ascii") as file:
                    fields = file.read().rsplit(")", 1)[1].split()
                return (int(fields[11]) + int(fields[12])) / ticks * 1000
            start = processor()
            for number in range(200):
                page.write("theme.tokens.json", text.replace("0.0, 0.0, 0.0", f"0.0, 0.0, 0.{number + 1:03}", 1))
                time.sleep(0.005)
            time.sleep(0.3)
            cost = processor() - start
            for connection, _ in others + ([(first, answer)] if streams else []):
                connection.close()
            return cost
    return run(0), run(64)


with Browser() as browser:
    times = save_to_pixels(browser)
    print(f"preview: save of 1,000 tokens -> pixels: p50 {middle(times):.1f} ms, max {max(times):.1f} ms, {len(times)} saves")
    times, tasks = first_paint(browser)
    print(f"preview: first paint of 5,000 tokens: p50 {middle(times):.0f} ms; scrolling: {len([task for task in tasks if task > 50])} tasks over 50 ms")
without, with_pages = cost_of_pages()
print(f"preview: daemon's processor time for 200 saves: {without:.0f} ms without a page, {with_pages:.0f} ms with 64")

# SPDX-License-Identifier: GPL-2.0-or-later
"""Loads exported themes in the programs that they are for, and compares the colours that these have then."""

import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib

livery = sys.argv[1]
top = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
bundle = os.path.join(top, "Examples/schemes")
scheme = "harbour-dusk"
slots = "00 08 0B 0A 0D 0E 0C 05 03 08 0B 0A 0D 0E 0C 07".split()
directory = tempfile.mkdtemp(prefix="livery-outputs-")


def run(*command, **options):
    """The output of a command, which has to succeed."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command[0]} ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def expected():
    """The colours of the scheme, by role."""
    constants = json.loads(run(livery, "resolve", bundle, "--theme", scheme))["constants"]
    color = lambda slot: constants[f"base{slot}"]["$value"]["hex"]
    roles = {f"color{number}": color(slot) for number, slot in enumerate(slots)}
    roles |= {"background": color("00"), "foreground": color("05"), "selection": color("02")}
    return roles | {"cursor": roles["foreground"], "cursor-text": roles["background"], "selection-text": roles["foreground"]}


def export(name, *options):
    """The path of a file with the scheme in a format."""
    path = os.path.join(directory, name + "-" + "-".join(re.sub(r"\W", "", option) for option in options))
    with open(path, "w") as file:
        file.write(run(livery, "export", name, bundle, "--theme", scheme, *options))
    return path


def kitty():
    code = """
import json, sys
from kitty.config import load_config
options = load_config(sys.argv[-1])
found = {}
for name, value in options._asdict().items():
    if hasattr(value, "as_sharp"):
        found[name] = value.as_sharp
print(json.dumps(found))
"""
    found = json.loads(run("kitty", "+runpy", code, export("kitty")))
    names = {"cursor-text": "cursor_text_color", "selection": "selection_background", "selection-text": "selection_foreground"}
    return {role: found[names.get(role, role)] for role in wanted}


def alacritty_roles(colors):
    names = "black red green yellow blue magenta cyan white".split()
    roles = {f"color{number}": colors["normal"][name] for number, name in enumerate(names)}
    roles |= {f"color{number + 8}": colors["bright"][name] for number, name in enumerate(names)}
    roles |= {"cursor": colors["cursor"]["cursor"], "cursor-text": colors["cursor"]["text"]}
    roles |= {"selection": colors["selection"]["background"], "selection-text": colors["selection"]["text"]}
    return roles | colors["primary"]


def alacritty():
    """The form of new versions, by Python's parser: Debian 12 has Alacritty 0.11."""
    with open(export("alacritty"), "rb") as file:
        return alacritty_roles(tomllib.load(file)["colors"])


def alacritty_yaml():
    """Alacritty reads the file and names keys that it does not know. The colours are read by another parser."""
    path = export("alacritty", "--set", "form=yaml")
    log = run(
        "xvfb-run", "--auto-servernum", "alacritty", "--config-file", path, "-vv", "--print-events", "-e", "true",
        env=os.environ | {"LIBGL_ALWAYS_SOFTWARE": "1"})
    assert "onfig error" not in log and "nused config key" not in log, log
    colors = {}
    for line in open(path):
        if table := re.fullmatch(r"  (\w+):\n", line):
            colors[table[1]] = {}
            last = colors[table[1]]
        elif member := re.fullmatch(r"    (\w+): '(#[0-9a-f]{6})'\n", line):
            last[member[1]] = member[2]
    return alacritty_roles(colors)


def foot():
    """foot checks the file, keys and values; Python's parser reads it."""
    import configparser

    path = export("foot")
    run("foot", f"--config={path}", "--check-config")
    file = configparser.ConfigParser()
    file.read(path)
    colors = file["colors"]
    roles = {f"color{number}": colors[f"regular{number}"] for number in range(8)}
    roles |= {f"color{number + 8}": colors[f"bright{number}"] for number in range(8)}
    text, cursor = file["cursor"]["color"].split()
    roles |= {"background": colors["background"], "foreground": colors["foreground"], "cursor": cursor, "cursor-text": text}
    roles |= {"selection": colors["selection-background"], "selection-text": colors["selection-foreground"]}
    return {role: "#" + color for role, color in roles.items()}


def wezterm():
    with open(export("wezterm"), "rb") as file:
        colors = tomllib.load(file)["colors"]
    roles = {f"color{number}": color for number, color in enumerate(colors["ansi"] + colors["brights"])}
    roles |= {"background": colors["background"], "foreground": colors["foreground"], "cursor": colors["cursor_bg"]}
    roles |= {"cursor-text": colors["cursor_fg"], "selection": colors["selection_bg"], "selection-text": colors["selection_fg"]}
    return roles


def tmux():
    server = ["tmux", "-S", os.path.join(directory, "tmux"), "-f", "/dev/null"]
    run(*server, "new-session", "-d")
    try:
        run(*server, "source-file", export("tmux"))
        style = run(*server, "show-options", "-gv", "status-style").strip()
        assert style == f"fg={wanted['foreground']},bg={wanted['background']}", style
        return {role: run(*server, "show-options", "-gv", f"@livery-{role}").strip() for role in wanted}
    finally:
        run(*server, "kill-server")


def xresources():
    script = f"xrdb -nocpp -merge '{export('xresources')}' && xrdb -query"
    # Without -noreset the server forgets its resources when the first program ends.
    found = run("xvfb-run", "--auto-servernum", "--server-args=-noreset", "sh", "-c", script)
    colors = dict(re.findall(r"\*\.(\w+):\s*(#[0-9a-f]{6})", found))
    names = {"cursor": "cursorColor", "cursor-text": "cursorColor2", "selection": "highlightColor"}
    names["selection-text"] = "highlightTextColor"
    return {role: colors[names.get(role, role)] for role in wanted}


def sh():
    path = export("sh")
    names = {role: role.replace("-", "_") for role in wanted}
    script = f". '{path}'; " + "; ".join(f'echo "{role} ${name}"' for role, name in names.items())
    return dict(line.split() for line in run("sh", "-c", script).splitlines())


def terminals():
    """A terminal within tmux would answer only its own questions: the sequences are read as ECMA-48 has them."""
    with open(export("terminals")) as file:
        text = file.read()
    sequences = re.findall("\x1b\\]([0-9;]+);(#[0-9a-f]{6})\x1b\\\\", text)
    assert "".join(f"\x1b]{number};{color}\x1b\\" for number, color in sequences) == text
    numbers = {"10": "foreground", "11": "background", "12": "cursor", "17": "selection", "19": "selection-text"}
    numbers |= {f"4;{number}": f"color{number}" for number in range(16)}
    return {numbers[number]: color for number, color in sequences} | {"cursor-text": wanted["cursor-text"]}


wanted = expected()
failures = 0
for load in [kitty, alacritty, alacritty_yaml, foot, wezterm, tmux, xresources, sh, terminals]:
    try:
        found = load()
        wrong = {role: (found.get(role), color) for role, color in wanted.items() if found.get(role) != color}
        assert not wrong, f"found and expected: {wrong}"
        print(f"{load.__name__}: {len(wanted)} colours")
    except (AssertionError, KeyError, ValueError, OSError, subprocess.TimeoutExpired) as error:
        failures += 1
        print(f"{load.__name__}: failed: {error!r}")
listed = {entry["name"] for entry in json.loads(run(livery, "formats", "--format", "json"))}
untested = listed - {load.split("_")[0] for load in globals()}
if untested:
    failures += 1
    print(f"no program loads {', '.join(sorted(untested))}")
sys.exit(1 if failures else 0)

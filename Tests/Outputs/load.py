# SPDX-License-Identifier: GPL-2.0-or-later
"""Loads exported themes in the programs that they are for, and compares the colours that these have then."""

import html
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import tomllib

livery = os.path.abspath(sys.argv[1])
top = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
bundle = os.path.join(top, "Examples/schemes")
scheme = "harbour-dusk"
slots = "00 08 0B 0A 0D 0E 0C 05 03 08 0B 0A 0D 0E 0C 07".split()
directory = tempfile.mkdtemp(prefix="livery-outputs-")


def run(*command, **options):
    """The output of a command, which has to succeed."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command[0]} ended with {done.returncode}: {done.stderr.strip()[:800]}")
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


def kitty_signals():
    """A kitty that has just started, and a kitten, outlive every reload: both have kitty's program, and SIGUSR1 would end them."""
    work = os.path.join(directory, "kitty-signals")
    for folder in ["run", "home", "config/livery"]:
        os.makedirs(os.path.join(work, folder), mode=0o700)
    daemon_program = os.path.join(work, "liveryd")
    os.symlink(livery, daemon_program)
    conf, socket = os.path.join(work, "kitty.conf"), os.path.join(work, "socket")
    with open(os.path.join(work, "outputs.json"), "w") as file:
        json.dump({"outputs": [{"name": "kitty", "format": "kitty", "file": conf}]}, file)
    places = {"HOME": f"{work}/home", "XDG_RUNTIME_DIR": f"{work}/run", "XDG_STATE_HOME": f"{work}/home", "LIBGL_ALWAYS_SOFTWARE": "1"}
    environment = os.environ | places
    started = []

    def start(*command, **options):
        started.append(subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL, **options))
        return started[-1]

    def choose(theme):
        run(livery, "use", theme, "--socket", socket, env=environment)
        told = run(livery, "apply", "--once", "--config", f"{work}/outputs.json", "--socket", socket, env=environment)
        assert "kitty: wrote" in told, told

    try:
        start(daemon_program, "--socket", socket, "--state-dir", f"{work}/state", "--log-level", "error", bundle)
        while subprocess.run([livery, "sync", "--socket", socket], capture_output=True).returncode:
            pass
        choose("paper")
        display = start("Xvfb", "-displayfd", "1", "-nolisten", "tcp", stdout=subprocess.PIPE).stdout.readline().decode().strip()
        environment["DISPLAY"] = ":" + display
        window = start("kitty", "--config", conf, "sleep", "600", stdout=subprocess.DEVNULL)
        kitten = start("script", "-qec", "kitty +kitten ask --type=line", "/dev/null", stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        reloads = 0
        for _ in range(6):
            for theme in ["harbour-dusk", "paper"]:
                choose(theme)
                reloads += 1
                assert window.poll() is None, f"kitty ended with {window.returncode} at reload {reloads}"
                assert kitten.poll() is None, f"the kitten ended with {kitten.returncode} at reload {reloads}"
        return f"{reloads} reloads"
    finally:
        for process in reversed(started):
            process.kill()
            process.wait()


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


def chromium_text(page):
    """What a page writes into its body, computed by Chromium."""
    path = os.path.join(directory, "page.html")
    with open(path, "w") as file:
        file.write(page)
    options = ["--headless=new", "--disable-gpu", "--no-sandbox", f"--user-data-dir={directory}/chromium"]
    found = run("chromium", *options, "--dump-dom", "file://" + path)
    return html.unescape(re.search(r"<body>(.*)</body>", found, re.S)[1])


def values_bundle():
    return os.path.join(top, "Examples/lighthouse")


def style_sheet(name, *options):
    return run(livery, "export", name, values_bundle(), *options)


def css():
    """Chromium computes every colour of an example of design tokens, within sRGB and past it, and other values."""
    sheet = style_sheet("css")
    names = sorted(set(re.findall(r"(--[\w-]+):", sheet)))
    script = """
const style = getComputedStyle(document.documentElement), found = {};
for (const name of NAMES) found[name] = style.getPropertyValue(name);
const box = document.createElement("div");
document.documentElement.appendChild(box);
const used = (property, text) => { box.style[property] = ""; box.style[property] = text; return getComputedStyle(box)[property]; };
found.color = used("color", "var(--color-brand)");
found.shadow = used("boxShadow", "var(--shadow-low)");
found.font = used("font", "var(--text-small)");
found.gradient = used("backgroundImage", "linear-gradient(var(--gradient-dawn))");
found.transition = used("transition", "all var(--motion-press)");
found.border = used("border", "var(--edge-card)");
document.body.textContent = JSON.stringify(found);
"""
    page = f"<style>{sheet}</style><body><script>{script.replace('NAMES', json.dumps(names))}</script></body>"
    found = json.loads(chromium_text(page))
    for name in names:
        assert found[name] != "", f"{name} has no value"
    for name in ["color", "shadow", "font", "gradient", "transition", "border"]:
        assert found[name] not in ["", "none", "all 0s ease 0s"], f"{name}: {found[name]}"
    # A screen within Chromium shows more than sRGB: the wide form is the one in force.
    assert "oklch" in found["--color-brand"], found["--color-brand"]
    return f"{len(names)} properties"


def css_references():
    """Chromium computes the same values, with references by `var()` as with the values themselves."""
    sheets = [style_sheet("css"), style_sheet("css", "--set", "references=var")]
    references = re.findall(r"^  (--[\w-]+): var\((--[\w-]+)\);$", sheets[1], re.M)
    assert references, "no reference is written"
    names = sorted(set(re.findall(r"(--[\w-]+):", sheets[0])))
    script = "document.body.textContent = JSON.stringify(NAMES.map(name => getComputedStyle(document.documentElement).getPropertyValue(name)))"
    found = [json.loads(chromium_text(f"<style>{sheet}</style><body><script>{script.replace('NAMES', json.dumps(names))}</script>")) for sheet in sheets]
    assert found[0] == found[1], [(name, *pair) for name, *pair in zip(names, *found) if pair[0] != pair[1]]
    return f"{len(references)} references"


def tailwind():
    """No Tailwind in Debian: the block is CSS but for its name, and Chromium reads it as a rule."""
    sheet = style_sheet("tailwind").replace("@theme {", ":root {")
    names = sorted(set(re.findall(r"(--[\w-]+):", sheet)))
    script = "document.body.textContent = JSON.stringify(NAMES.map(name => getComputedStyle(document.documentElement).getPropertyValue(name)))"
    found = json.loads(chromium_text(f"<style>{sheet}</style><body><script>{script.replace('NAMES', json.dumps(names))}</script>"))
    assert all(found), dict(zip(names, found))
    assert any(name.startswith("--color-") for name in names) and any(name.startswith("--shadow-") for name in names)
    return f"{len(names)} variables"


def scss():
    """sassc reads each variable, and those of the map."""
    sheet = style_sheet("scss")
    names = re.findall(r"^\$([\w-]+):", sheet, re.M)
    lines = [f"a {{ {name}: ${name}; }}" for name in names if name != "theme"]
    path = os.path.join(directory, "all.scss")
    with open(path, "w") as file:
        file.write(sheet + "@each $name, $value in $theme { b { #{$name}: $value; } }\n" + "\n".join(lines))
    found = run("sassc", path)
    for name in names:
        if name != "theme":
            assert len(re.findall(rf"^  {name}: [^;]+;", found, re.M)) == 2, name
    assert "16px/1.4" in run("sassc", path) or "/1.4" in found, "a division was computed"
    return f"{len(names) - 1} variables"


def json_form():
    found = json.loads(style_sheet("json"))
    sheet = style_sheet("css")
    base = dict(re.findall(r"^  --([\w-]+): (.*);$", sheet.split("@supports")[0], re.M))
    assert found == base, set(found.items()) ^ set(base.items())
    typed = json.loads(style_sheet("json", "--set", "form=typed"))
    constants = json.loads(run(livery, "resolve", values_bundle()))["constants"]
    assert typed == constants
    return f"{len(found)} texts, {len(typed)} values"


def typescript():
    """No compiler of TypeScript in Debian 12 that is small: Chromium runs the object as JavaScript."""
    module = style_sheet("typescript")
    script = module.replace("export const", "const").replace("} as const;", "};")
    script = re.sub(r"export type .*", "", script) + "\ndocument.body.textContent = JSON.stringify(theme)"
    found = json.loads(chromium_text(f"<body><script>{script}</script></body>"))
    assert found == json.loads(style_sheet("json"))
    return f"{len(found)} texts"


def gtk(version):
    """The style sheet is loaded as a program does it: without a message, and with the colours."""
    path = export(f"gtk{version}")
    code = """
import gi, sys, json
gi.require_version("Gtk", sys.argv[1] + ".0")
from gi.repository import Gtk, Gdk
problems = []
Gtk.init() if sys.argv[1] == "4" else Gtk.init([])
provider = Gtk.CssProvider()
provider.connect("parsing-error", lambda provider, section, error: problems.append(error.message))
provider.load_from_path(sys.argv[2])
widget = Gtk.Label()
widget.get_style_context().add_provider(provider, 800)
found = {}
for name in sys.argv[3:]:
    known, color = widget.get_style_context().lookup_color(name)
    found[name] = "#%02x%02x%02x" % tuple(round(part * 255) for part in (color.red, color.green, color.blue)) if known else None
print(json.dumps([problems, found]))
"""
    with open(path) as file:
        defined = dict(re.findall(r"@define-color (\w+) (#\w+);", file.read()))
    problems, found = json.loads(
        run("xvfb-run", "--auto-servernum", "/usr/bin/python3", "-c", code, str(version), path, *defined,
            env=os.environ | {"GSK_RENDERER": "cairo", "GDK_BACKEND": "x11"}).strip().splitlines()[-1])
    assert not problems, problems
    assert found == defined and len(found) > 15, (found, defined)
    return f"{len(found)} colours"


def gtk_theme():
    """GTK finds the theme `livery` by its name and loads it on top of its own, without a message."""
    code = """
import gi, sys, json
gi.require_version("Gtk", sys.argv[1] + ".0")
from gi.repository import Gtk
Gtk.init() if sys.argv[1] == "4" else Gtk.init([])
widget = Gtk.Button(label="x")
found = {}
for name in sys.argv[2:]:
    known, color = widget.get_style_context().lookup_color(name)
    found[name] = "#%02x%02x%02x" % tuple(round(part * 255) for part in (color.red, color.green, color.blue)) if known else None
found["padding"] = widget.get_style_context().get_padding(*([Gtk.StateFlags.NORMAL] if sys.argv[1] == "3" else [])).left
print(json.dumps(found))
"""
    for version in ["3", "4"]:
        data = os.path.join(directory, f"gtk-data-{version}")
        folder = os.path.join(data, f"themes/livery/gtk-{version}.0")
        os.makedirs(folder)
        os.rename(export(f"gtk{version}", "--set", "theme=true"), os.path.join(folder, "gtk.css"))
        with open(os.path.join(folder, "gtk.css")) as file:
            defined = dict(re.findall(r"@define-color (\w+) (#\w+);", file.read()))
        environment = os.environ | {"GSK_RENDERER": "cairo", "GDK_BACKEND": "x11", "GTK_THEME": "livery", "XDG_DATA_HOME": data}
        done = subprocess.run(
            ["xvfb-run", "--auto-servernum", "/usr/bin/python3", "-c", code, version, *defined], env=environment, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0 and "Theme pars" not in done.stderr and "heme" not in done.stderr, done.stderr
        found = json.loads(done.stdout.strip().splitlines()[-1])
        # Buttons have a padding in the theme below.
        assert found.pop("padding") > 0 and found == defined, (found, defined)
    return "GTK 3 and 4"


def gtk3():
    return gtk(3)


def gtk4():
    return gtk(4)


def gtk4_properties():
    """GTK 4.16 is not in Debian 12: Chromium reads the custom properties."""
    sheet = run(livery, "export", "gtk4", bundle, "--theme", scheme, "--set", "version=4.16")
    script = "document.body.textContent = getComputedStyle(document.documentElement).getPropertyValue('--window-bg-color')"
    found = chromium_text(f"<style>{sheet}</style><body><script>{script}</script>")
    assert found == wanted["background"], found
    return found


def settings_file(name):
    import configparser

    file = configparser.ConfigParser(interpolation=None)
    file.optionxform = str
    file.read(export(name))
    return file


def qt5ct(name="qt5ct", count=21):
    """The lists have a colour for each role of a palette, in the order of Qt."""
    section = settings_file(name)["ColorScheme"]
    for group in ["active_colors", "disabled_colors", "inactive_colors"]:
        colors = section[group].split(", ")
        assert len(colors) == count and all(re.fullmatch("#ff[0-9a-f]{6}", color) for color in colors), colors
    colors = section["active_colors"].split(", ")
    assert colors[0] == "#ff" + wanted["foreground"][1:] and colors[10] == "#ff" + wanted["background"][1:]
    return f"{count} colours"


def qt6ct():
    return qt5ct("qt6ct", 22)


def kde():
    file = settings_file("kde")
    rgb = ",".join(str(int(wanted["background"][index : index + 2], 16)) for index in (1, 3, 5))
    assert file["Colors:Window"]["BackgroundNormal"] == rgb, dict(file["Colors:Window"])
    return f"{len(file.sections())} sections"


def vim_colors(program, options, path, color, read):
    folder = os.path.join(directory, program, "colors")
    os.makedirs(folder, exist_ok=True)
    os.rename(path, os.path.join(folder, "livery" + (".lua" if program == "nvim" else ".vim")))
    out = os.path.join(directory, program + ".out")
    commands = [
        f"set runtimepath^={directory}/{program}", "set termguicolors", "syntax on", "colorscheme livery",
        f"call writefile([g:colors_name, &background, {color('fg')}, {color('bg')}, {read}], '{out}')",
        "qa!",
    ]
    run(program, *options, *[word for command in commands for word in ("-c", command)], env=os.environ | {"TERM": "xterm-256color"})
    with open(out) as file:
        found = file.read().split()
    assert found[:2] == ["livery", "dark"] and found[2:4] == [wanted["foreground"], wanted["background"]], found
    assert found[4] == wanted["color4"], found
    return " ".join(found)


def vim():
    color = lambda part: f"synIDattr(hlID('Normal'), '{part}#')"
    return vim_colors("vim", ["-es", "-u", "NONE", "-N"], export("vim"), color, "g:terminal_ansi_colors[4]")


def neovim():
    part = {"fg": "foreground", "bg": "background"}
    color = lambda key: f"printf('#%06x', nvim_get_hl_by_name('Normal', v:true).{part[key]})"
    return vim_colors("nvim", ["--headless", "-u", "NONE"], export("neovim"), color, "g:terminal_color_4")


def vscode():
    with open(export("vscode")) as file:
        theme = json.load(file)
    assert theme["type"] == "dark" and theme["colors"]["editor.background"] == wanted["background"], theme
    assert theme["colors"]["terminal.ansiBlue"] == wanted["color4"]
    return f"{len(theme['colors'])} colours"


def base16():
    """Livery reads the scheme back without a finding."""
    folder = os.path.join(directory, "schemes")
    os.makedirs(folder)
    os.rename(export("base16"), os.path.join(folder, "written.yaml"))
    run(livery, "check", folder, "--fail-on", "info")
    constants = json.loads(run(livery, "resolve", folder))["constants"]
    color = lambda slot: constants["base" + slot]["$value"]["hex"]
    pairs = {"00": "background", "05": "foreground", "08": "color1", "0B": "color2", "0D": "color4", "0E": "color5"}
    assert all(color(slot) == wanted[role] for slot, role in pairs.items()), constants
    return "16 colours"


def template():
    path = os.path.join(directory, "t.mustache")
    with open(path, "w") as file:
        file.write("{{#scheme-is-dark-variant}}dark{{/scheme-is-dark-variant}} #{{base00-hex}}")
    found = run(livery, "export", "template", bundle, "--theme", scheme, "--set", "template=" + path)
    assert found == "dark " + wanted["background"], found
    # Templates of others, with the files that their builder published.
    folder = os.path.join(top, "Tests/Outputs/Tinted")
    for name in ["tmux", "rofi", "shell"]:
        path = os.path.join(folder, name, "template.mustache")
        found = run(livery, "export", "template", os.path.join(folder, "schemes"), "--set", "template=" + path)
        with open(os.path.join(folder, name, "expected")) as file:
            assert found == file.read(), name
    return "a template of our own, and three of others"


def tokens():
    """Livery reads the tokens of every example back: the same values, under the same ids."""
    count = 0
    for name in ["lighthouse", "aurora", "schemes"]:
        source = os.path.join(top, "Examples", name)
        options = ["--theme", scheme] if name == "schemes" else []
        folder = os.path.join(directory, "tokens", name)
        os.makedirs(folder)
        with open(os.path.join(folder, "all.tokens.json"), "w") as file:
            file.write(run(livery, "export", "tokens", source, *options))
        found = json.loads(run(livery, "resolve", folder))["constants"]
        constants = json.loads(run(livery, "resolve", source, *options))["constants"]
        kinds = ["color", "dimension", "duration", "cubicBezier", "fontFamily", "fontWeight", "strokeStyle", "border", "shadow"]
        kinds += ["gradient", "transition", "typography"]
        for key, value in constants.items():
            if isinstance(value, (int, float)) and not isinstance(value, bool) or isinstance(value, dict) and value.get("$type") in kinds:
                assert found.get(key, found.get(key + ".$root")) == value, (name, key, value, found.get(key))
                count += 1
    return f"{count} values"


def swift():
    """The compiler checks the keys against the library; a name that is not there does not compile."""
    path = os.path.join(directory, "Keys.swift")
    modules = os.path.join(os.path.dirname(livery), "Modules")
    for bundle_path, name in [(values_bundle(), "colorBrand"), (os.path.join(top, "Examples/aurora"), None)]:
        with open(path, "w") as file:
            file.write(run(livery, "export", "swift", bundle_path))
            if name:
                file.write(f"\nfunc use(_ theme: some ThemeReadable) -> Theme.Color {{ theme[.{name}] }}\n")
        # Modules of C libraries that the library needs.
        command = ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", "-package-name", "other", "-I", modules]
        command += ["-Xcc", f"-fmodule-map-file={os.path.dirname(livery)}/CLinux.build/module.modulemap"]
        run(*command, path)
    with open(path, "a") as file:
        file.write("\nfunc wrong(_ theme: some ThemeReadable) -> Theme.Color { theme[.colorBrnd] }\n")
    done = subprocess.run(command + [path], capture_output=True, text=True, timeout=120)
    assert done.returncode != 0 and "colorBrnd" in done.stderr, done.stderr
    return "keys compile, a misspelt one does not"


def swiftui():
    """SwiftUI is not on this system: the compiler reads the file against two types of the same shape."""
    path = os.path.join(directory, "Values.swift")
    text = style_sheet("swiftui").replace("import SwiftUI", "")
    shape = "enum Space { case sRGB, displayP3 }\ntypealias CGFloat = Double\n"
    shape += "public struct Color: Sendable { init(_ space: Space, red: Double, green: Double, blue: Double, opacity: Double) {} }\n"
    with open(path, "w") as file:
        file.write(shape.replace("enum Space", "public enum Space").replace("typealias", "public typealias") + text)
    run("swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", path)
    return f"{text.count('static let')} values"


def android():
    """Python's parser of XML reads the resources."""
    import xml.etree.ElementTree as tree

    folder = os.path.join(directory, "android")
    run(livery, "export", "android", values_bundle(), "-o", folder)
    root = tree.parse(os.path.join(folder, "values/livery.xml")).getroot()
    colors = {element.get("name"): element.text for element in root.iter("color")}
    constants = json.loads(run(livery, "resolve", values_bundle()))["constants"]
    assert colors["color_brand"] == "#FF" + constants["color.brand"]["$value"]["hex"][1:].upper(), colors
    assert root.tag == "resources" and len({element.get("name") for element in root}) == len(root)
    return f"{len(root)} resources"


def xcassets():
    """Python's parser of JSON reads each set of a catalog, and the colours are those of the scheme."""
    catalog = os.path.join(directory, "Theme.xcassets")
    run(livery, "export", "xcassets", bundle, "--theme", scheme, "-o", catalog)
    found = {}
    for number, slot in enumerate(slots):
        with open(os.path.join(catalog, f"base{slot}.colorset/Contents.json")) as file:
            parts = json.load(file)["colors"][0]["color"]["components"]
        found[f"color{number}"] = "#" + "".join(f"{round(float(parts[part]) * 255):02x}" for part in ["red", "green", "blue"])
    assert found.items() <= wanted.items(), found
    assert json.load(open(os.path.join(catalog, "Contents.json")))["info"]["version"] == 1
    run("sha256sum", "--check", "--strict", "--quiet", ".livery-files", cwd=catalog)
    return f"{len(os.listdir(catalog)) - 2} colours"


def gsettings():
    """GLib reads the file as its own, and gsettings gives the value back. `livery apply` sets the same by `gsettings set`."""
    home = os.path.join(directory, "gsettings-home")
    settings = os.path.join(home, "glib-2.0/settings")
    os.makedirs(settings)
    os.rename(export("gsettings"), os.path.join(settings, "keyfile"))
    environment = os.environ | {"HOME": home, "XDG_CONFIG_HOME": home, "GSETTINGS_BACKEND": "keyfile"}
    get = lambda key: run("gsettings", "get", "org.gnome.desktop.interface", key, env=environment).strip()
    found = get("color-scheme")
    assert found == "'prefer-dark'", found
    # The same by `livery apply`, from the bundle's directory; the theme of GTK is set away and back.
    run("gsettings", "set", "org.gnome.desktop.interface", "gtk-theme", "livery", env=environment)
    place = {"bundle": bundle, "context": {"themes": ["paper"]}}
    outputs = [{"name": "gnome", "format": "gsettings", "file": f"{home}/gnome", "required": True} | place]
    outputs.append({"name": "gtk", "format": "gtk3", "file": f"{home}/gtk.css", "options": {"theme": "true"}, "required": True} | place)
    with open(f"{home}/outputs.json", "w") as file:
        json.dump({"outputs": outputs}, file)
    places = {"XDG_RUNTIME_DIR": home, "XDG_STATE_HOME": home, "LIVERY_SOCKET": f"{home}/no-daemon"}
    told = run(livery, "apply", "--once", "--config", f"{home}/outputs.json", env=environment | places)
    assert "gnome: wrote" in told and "gtk: wrote" in told, told
    found_now = [get("color-scheme"), get("gtk-theme")]
    assert found_now == ["'prefer-light'", "'livery'"], (found_now, told)
    return f"{found}, then {get('color-scheme')}"


def hostile():
    """A theme whose ids and texts try to end the text that they stand in: each program's parser sees the same values."""
    folder = os.path.join(directory, "hostile-bundle")
    os.makedirs(folder)
    texts = ['"; } * { color: red; } /*', "*/ body { color: red }", "</style><script>document.title = 1</script>", "`${alert(1)}`"]
    texts += ["'; DROP", "#{1 + 1}", "\\(1 + 1)", "]]>", "--> <x/>", "$(touch /tmp/x)", "\\", '"', "a\\u0022b", "%1$s", "@string/x", "?attr/x"]
    seed = int(os.environ.get("LIVERY_SEED", random.randrange(1 << 30)))
    fragments = list("\"'`\\{}()<>$#%&;|/*!@?=:,-_ ab1é日") + ["e\u0301", "😀", "א", "*/", "/*", "//", "<!--", "]]>", "${", "#{", "\\(", "\\u0022", "&quot;", "</"]
    random_text = random.Random(seed)
    texts += ["".join(random_text.choices(fragments, k=random_text.randint(1, 12))) for _ in range(40)]
    print(f"hostile: LIVERY_SEED={seed}")
    flat = {f"text{number}": {"$type": "string", "$value": text} for number, text in enumerate(texts)}
    ids = ['a"b', "a';b", "x*/y", "<script>", "a`b", "a$b", "é", "日本", "1st", "--", "a b", "class", "a\\b"]
    ids += ["".join(random_text.choices([part for part in fragments if not set(part) & set("{}$")], k=random_text.randint(1, 8))) for _ in range(20)]
    flat |= {f"i{number} {name}": {"$type": "number", "$value": number} for number, name in enumerate(ids)}
    flat["family"] = {"$type": "fontFamily", "$value": texts}
    with open(os.path.join(folder, "all.tokens.json"), "w") as file:
        json.dump(flat, file)
    sheet = run(livery, "export", "css", folder)
    assert len(re.findall(r"^  --[^:]+: .*;$", sheet, re.M)) == len(sheet.splitlines()) - 3, sheet
    found = json.loads(run(livery, "export", "json", folder))
    script = """
const style = getComputedStyle(document.documentElement);
const value = name => style.getPropertyValue("--" + name);
const probe = document.createElement("p");
document.body.appendChild(probe);
const text = name => { probe.className = "x"; sheet.textContent = `p::before { content: var(--${name}) }`; return getComputedStyle(probe, "::before").content; };
const found = { color: getComputedStyle(document.body).color, title: document.title, numbers: NUMBERS.map(value), texts: [] };
for (let i = 0; i < COUNT; i++) found.texts.push(text("text" + i));
document.body.textContent = JSON.stringify(found);
"""
    numbers = [name for name in found if re.match(r"i\d+-", name)]
    script = script.replace("NUMBERS", json.dumps(numbers)).replace("COUNT", str(len(texts)))
    page = f"<meta charset=utf-8><style>{sheet}</style><style id=sheet></style><body><script>{script}</script></body>"
    seen = json.loads(chromium_text(page))
    assert seen["color"] == "rgb(0, 0, 0)" and seen["title"] == "", seen
    assert sorted(seen["numbers"], key=int) == [str(number) for number in range(len(ids))], seen
    # Chromium prints a string with \\ before quotes and backslashes.
    assert [re.sub(r"\\(.)", r"\1", text[1:-1]) for text in seen["texts"]] == texts, (seen["texts"], texts)
    with open(os.path.join(directory, "hostile.scss"), "w") as file:
        lines = "".join(f"t{number} {{ content: $text{number}; }}\n" for number in range(len(texts)))
        file.write(run(livery, "export", "scss", folder) + lines)
    compiled = run("sassc", os.path.join(directory, "hostile.scss"))
    strings = re.findall(r"^t\d+ \{\n  content: (.*); \}\n", compiled, re.M)
    assert compiled.count("{\n") == len(texts), compiled
    assert [re.sub(r"\\(.)", r"\1", text[1:-1]) for text in strings] == texts, (strings, texts)
    module = run(livery, "export", "typescript", folder)
    script = re.sub(r"export type .*", "", module.replace("export const", "const").replace("} as const;", "};"))
    # Signs with a meaning in HTML stand in the script by their numbers.
    script = script.replace("<", "\\x3c")
    assert json.loads(chromium_text(f"<meta charset=utf-8><body><script>{script}\ndocument.body.textContent = JSON.stringify(theme)</script>")) == found
    import xml.etree.ElementTree as tree

    run(livery, "export", "android", folder, "-o", f"{directory}/hostile-android")
    resources = tree.parse(f"{directory}/hostile-android/values/livery.xml").getroot()
    strings = {element.get("name"): element.text for element in resources.iter("string")}
    for number, text in enumerate(texts):
        assert re.sub(r"\\(.)", r"\1", strings[f"text{number}"][1:-1]) == text, (strings[f"text{number}"], text)
    template = os.path.join(directory, "hostile.mustache")
    with open(template, "w") as file:
        file.write("".join(f"{{{{{{constants.text{number}}}}}}}\n" for number in range(len(texts))))
    render = lambda form: run(livery, "export", "template", folder, "--set", f"template={template}", "--set", f"text={form}").split("\n")[:-1]
    assert render("raw") == texts
    assert render("plain") == [re.sub("[`$\\\\\"';|{}]", " ", text) for text in texts]
    path = os.path.join(directory, "Hostile.swift")
    shape = "struct Theme { struct Path { init(segments: [String]) {} }; enum Value: ThemeConvertible { case null } }\nprotocol ThemeConvertible {}\n"
    shape += "protocol ThemeReadable { func value<V>(_ p: Theme.Path, default d: V) -> V }\nextension String: ThemeConvertible {}\nextension Double: ThemeConvertible {}\n"
    module = run(livery, "export", "swift", folder).replace("import LiveryClient", "").replace("import ThemeModel", "").replace("public ", "").replace(": Sendable", "")
    with open(path, "w") as file:
        prints = "".join(f"print(ThemeKey<String>.text{number}.usual)\n" for number in range(len(texts)))
        file.write(shape + module + prints)
    run("swiftc", "-swift-version", "5", "-o", os.path.join(directory, "hostile"), path)
    assert run(os.path.join(directory, "hostile")).splitlines() == texts
    return f"{len(texts)} texts, {len(ids)} ids"


wanted = expected()
failures = 0
loads = [kitty, kitty_signals, alacritty, alacritty_yaml, foot, wezterm, tmux, xresources, sh, terminals, css, css_references, tailwind, scss, json_form, typescript]
loads += [gtk3, gtk4, gtk4_properties, gtk_theme, qt5ct, qt6ct, kde, gsettings, vim, neovim, vscode, base16, template]
loads += [tokens, swift, swiftui, android, xcassets, hostile]
only = sys.argv[2:]
for load in loads:
    if only and load.__name__ not in only:
        continue
    try:
        found = load()
        if isinstance(found, str):
            print(f"{load.__name__}: {found}")
            continue
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

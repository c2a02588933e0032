#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Keeps a style sheet for web pages up to date with a bundle's colours: subscriber.sh FILE.css [BUNDLE]. Needs jq.
# `livery subscribe` finds the daemon, or LIVERY_SOCKET names it. It ends when the daemon does, and goes on with the next
# one when the connection is lost.
set -euo pipefail

[ $# -ge 1 ] && [ $# -le 2 ] || { echo "usage: subscriber.sh FILE.css [BUNDLE]" >&2; exit 2; }
command -v jq >/dev/null || { echo "subscriber.sh: jq is not installed" >&2; exit 1; }
export sheet=$1
# An event holds all colours; one without a snapshot has only diagnostics, and prints nothing.
export program='
  def percent: if type == "number" then "\(.)%" else . end;
  def color:
    .colorSpace as $space | " / \(.alpha)" as $alpha | .components | map(. // "none")
    | if $space == "hsl" or $space == "hwb" then .[1] |= percent | .[2] |= percent else . end
    | join(" ") + $alpha
    | if $space | test("^(hsl|hwb|lab|lch|oklab|oklch)$") then "\($space)(\(.))" else "color(\($space) \(.))" end;
  select(.snapshot) | .snapshot.constants | to_entries | map(select(.value."$type"? == "color"))
  | ":root {", (.[] | "  --\(.key | gsub("[^A-Za-z0-9_-]"; "-")): \(.value."$value" | color);"), "}"'

# A reader of the style sheet sees the old one or the new one, never half of one.
exec livery subscribe ${2+"$2"} --name subscriber.sh --mode snapshot --select 'constants/**' --reconnect --exec '
  jq -r "$program" >"$sheet.new"
  if [ -s "$sheet.new" ]; then mv "$sheet.new" "$sheet" && echo "wrote $sheet"; else rm "$sheet.new"; fi'

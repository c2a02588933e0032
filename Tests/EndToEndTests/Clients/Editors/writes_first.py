# SPDX-License-Identifier: GPL-2.0-or-later
"""An editor with one thread, which writes 900 requests before it reads the first answer. The requests are more than a pipe and
one read hold, and so is the first answer.

Usage: writes_first.py LIVERY DIRECTORY. The directory has theme.json.
"""

import json
import pathlib
import signal
import subprocess
import sys

livery, folder = sys.argv[1], pathlib.Path(sys.argv[2])
file = (folder / "theme.json").resolve()
REQUESTS = 900
signal.alarm(120)  # Ends a client that waits for a server that waits for it.

server = subprocess.Popen([livery, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def write(method, parameters, number=None):
    message = {"jsonrpc": "2.0", "method": method, "params": parameters}
    if number is not None:
        message["id"] = number
    body = json.dumps(message).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))


def read():
    length = 0
    while line := server.stdout.readline().strip():
        length = int(line.split(b":")[1])
    return json.loads(server.stdout.read(length))


write("initialize", {"processId": None, "rootUri": folder.resolve().as_uri(), "capabilities": {}}, 0)
write("initialized", {})
text = {"uri": file.as_uri(), "languageId": "json", "version": 1, "text": file.read_text()}
write("textDocument/didOpen", {"textDocument": text})
for number in range(1, REQUESTS + 1):
    method = "documentSymbol" if number == 1 else "foldingRange"
    write("textDocument/" + method, {"textDocument": {"uri": file.as_uri()}, "unknown": "." * 200}, number)
write("shutdown", None, REQUESTS + 1)
write("exit", None)
server.stdin.close()

answers = []
while not answers or answers[-1]["id"] != REQUESTS + 1:
    message = read()
    if "id" in message:
        answers.append(message)
assert [answer["id"] for answer in answers] == list(range(REQUESTS + 2))
assert len(answers[1]["result"]) == 1000
assert server.wait() == 0
print("as promised")

# SPDX-License-Identifier: GPL-2.0-or-later
"""Follows a bundle with packages by others, and compares what they make of it with what the daemon says.

Usage: subscriber.py SOCKET COUNT, for that many deltas.
"""
import sys

import jsonpatch
import varlink


def content(snapshot):
    return {key: snapshot[key] for key in ("constants", "styles")}


def main():
    address, count = "unix:" + sys.argv[1], int(sys.argv[2])
    with varlink.Client(address) as client:
        assert "io.livery.Theme" in client.get_interfaces()
        with client.open("org.varlink.service") as service:
            description = service.GetInterfaceDescription("io.livery.Theme")["description"]
            assert "method Register" in description
        with client.open("io.livery.Theme") as asking, client.open("io.livery.Theme") as following:
            element = asking.Compose(element={"class": "RBButton", "states": ["highlighted"]})
            assert element["properties"]["borderWidth"] == 1, element
            assert element["layers"][0]["file"] == "button.json", element
            steps = asking.Explain(path="styles/RBButton/titleColor")["steps"]
            assert [step["file"] for step in steps] == ["button.json", "palette.json"], steps
            state = None
            for event in following.Register(name="subscriber.py", _more=True):
                if event["event"] == "snapshot":
                    state = event["snapshot"]
                    print("registered", flush=True)
                    continue
                delta = event["delta"]
                assert delta["from"] == state["generation"], (delta["from"], state["generation"])
                patched = jsonpatch.apply_patch(content(state), delta["patch"])
                now = asking.Resolve()["snapshot"]
                assert patched == content(now), (patched, content(now))
                assert delta["digest"] == now["digest"]
                state = dict(patched, generation=delta["to"])
                print("delta applies", flush=True)
                count -= 1
                if count == 0:
                    return


main()

"""Drives headless Chromium by a list of steps: JSON on standard input, JSON on standard output.

    chromium.py BINARY < steps.json

A step is an array of a verb and its arguments:

    ["page", FILE, {"width", "height", "dark", "reduced"}]  open a file in a fresh page and wait until it is loaded
    ["evaluate", EXPRESSION]     the value of the expression; a promise is awaited
    ["click", SELECTOR, X, Y]    press and release the mouse on the element, at the given shares of its box
    ["key", NAME]                press and release a key, such as " ", "ArrowRight", "Tab"
    ["accessible"]               [role, name] of every control that a screen reader finds
    ["wait", SECONDS]
    ["screenshot", FILE]         the visible part as PNG

The answer is {"version", "results": [one for each step], "problems": [what the console or the page complained
about], "requests": [URLs asked for besides the pages themselves]}. A step that fails gives {"failure": TEXT}.

Standard library only: the browser reads commands from descriptor 3 and answers on 4, each message ended by NUL
(--remote-debugging-pipe).
"""
import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

OPTIONS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--mute-audio",
    "--disable-extensions", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--force-device-scale-factor=1", "--remote-debugging-pipe",
]
KEYS = {
    " ": (32, "Space", " "), "Enter": (13, "Enter", "\r"), "Tab": (9, "Tab", None), "Home": (36, "Home", None),
    "End": (35, "End", None), "ArrowLeft": (37, "ArrowLeft", None), "ArrowUp": (38, "ArrowUp", None),
    "ArrowRight": (39, "ArrowRight", None), "ArrowDown": (40, "ArrowDown", None),
}


class Failure(Exception):
    pass


class Browser:
    def __init__(self, binary, profile):
        command_read, self.commands = os.pipe()
        self.answers, answer_write = os.pipe()
        high = [os.dup(command_read), os.dup(answer_write)]  # out of the way of 3 and 4

        def place():
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        for descriptor in high:
            os.set_inheritable(descriptor, True)
        self.process = subprocess.Popen(
            [binary, *OPTIONS, f"--user-data-dir={profile}", "about:blank"], preexec_fn=place, close_fds=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for descriptor in (command_read, answer_write, *high):
            os.close(descriptor)
        self.pending, self.count, self.session = b"", 0, None
        self.problems, self.requests, self.own, self.loaded = [], [], set(), set()

    def receive(self):
        while b"\0" not in self.pending:
            chunk = os.read(self.answers, 1 << 16)
            if not chunk:
                raise Failure("the browser closed the pipe")
            self.pending += chunk
        message, self.pending = self.pending.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, browser=False, **parameters):
        self.count += 1
        number = self.count
        message = {"id": number, "method": method, "params": parameters}
        if self.session and not browser:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.commands, data):]
        while True:
            answer = self.receive()
            if answer.get("id") == number:
                if "error" in answer:
                    raise Failure(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.note(answer)

    def note(self, event):
        """Keeps what a page that works must not do."""
        method, details = event.get("method"), event.get("params", {})
        if event.get("sessionId") != self.session:
            return
        if method == "Page.lifecycleEvent":
            if details["name"] == "load":
                self.loaded.add(details["loaderId"])
        elif method == "Runtime.exceptionThrown":
            thrown = details["exceptionDetails"]
            self.problems.append(thrown.get("exception", {}).get("description") or thrown["text"])
        elif method == "Runtime.consoleAPICalled" and details["type"] in ("error", "warning", "assert"):
            self.problems.append(" ".join(str(a.get("value", a.get("description"))) for a in details["args"]))
        elif method == "Log.entryAdded" and details["entry"]["level"] in ("error", "warning"):
            self.problems.append(details["entry"]["text"])
        elif method == "Network.requestWillBeSent" and details["request"]["url"] not in self.own:
            self.requests.append(details["request"]["url"])

    def page(self, path, options=None):
        options = options or {}
        url = pathlib.Path(path).resolve().as_uri()
        target = self.call("Target.createTarget", browser=True, url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", browser=True, targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.call("Page.setLifecycleEventsEnabled", enabled=True)
        self.call("Target.activateTarget", browser=True, targetId=target)
        self.call("Browser.grantPermissions", browser=True,
                  permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        width = options.get("width", 1280)
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=options.get("height", 900),
                  deviceScaleFactor=1, mobile=width < 600)
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if options.get("dark") else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if options.get("reduced") else "no-preference"}])
        self.own.add(url)
        answer = self.call("Page.navigate", url=url)
        if answer.get("errorText"):
            raise Failure(answer["errorText"])
        # The load event of this document: that of the blank page before it may come as late.
        while answer["loaderId"] not in self.loaded:
            self.note(self.receive())

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True,
                           userGesture=True)
        if "exceptionDetails" in answer:
            thrown = answer["exceptionDetails"]
            raise Failure(thrown.get("exception", {}).get("description") or thrown["text"])
        return answer["result"].get("value")

    def click(self, selector, x=0.5, y=0.5):
        box = self.evaluate(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            "e.scrollIntoView({block: 'center', behavior: 'instant'});"
            "const r = e.getBoundingClientRect(); return [r.x, r.y, r.width, r.height] })()")
        point = {"x": box[0] + x * box[2], "y": box[1] + y * box[3]}
        self.call("Input.dispatchMouseEvent", type="mouseMoved", **point)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **point)

    def key(self, name):
        code, place, text = KEYS.get(name, (ord(name[0].upper()), "Key" + name.upper(), name))
        common = {"key": name, "code": place, "windowsVirtualKeyCode": code}
        self.call("Input.dispatchKeyEvent", type="keyDown", **common, **({"text": text} if text else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def accessible(self):
        controls = ("button", "slider", "checkbox", "radio", "combobox", "image", "img")
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        pairs = [(n.get("role", {}).get("value"), n.get("name", {}).get("value", "")) for n in nodes
                 if not n.get("ignored")]
        return [pair for pair in pairs if pair[0] in controls]

    def wait(self, seconds):
        time.sleep(seconds)

    def screenshot(self, path):
        pathlib.Path(path).write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))


def main():
    steps = json.load(sys.stdin)
    profile = tempfile.mkdtemp(prefix="chromium-")
    browser = Browser(sys.argv[1], profile)
    try:
        results = []
        for verb, *arguments in steps:
            try:
                results.append(getattr(browser, verb)(*arguments))
            except Failure as failure:
                results.append({"failure": str(failure)})
        version = browser.call("Browser.getVersion", browser=True)["product"]
        browser.call("Browser.close", browser=True)
    finally:
        try:
            browser.process.wait(10)
        except subprocess.TimeoutExpired:
            browser.process.kill()
        shutil.rmtree(profile, ignore_errors=True)
    json.dump({"version": version, "results": results, "problems": browser.problems,
               "requests": browser.requests}, sys.stdout)


main()

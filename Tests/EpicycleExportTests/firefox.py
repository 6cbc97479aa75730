"""Drives headless Firefox by a list of steps: JSON on standard input, JSON on standard output.

    firefox.py BINARY < steps.json

Verbs and answer are those of chromium.py, of which there are

    ["page", FILE, {"width", "height", "dark", "reduced"}]  open a file and wait until it is loaded
    ["evaluate", EXPRESSION]     the value of the expression; a promise is awaited
    ["wait", SECONDS]
    ["screenshot", FILE]         the visible part as PNG

Dark colours and reduced motion are those of the first page that asks for them. Standard library only: Firefox is
spoken to by its own protocol (--marionette), a length, a colon and a JSON array at a time.
"""
import base64
import json
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

PREFERENCES = {
    "marionette.port": 0, "browser.shell.checkDefaultBrowser": False, "browser.startup.page": 0,
    "browser.startup.homepage_override.mstone": "ignore", "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.enabled": False, "app.normandy.enabled": False, "browser.safebrowsing.update.enabled": False,
    "extensions.update.enabled": False, "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False, "services.settings.server": "", "dom.disable_beforeunload": True,
    "layout.css.devPixelsPerPx": "1.0",
}


class Failure(Exception):
    pass


class Browser:
    def __init__(self, binary, profile, options):
        preferences = PREFERENCES | {
            "ui.systemUsesDarkTheme": int(any(o.get("dark") for o in options)),
            "ui.prefersReducedMotion": int(any(o.get("reduced") for o in options))}
        (profile / "user.js").write_text("".join(
            f"user_pref({json.dumps(key)}, {json.dumps(value)});\n" for key, value in preferences.items()))
        self.process = subprocess.Popen(
            [binary, "--headless", "--marionette", "--no-remote", "--profile", str(profile)],
            env={"HOME": str(profile), "PATH": "/usr/bin:/bin", "MOZ_HEADLESS": "1", "MOZ_CRASHREPORTER_DISABLE": "1"},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port = profile / "MarionetteActivePort"
        deadline = time.monotonic() + 60
        while not (port.exists() and port.read_text().strip()):
            if time.monotonic() > deadline or self.process.poll() is not None:
                raise Failure("Firefox did not start")
            time.sleep(0.05)
        self.stream = socket.create_connection(("127.0.0.1", int(port.read_text())), timeout=60).makefile("rwb")
        self.count = 0
        self.receive()
        self.version = self.call("WebDriver:NewSession", capabilities={})["capabilities"]["browserVersion"]

    def receive(self):
        length = b""
        while not length.endswith(b":"):
            byte = self.stream.read(1)
            if not byte:
                raise Failure("Firefox closed the connection")
            length += byte
        return json.loads(self.stream.read(int(length[:-1])))

    def call(self, command, **parameters):
        self.count += 1
        data = json.dumps([0, self.count, command, parameters]).encode()
        self.stream.write(str(len(data)).encode() + b":" + data)
        self.stream.flush()
        _, _, error, result = self.receive()
        if error:
            raise Failure(error["message"])
        return result

    def page(self, path, options=None):
        options = options or {}
        self.call("WebDriver:SetWindowRect", width=options.get("width", 1280), height=options.get("height", 900))
        self.call("WebDriver:Navigate", url=pathlib.Path(path).resolve().as_uri())

    def evaluate(self, expression):
        return self.call("WebDriver:ExecuteScript", script=f"return (async () => ({expression}))()", args=[],
                         sandbox=None)["value"]

    def wait(self, seconds):
        time.sleep(seconds)

    def screenshot(self, path):
        picture = self.call("WebDriver:TakeScreenshot", full=False)["value"]
        pathlib.Path(path).write_bytes(base64.b64decode(picture))


def main():
    steps = json.load(sys.stdin)
    profile = pathlib.Path(tempfile.mkdtemp(prefix="firefox-"))
    browser = None
    try:
        browser = Browser(sys.argv[1], profile, [step[2] for step in steps if step[0] == "page" and len(step) > 2])
        results = []
        for verb, *arguments in steps:
            try:
                results.append(getattr(browser, verb)(*arguments))
            except Failure as failure:
                results.append({"failure": str(failure)})
        browser.call("Marionette:Quit", flags=["eForceQuit"])
    finally:
        if browser:
            try:
                browser.process.wait(10)
            except subprocess.TimeoutExpired:
                browser.process.kill()
        shutil.rmtree(profile, ignore_errors=True)
    json.dump({"version": browser.version, "results": results, "problems": [], "requests": []}, sys.stdout)


main()

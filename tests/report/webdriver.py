"""A browser without a screen, driven by the WebDriver protocol (W3C) over HTTP: chromedriver and chromium,
with nothing but the standard library."""

import base64
import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import socketserver
import subprocess
import tempfile
import threading

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


def find():
    """Paths of driver and browser, or None."""
    driver = shutil.which("chromedriver")
    browser = next(filter(None, map(shutil.which, CHROMIUM)), None)
    return (driver, browser) if driver and browser else None


class Trap(socketserver.ThreadingTCPServer):
    """Stands where a proxy is expected and counts who calls: the browser must not."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self):
        self.calls = []
        super().__init__(("127.0.0.1", 0), self.Call)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    class Call(socketserver.BaseRequestHandler):
        def handle(self):
            self.request.settimeout(2)
            with contextlib.suppress(OSError):
                self.server.calls.append(self.request.recv(400))


class Failed(Exception):
    """What the driver answered instead of a value."""


class Browser:
    """One session. `trap` counts what leaves the browser."""

    def __init__(self):
        driver, browser = find()
        self.home = tempfile.mkdtemp(prefix="aerscope-browser.")
        self.trap = Trap()
        self.session = None
        self.driver = subprocess.Popen(
            [driver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            start_new_session=True, env=dict(os.environ, HOME=self.home, XDG_CONFIG_HOME=self.home,
                                             XDG_CACHE_HOME=self.home))
        try:
            self.port = self._port()
            self.session = self._start(browser)
        except BaseException:
            self.close()
            raise

    def _port(self):
        for line in self.driver.stdout:
            found = re.search(r"successfully on port (\d+)", line)
            if found:
                return int(found.group(1))
        raise Failed("chromedriver did not start")

    def _start(self, browser):
        proxy = "127.0.0.1:%d" % self.trap.server_address[1]
        arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--disable-default-apps", "--no-first-run", "--disable-extensions",
            "--metrics-recording-only", "--disable-domain-reliability", "--no-pings",
            "--disable-features=OptimizationHints,MediaRouter,Translate,DialMediaRouteProvider",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--proxy-server=" + proxy,
            "--proxy-bypass-list=<-loopback>", "--force-device-scale-factor=1",
            "--user-data-dir=" + os.path.join(self.home, "profile")]
        answer = self._call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome",
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
            "goog:chromeOptions": {"binary": browser, "args": arguments}}}})
        return answer["sessionId"]

    def _call(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=180)
        with contextlib.closing(connection):
            connection.request(method, path, None if body is None else json.dumps(body),
                               {"Content-Type": "application/json"})
            value = json.loads(connection.getresponse().read())["value"]
        if isinstance(value, dict) and "error" in value:
            raise Failed("%s: %s" % (value["error"], value["message"].split("\n")[0]))
        return value

    def command(self, method, path, body=None):
        return self._call(method, "/session/%s%s" % (self.session, path), body)

    def cdp(self, name, **parameters):
        """A command of the DevTools protocol."""
        return self.command("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def open(self, url):
        self.command("POST", "/url", {"url": url})

    def run(self, script, *arguments):
        """The value of a script's `return`; it runs beside the page, whatever the page's policy."""
        return self.command("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def log(self, kind):
        return self.command("POST", "/se/log", {"type": kind})

    def view(self, width, height=900, media="screen", scheme="light", forced="none"):
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=1, mobile=False)
        self.cdp("Emulation.setEmulatedMedia", media=media, features=[
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "forced-colors", "value": forced}])

    def picture(self, path, whole=False):
        shot = self.cdp("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))

    def pdf(self):
        self.cdp("Emulation.setEmulatedMedia", media="")
        shot = self.cdp("Page.printToPDF", printBackground=True, preferCSSPageSize=True, paperWidth=8.27,
                        paperHeight=11.69)
        return base64.b64decode(shot["data"])

    def close(self):
        if self.session:
            with contextlib.suppress(Exception):
                self.command("DELETE", "")
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.driver.pid, signal.SIGTERM)
        self.driver.wait()
        self.driver.stdout.close()
        self.trap.shutdown()
        self.trap.server_close()
        shutil.rmtree(self.home, ignore_errors=True)

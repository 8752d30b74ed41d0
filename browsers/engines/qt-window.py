"""A window with one page of QtWebEngine: qt-window.py 5|6 WIDTH HEIGHT DOWNLOADS. Driven over its debugging port.

What the debugging port can't do is given to it as lines, one at a time, and it answers `done`: `key Shift+ArrowRight` (the port of
5 swallows keys and answers nothing more), `file /tmp/x.csv` (what the next file chooser gives; the port may not).
"""

import sys

version, width, height, downloads = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
if version == "5":
    from PyQt5.QtCore import QCoreApplication, QEvent, QSocketNotifier, Qt, QUrl
    from PyQt5.QtGui import QKeyEvent
    from PyQt5.QtWebEngineWidgets import QWebEnginePage, QWebEngineProfile, QWebEngineView
    from PyQt5.QtWidgets import QApplication
else:
    from PyQt6.QtCore import QCoreApplication, QEvent, QSocketNotifier, Qt, QUrl
    from PyQt6.QtGui import QKeyEvent
    from PyQt6.QtWebEngineCore import QWebEnginePage, QWebEngineProfile
    from PyQt6.QtWebEngineWidgets import QWebEngineView
    from PyQt6.QtWidgets import QApplication


class Page(QWebEnginePage):
    chosen = ""

    def chooseFiles(self, mode, before, types):
        return [self.chosen]

    if version == "5":
        # In 6 it is a signal.
        def certificateError(self, error):
            return True


def save(download):
    download.setDownloadDirectory(downloads)
    download.accept()


keys = {
    "Enter": (Qt.Key.Key_Return, "\r"),
    "Tab": (Qt.Key.Key_Tab, "\t"),
    "Escape": (Qt.Key.Key_Escape, ""),
    "Space": (Qt.Key.Key_Space, " "),
    "End": (Qt.Key.Key_End, ""),
    "Home": (Qt.Key.Key_Home, ""),
    "ArrowLeft": (Qt.Key.Key_Left, ""),
    "ArrowUp": (Qt.Key.Key_Up, ""),
    "ArrowRight": (Qt.Key.Key_Right, ""),
    "ArrowDown": (Qt.Key.Key_Down, ""),
}
modifiers = {"Shift": Qt.KeyboardModifier.ShiftModifier, "Control": Qt.KeyboardModifier.ControlModifier}


def press(combination):
    *held, name = combination.split("+")
    key, text = keys[name] if name in keys else (getattr(Qt.Key, "Key_" + name.upper()), name)
    state = Qt.KeyboardModifier.NoModifier
    for each in held:
        state = state | modifiers[each]
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QCoreApplication.sendEvent(view.focusProxy(), QKeyEvent(kind, key, state, "" if held else text))


def obey():
    line = sys.stdin.readline()
    if not line:
        # The tour is gone.
        app.quit()
        return
    command, argument = line.strip().split(" ", 1)
    if command == "key":
        press(argument)
    else:
        page.chosen = argument
    print("done", flush=True)


app = QApplication(sys.argv[:1])
# Without a name it is stored nowhere; without a parent 5 tells of no download.
profile = QWebEngineProfile(app)
profile.setHttpAcceptLanguage("zh-CN")
profile.downloadRequested.connect(save)
view = QWebEngineView()
page = Page(profile, view)
if version == "6":
    page.certificateError.connect(lambda error: error.acceptCertificate())
view.setPage(page)
view.resize(width, height)
view.setUrl(QUrl("about:blank"))
view.show()
given = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)
given.activated.connect(obey)
sys.exit(app.exec() if version == "6" else app.exec_())

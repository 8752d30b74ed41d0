"""A window with one page of QtWebEngine: qt-window.py 5|6 WIDTH HEIGHT DOWNLOADS. Driven over its debugging port."""

import sys

version, width, height, downloads = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
if version == "5":
    from PyQt5.QtCore import QUrl
    from PyQt5.QtWebEngineWidgets import QWebEnginePage, QWebEngineProfile, QWebEngineView
    from PyQt5.QtWidgets import QApplication
else:
    from PyQt6.QtCore import QUrl
    from PyQt6.QtWebEngineCore import QWebEnginePage, QWebEngineProfile
    from PyQt6.QtWebEngineWidgets import QWebEngineView
    from PyQt6.QtWidgets import QApplication


class Page(QWebEnginePage):
    if version == "5":
        # In 6 it is a signal.
        def certificateError(self, error):
            return True


def save(download):
    download.setDownloadDirectory(downloads)
    download.accept()


app = QApplication(sys.argv[:1])
# Without a name it is stored nowhere.
profile = QWebEngineProfile()
profile.setHttpAcceptLanguage("zh-CN")
profile.downloadRequested.connect(save)
page = Page(profile)
if version == "6":
    page.certificateError.connect(lambda error: error.acceptCertificate())
view = QWebEngineView()
view.setPage(page)
view.resize(width, height)
view.setUrl(QUrl("about:blank"))
view.show()
sys.exit(app.exec() if version == "6" else app.exec_())

import { fileURLToPath } from "node:url"
import { browserFlags } from "../../scripts/browser.mjs"
import { windowSize, type Driver, type Start } from "../driver.ts"
import { freePort } from "../../scripts/free-port.mjs"
import { startProgram } from "../start-program.ts"
import { driveByCdp } from "./cdp.ts"

const window = fileURLToPath(new URL("qt-window.py", import.meta.url))

/** QtWebEngine 5 is Chromium 87 and 6.4 is Chromium 102: what many a school's browser is made of. */
export async function startQt(version: "5" | "6", python: string, start: Start): Promise<Driver> {
  const port = await freePort()
  const { width, height } = windowSize
  const qt = startProgram(python, [window, version, String(width), String(height), start.downloads], {
    DISPLAY: start.display,
    HOME: start.folder,
    XDG_RUNTIME_DIR: start.folder,
    QT_QPA_PLATFORM: "xcb",
    QTWEBENGINE_REMOTE_DEBUGGING: String(port),
    QTWEBENGINE_DISABLE_SANDBOX: "1",
    QTWEBENGINE_CHROMIUM_FLAGS: [
      ...browserFlags,
      "--lang=zh-CN",
      `--host-resolver-rules="MAP ${start.plainName} 127.0.0.1"`,
    ].join(" "),
  })
  return driveByCdp(qt, port, null)
}

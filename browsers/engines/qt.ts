import { fileURLToPath } from "node:url"
import { browserFlags } from "../../scripts/browser.mjs"
import { windowSize, type Driver, type Start } from "../driver.ts"
import { freePort } from "../../scripts/free-port.mjs"
import { startProgram, until } from "../start-program.ts"
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
    // There is no graphics card here: draw in software at once.
    QT_QUICK_BACKEND: "software",
    QTWEBENGINE_REMOTE_DEBUGGING: String(port),
    QTWEBENGINE_DISABLE_SANDBOX: "1",
    QTWEBENGINE_CHROMIUM_FLAGS: [
      ...browserFlags,
      "--lang=zh-CN",
      `--host-resolver-rules="MAP ${start.plainName} 127.0.0.1"`,
    ].join(" "),
  })
  const answers = () => qt.output().split("done\n").length
  async function tell(line: string): Promise<void> {
    const before = answers()
    qt.tell(line)
    await until("answer of the window", () => (answers() > before ? true : null), qt)
  }
  const driver = await driveByCdp(qt, port, { chooseFile: (file) => tell(`file ${file}`) })
  if (version === "6") return driver
  return {
    ...driver,
    // Chromium 87 loses keys that come over the debugging port, and answers nothing more.
    async press(...combinations) {
      for (const combination of combinations) await tell(`key ${combination}`)
    },
  }
}

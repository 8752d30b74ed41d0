import { browserFlags } from "../../scripts/browser.mjs"
import { windowSize, type Driver, type Start } from "../driver.ts"
import { freePort } from "../../scripts/free-port.mjs"
import { startProgram } from "../start-program.ts"
import { driveByCdp } from "./cdp.ts"

export async function startChromium(program: string, start: Start): Promise<Driver> {
  const port = await freePort()
  const chromium = startProgram(
    program,
    [
      ...browserFlags,
      `--user-data-dir=${start.folder}`,
      `--remote-debugging-port=${port}`,
      `--window-size=${windowSize.width},${windowSize.height}`,
      "--window-position=0,0",
      "--lang=zh-CN",
      "--password-store=basic",
      "--ignore-certificate-errors",
      `--host-resolver-rules=MAP ${start.plainName} 127.0.0.1`,
      "about:blank",
    ],
    { DISPLAY: start.display },
  )
  return driveByCdp(chromium, port, { downloads: start.downloads })
}

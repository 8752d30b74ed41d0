import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { windowSize, type Driver, type Start } from "../driver.ts"
import { freePort } from "../../scripts/free-port.mjs"
import { startProgram, until } from "../start-program.ts"
import { driveByW3c, type Command } from "./w3c.ts"

/** Where each command is called, behind the session's address. */
const places: Readonly<Record<Command, readonly [method: "GET" | "POST" | "DELETE", path: string]>> = {
  navigate: ["POST", "/url"],
  executeAsync: ["POST", "/execute/async"],
  performActions: ["POST", "/actions"],
  releaseActions: ["DELETE", "/actions"],
  findElement: ["POST", "/element"],
  sendKeys: ["POST", "/element/ID/value"],
  setWindowRect: ["POST", "/window/rect"],
  screenshot: ["GET", "/screenshot"],
}

async function call(method: string, address: string, parameters: object): Promise<unknown> {
  const answer = await fetch(address, {
    method,
    ...(method === "POST" && { body: JSON.stringify(parameters) }),
    signal: AbortSignal.timeout(60_000),
  })
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } }
  if (!answer.ok) throw new Error(`${method} ${address}: ${value.error} ${value.message}`)
  return value
}

export async function startWebKit(webDriver: string, miniBrowser: string, start: Start): Promise<Driver> {
  // Where the window program puts what is downloaded.
  writeFileSync(join(start.folder, "user-dirs.dirs"), `XDG_DOWNLOAD_DIR="${start.downloads}"\n`)
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const program = startProgram(webDriver, [`--port=${port}`, "--host=127.0.0.1"], {
    DISPLAY: start.display,
    HOME: start.folder,
    XDG_RUNTIME_DIR: start.folder,
    XDG_CONFIG_HOME: start.folder,
    XDG_CACHE_HOME: start.folder,
    XDG_DATA_HOME: start.folder,
    GDK_BACKEND: "x11",
    LANGUAGE: "zh_CN",
  })
  await until("WebKitWebDriver", () => call("GET", `${address}/status`, {}).catch(() => null), program)
  const session = (await call("POST", `${address}/session`, {
    capabilities: {
      alwaysMatch: {
        acceptInsecureCerts: true,
        timeouts: { script: 60_000, pageLoad: 60_000 },
        proxy: { proxyType: "manual", httpProxy: start.proxy, noProxy: ["127.0.0.1"] },
        "webkitgtk:browserOptions": {
          binary: miniBrowser,
          args: ["--automation"],
        },
      },
    },
  })) as { readonly sessionId: string; readonly capabilities: { readonly browserVersion: string } }
  const base = `${address}/session/${session.sessionId}`
  await call("POST", `${base}/window/rect`, { x: 0, y: 0, ...windowSize })
  return driveByW3c(
    (command, parameters) => {
      const [method, path] = places[command]
      return call(method, base + path.replace("ID", String(parameters["id"])), parameters)
    },
    {
      version: `WebKitGTK ${session.capabilities.browserVersion}`,
      hasTouch: false,
      // Its driver tells nothing of the console.
      errors: () => Promise.resolve([]),
      async close() {
        await call("DELETE", base, {}).catch(() => undefined)
        await program.end()
      },
    },
  )
}

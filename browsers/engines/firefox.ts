import { once } from "node:events"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import type { Driver, Start } from "../driver.ts"
import { startProgram, until } from "../start-program.ts"
import { driveByW3c, type Command } from "./w3c.ts"

const names: Readonly<Record<Command, string>> = {
  navigate: "WebDriver:Navigate",
  executeAsync: "WebDriver:ExecuteAsyncScript",
  performActions: "WebDriver:PerformActions",
  releaseActions: "WebDriver:ReleaseActions",
  findElement: "WebDriver:FindElement",
  sendKeys: "WebDriver:ElementSendKeys",
  setWindowRect: "WebDriver:SetWindowRect",
  screenshot: "WebDriver:TakeScreenshot",
}

function preferences({ downloads, plainName }: Start): Readonly<Record<string, string | number | boolean>> {
  return {
    // It writes the port that it has found into its profile.
    "marionette.port": 0,
    "network.dns.localDomains": plainName,
    "browser.download.folderList": 2,
    "browser.download.dir": downloads,
    "browser.download.useDownloadDir": true,
    "browser.download.always_ask_before_handling_new_types": false,
    "browser.shell.checkDefaultBrowser": false,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": false,
    "dom.security.https_first": false,
    "intl.accept_languages": "zh-CN",
    "app.update.disabledForTesting": true,
    "dom.w3c_touch_events.enabled": 1,
  }
}

type Message = readonly [type: number, id: number, error: { message: string } | null, result: unknown]

/** Firefox' own protocol: `12:[0,1,"name",{}]` over a socket. A program between it and W3C WebDriver is not in Debian. */
async function openMarionette(port: number) {
  const socket = connect(port, "127.0.0.1")
  await once(socket, "connect")
  let arrived = Buffer.alloc(0)
  let last = 0
  const awaited = new Map<number, (message: Message) => void>()
  socket.on("error", () => undefined)
  socket.on("data", (bytes: Buffer) => {
    arrived = Buffer.concat([arrived, bytes])
    for (;;) {
      const colon = arrived.indexOf(":")
      const end = colon + 1 + Number(arrived.subarray(0, Math.max(colon, 0)).toString())
      if (colon === -1 || arrived.length < end) return
      const message = JSON.parse(arrived.subarray(colon + 1, end).toString("utf8")) as unknown
      arrived = arrived.subarray(end)
      // The first one only says who is there.
      if (Array.isArray(message)) awaited.get(Number(message[1]))?.(message as unknown as Message)
    }
  })
  function send(name: string, parameters: object): Promise<unknown> {
    return new Promise((resolve, reject) => {
      last += 1
      const id = last
      const timer = setTimeout(() => reject(new Error(`${name} was not answered in 60 s`)), 60_000)
      awaited.set(id, ([, , error, result]) => {
        clearTimeout(timer)
        awaited.delete(id)
        if (error) reject(new Error(`${name}: ${error.message}`))
        else resolve(result)
      })
      const text = JSON.stringify([0, id, name, parameters])
      socket.write(`${Buffer.byteLength(text)}:${text}`)
    })
  }
  return { send, close: () => socket.destroy() }
}

/**
 * In the browser's own context: errors of pages that its console would show. What a page writes to the console itself stays in
 * the page's process, and is remembered there (w3c.ts).
 */
const readErrors = `
  const found = Services.console.getMessageArray().filter((each) => each instanceof Ci.nsIScriptError
    && !(each.flags & Ci.nsIScriptError.warningFlag)
    && /^(content javascript|Content Security Policy|console)/i.test(each.category))
  Services.console.reset()
  return found.map((each) => each.category + ": " + each.errorMessage + " " + each.sourceName + ":" + each.lineNumber)
`

export async function startFirefox(program: string, start: Start): Promise<Driver> {
  const lines = Object.entries(preferences(start)).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(join(start.folder, "user.js"), lines.join("\n"))
  const firefox = startProgram(
    program,
    ["--marionette", "--remote-allow-system-access", "--no-remote", "--profile", start.folder],
    { DISPLAY: start.display, HOME: start.folder, MOZ_CRASHREPORTER_DISABLE: "1" },
  )
  const note = join(start.folder, "MarionetteActivePort")
  const port = await until(
    "port of Marionette",
    () => (existsSync(note) ? Number(readFileSync(note, "utf8")) || null : null),
    firefox,
  )
  const { send, close } = await openMarionette(port)
  const session = (await send("WebDriver:NewSession", {
    acceptInsecureCerts: true,
    timeouts: { script: 60_000, pageLoad: 60_000 },
  })) as { readonly capabilities: { readonly browserVersion: string } }
  return driveByW3c(
    async (command, parameters) => {
      const answer = await send(names[command], command === "screenshot" ? { full: false } : parameters)
      return (answer as { value: unknown }).value
    },
    {
      version: `Firefox ${session.capabilities.browserVersion}`,
      hasTouch: true,
      async errors() {
        await send("Marionette:SetContext", { value: "chrome" })
        const answer = await send("WebDriver:ExecuteScript", { script: readErrors, args: [] })
        await send("Marionette:SetContext", { value: "content" })
        return (answer as { value: string[] }).value
      },
      async close() {
        close()
        await firefox.end()
      },
    },
  )
}

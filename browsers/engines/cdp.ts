import { setTimeout as passes } from "node:timers/promises"
import { handStepMs, type Driver, type Point } from "../driver.ts"
import { until, type Program } from "../start-program.ts"
import { readKeys } from "./keys.ts"
import { openSocket } from "./web-socket.ts"

const patienceMs = 60_000
const modifierBits: Readonly<Record<string, number>> = { Control: 2, Shift: 8 }

interface Answer {
  readonly id?: number
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

interface Target {
  readonly type: string
  readonly webSocketDebuggerUrl?: string
}

interface Thrown {
  readonly text: string
  readonly exception?: { readonly description?: string; readonly value?: unknown }
}

interface Written {
  readonly type: string
  readonly args: readonly { readonly value?: unknown; readonly description?: string }[]
}

/** What differs between the windows that Chromium is in. */
interface Window {
  /** Where downloads go, if the debugging port has to say it. */
  readonly downloads?: string
  /** Has the window give the file to the page that asks for one next, where the debugging port may not. */
  readonly chooseFile?: (file: string) => Promise<void>
}

type Send = <Result>(method: string, params?: object) => Promise<Result>

/** The first page that a debugging port has. */
async function pageAt(port: number, program: Program): Promise<string> {
  return until(
    `page at the debugging port ${port}`,
    async () => {
      try {
        const answer = await fetch(`http://127.0.0.1:${port}/json/list`)
        const targets = (await answer.json()) as readonly Target[]
        return targets.find(({ type }) => type === "page")?.webSocketDebuggerUrl
      } catch {
        return null
      }
    },
    program,
  )
}

async function connect(address: string, onEvent: (method: string, params: unknown) => void) {
  let last = 0
  const awaited = new Map<number, (answer: Answer) => void>()
  const socket = await openSocket(address, (text) => {
    const answer = JSON.parse(text) as Answer
    if (answer.id === undefined) onEvent(answer.method ?? "", answer.params)
    else awaited.get(answer.id)?.(answer)
  })
  const send: Send = (method, params = {}) =>
    new Promise((resolve, reject) => {
      last += 1
      const id = last
      const timer = setTimeout(
        () => reject(new Error(`${method} was not answered in ${patienceMs / 1000} s`)),
        patienceMs,
      )
      awaited.set(id, ({ result, error }) => {
        clearTimeout(timer)
        awaited.delete(id)
        if (error) reject(new Error(`${method}: ${error.message}`))
        else resolve(result as never)
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
  return { send, close: socket.close }
}

/** Chromium by its own debugging protocol: in versions from 87 on, and in other windows than its own. */
export async function driveByCdp(program: Program, port: number, window: Window = {}): Promise<Driver> {
  const errors: string[] = []
  const { send, close } = await connect(await pageAt(port, program), (method, params) => {
    if (method === "Runtime.exceptionThrown") {
      const { text, exception } = (params as { exceptionDetails: Thrown }).exceptionDetails
      errors.push(`${text} ${exception?.description ?? JSON.stringify(exception?.value)}`)
    }
    if (method === "Runtime.consoleAPICalled") {
      const { type, args } = params as Written
      if (type === "error") errors.push(args.map((each) => each.description ?? String(each.value)).join(" "))
    }
  })
  for (const domain of ["Page", "Runtime", "DOM"]) await send(`${domain}.enable`)
  await send("Page.bringToFront")
  if (window.downloads !== undefined)
    await send("Page.setDownloadBehavior", { behavior: "allow", downloadPath: window.downloads })

  const evaluate: Driver["evaluate"] = async (work, ...args) => {
    const expression = `(${work.toString()})(...${JSON.stringify(args)})`
    const { result, exceptionDetails } = await send<{
      readonly result: { readonly value?: unknown }
      readonly exceptionDetails?: Thrown
    }>("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true })
    if (exceptionDetails) {
      const { text, exception } = exceptionDetails
      throw new Error(exception?.description ?? text)
    }
    return result.value as never
  }

  const agent = await evaluate(() => navigator.userAgent)
  const button = (type: string, { x, y }: Point, isDown: boolean) =>
    send("Input.dispatchMouseEvent", {
      type,
      x,
      y,
      button: type === "mouseMoved" && !isDown ? "none" : "left",
      buttons: isDown ? 1 : 0,
      clickCount: 1,
    })
  const finger = (type: string, points: readonly Point[]) =>
    send("Input.dispatchTouchEvent", { type, touchPoints: points })

  return {
    version: `Chromium ${/Chrome\/([\d.]+)/.exec(agent)?.[1]}`,
    async open(address) {
      await send("Page.navigate", { url: address })
    },
    evaluate,
    async mouse(path) {
      const [first, ...rest] = path
      const last = path.at(-1)
      if (!first || !last) return
      await button("mouseMoved", first, false)
      await button("mousePressed", first, true)
      for (const point of rest) {
        await button("mouseMoved", point, true)
        await passes(handStepMs)
      }
      await button("mouseReleased", last, false)
    },
    async touch(path) {
      const [first, ...rest] = path
      if (!first) return
      await send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 1 })
      await finger("touchStart", [first])
      for (const point of rest) {
        await finger("touchMove", [point])
        await passes(handStepMs)
      }
      await finger("touchEnd", [])
      await send("Emulation.setTouchEmulationEnabled", { enabled: false })
    },
    async press(...combinations) {
      for (const combination of combinations) {
        const { held, pressed } = readKeys(combination)
        const modifiers = held.reduce((bits, { key }) => bits | (modifierBits[key] ?? 0), 0)
        const { key, code, number, text } = pressed
        const event = { key, code, windowsVirtualKeyCode: number, nativeVirtualKeyCode: number, modifiers }
        const isWritten = text !== undefined && modifiers === 0
        await send("Input.dispatchKeyEvent", {
          ...event,
          type: isWritten ? "keyDown" : "rawKeyDown",
          ...(isWritten && { text }),
        })
        await send("Input.dispatchKeyEvent", { ...event, type: "keyUp" })
      }
    },
    async type(text) {
      await send("Input.insertText", { text })
    },
    async upload(selector, file) {
      if (window.chooseFile) {
        await window.chooseFile(file)
        const expression = `document.querySelector(${JSON.stringify(selector)}).click()`
        await send("Runtime.evaluate", { expression, userGesture: true })
        return
      }
      const { root } = await send<{ root: { nodeId: number } }>("DOM.getDocument")
      const { nodeId } = await send<{ nodeId: number }>("DOM.querySelector", {
        nodeId: root.nodeId,
        selector,
      })
      await send("DOM.setFileInputFiles", { nodeId, files: [file] })
    },
    async resize({ width, height }) {
      await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 0, mobile: false })
    },
    async picture() {
      const { data } = await send<{ data: string }>("Page.captureScreenshot", { format: "png" })
      return Buffer.from(data, "base64")
    },
    errors: () => Promise.resolve(errors.splice(0)),
    async close() {
      close()
      await program.end()
    },
  }
}

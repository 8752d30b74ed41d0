import { DocumentLeft, handStepMs, type Driver } from "../driver.ts"
import { readKeys } from "./keys.ts"

/** What Firefox says of a script whose document is just being left: the second one where it has no room for it any more. */
const leaving = ["Document was unloaded", "[nsIXPCComponents_Utils.evalInSandbox]"]

/** The commands of W3C WebDriver that a tour needs. Their parameters are the standard's. */
export type Command =
  | "navigate"
  | "executeAsync"
  | "performActions"
  | "releaseActions"
  | "findElement"
  | "sendKeys"
  | "setWindowRect"
  | "screenshot"

export type Perform = (command: Command, parameters: Readonly<Record<string, unknown>>) => Promise<unknown>

const elementKey = "element-6066-11e4-a52e-4f735466cecf"

/** Runs in the page: each document is made to remember its errors itself, from the first look at it on. */
const rememberErrors = `
  if (!window.tourErrors) {
    const errors = window.tourErrors = []
    const { error } = console
    addEventListener("error", ({ message }) => errors.push(message))
    addEventListener("unhandledrejection", ({ reason }) => errors.push(String(reason)))
    console.error = (...args) => {
      errors.push(args.map((each) => String(each && each.stack ? each + each.stack : each)).join(" "))
      error(...args)
    }
  }
`

function readErrors(): string[] {
  return (window as unknown as { tourErrors: string[] }).tourErrors.splice(0)
}

/** Runs in the page: what the work gives, or how it failed. */
const script = `
  ${rememberErrors}
  const done = arguments[arguments.length - 1]
  const fail = (error) => done({ failure: String(error && error.stack || error) })
  try { Promise.resolve((WORK)(...arguments[0])).then((value) => done({ value }), fail) } catch (error) { fail(error) }
`

interface Outcome {
  readonly value?: unknown
  readonly failure?: string
}

/** What both of its speakers (WebKitWebDriver, Firefox' Marionette) have in common. */
export function driveByW3c(
  perform: Perform,
  own: Pick<Driver, "version" | "errors" | "close"> & { readonly hasTouch: boolean },
): Driver {
  const point = (x: number, y: number, duration: number) => ({
    type: "pointerMove",
    origin: "viewport",
    x: Math.round(x),
    y: Math.round(y),
    duration,
  })

  async function pointer(pointerType: "mouse" | "touch", path: Parameters<Driver["mouse"]>[0]) {
    const [first, ...rest] = path
    if (!first) return
    const actions = [
      point(first.x, first.y, 0),
      { type: "pointerDown", button: 0 },
      ...rest.map(({ x, y }) => point(x, y, handStepMs)),
      { type: "pointerUp", button: 0 },
    ]
    await perform("performActions", {
      actions: [{ type: "pointer", id: pointerType, parameters: { pointerType }, actions }],
    })
  }

  async function keys(actions: readonly object[]) {
    await perform("performActions", { actions: [{ type: "key", id: "keyboard", actions }] })
  }

  const evaluate: Driver["evaluate"] = async (work, ...args) => {
    const outcome = (await perform("executeAsync", {
      script: script.replace("WORK", () => work.toString()),
      args: [args],
    }).catch((error: unknown) => {
      throw leaving.some((words) => String(error).includes(words)) ? new DocumentLeft() : error
    })) as Outcome | null
    if (outcome === null) throw new DocumentLeft()
    if (outcome.failure !== undefined) throw new Error(outcome.failure)
    return outcome.value as never
  }

  return {
    version: own.version,
    close: own.close,
    async errors() {
      return [...(await own.errors()), ...(await evaluate(readErrors))]
    },
    async open(address) {
      await perform("navigate", { url: address })
    },
    evaluate,
    mouse: (path) => pointer("mouse", path),
    touch: own.hasTouch ? (path) => pointer("touch", path) : null,
    async press(...combinations) {
      for (const combination of combinations) {
        const { held, pressed } = readKeys(combination)
        await keys([
          ...held.map(({ w3c }) => ({ type: "keyDown", value: w3c })),
          { type: "keyDown", value: pressed.w3c },
          { type: "keyUp", value: pressed.w3c },
          ...held.toReversed().map(({ w3c }) => ({ type: "keyUp", value: w3c })),
        ])
      }
    },
    async type(text) {
      await keys(
        Array.from(text).flatMap((value) => [
          { type: "keyDown", value },
          { type: "keyUp", value },
        ]),
      )
    },
    async upload(selector, file) {
      const element = (await perform("findElement", { using: "css selector", value: selector })) as Record<
        string,
        string
      >
      await perform("sendKeys", { id: element[elementKey], text: file })
    },
    async resize(size) {
      await perform("setWindowRect", { x: 0, y: 0, ...size })
    },
    async picture() {
      return Buffer.from(String(await perform("screenshot", {})), "base64")
    },
  }
}

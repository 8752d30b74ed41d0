import {
  bridgeMessages,
  farewell,
  greetingOf,
  protocolLimits,
  protocolVersion,
  readGreeting,
} from "./protocol.ts"
import { userCenterOver, type CallPortal, type OnEvent, type UserCenter } from "./user-center.ts"

export interface ConnectOptions {
  /** The portal's origin, e.g. `https://portal.example.cn`. Another window that frames this page gets no connection. */
  readonly portal?: string | undefined
  readonly timeoutMs?: number
}

/** The portal's end may still be loading, so the page greets until it is answered. */
const greetEveryMs = 250

let connection: Promise<UserCenter> | undefined

/**
 * `const portal = await connect()`, then `await portal.openPicker("person", { max: 3 })`. One connection for the whole
 * page; once it has ended, the next call makes a new one.
 */
export function connect(options: ConnectOptions = {}): Promise<UserCenter> {
  connection ??= (async () => {
    try {
      return directly() ?? userCenterOver(over(await greeted(options)))
    } catch (error) {
      connection = undefined
      throw error
    }
  })()
  return connection
}

/** DLG-5: a page of the portal's own origin needs no messages. */
function directly(): UserCenter | undefined {
  if (window.parent === window) throw new Error(bridgeMessages.notFramed)
  try {
    return (window.parent as Window & { readonly UserCenter?: UserCenter }).UserCenter
  } catch {
    return undefined
  }
}

function newId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-")
}

function greeted({ portal, timeoutMs = 10_000 }: ConnectOptions): Promise<MessagePort> {
  return new Promise((resolve, reject) => {
    const id = newId()
    // A greeting holds no secret, and who frames us is not known yet.
    const greet = () => window.parent.postMessage(greetingOf("hello", id), portal ?? "*")
    const timers = [
      setInterval(greet, greetEveryMs),
      setTimeout(() => {
        settle()
        window.removeEventListener("message", listen)
        reject(new Error(bridgeMessages.noAnswer))
      }, timeoutMs),
    ]
    function settle(): void {
      for (const timer of timers) clearTimeout(timer)
    }
    function listen({ data, source, origin, ports: [port] }: MessageEvent): void {
      const answer = readGreeting(data)
      if (source !== window.parent || (portal && origin !== portal)) return
      if (answer?.word !== "welcome" || answer.id !== id) return
      // The frame has loaded something: the portal asks whether this is still the same document.
      if (!port) return greet()
      settle()
      resolve(port)
    }
    window.addEventListener("message", listen)
    greet()
  })
}

interface PortalWord {
  readonly id: string
  readonly result?: unknown
  readonly error?: string
  readonly event?: readonly unknown[]
}

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (reason: Error) => void
}

function over(port: MessagePort): CallPortal {
  const waiting = new Map<string, Waiting>()
  /** WARN-5: of the monitor started last; the portal has one. */
  let listening: { readonly id: string; readonly onEvent: OnEvent } | undefined
  let lastId = 0
  let isOver = false

  function end(): void {
    isOver = true
    connection = undefined
    port.close()
    for (const { reject } of waiting.values()) reject(new Error(bridgeMessages.ended))
    waiting.clear()
  }
  port.addEventListener("message", ({ data }: MessageEvent<string>) => {
    if (data === farewell) return end()
    const { id, result, error, event } = JSON.parse(data) as PortalWord
    if (event) {
      if (listening?.id === id) listening.onEvent(...event)
      return
    }
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) asked?.resolve(result)
    else asked?.reject(new Error(error))
  })
  port.start()
  // What this page has opened closes with it.
  window.addEventListener("pagehide", () => {
    if (isOver) return
    port.postMessage(farewell)
    end()
  })

  return (method, args, onEvent) =>
    new Promise((resolve, reject) => {
      const id = `${++lastId}`
      const message = JSON.stringify({ v: protocolVersion, id, method, args })
      if (isOver) return reject(new Error(bridgeMessages.ended))
      // Too long: it would not be read, and the caller would wait for ever.
      if (new TextEncoder().encode(message).length > protocolLimits.messageBytes)
        return reject(new Error(bridgeMessages.tooLong))
      waiting.set(id, { resolve, reject })
      if (onEvent) listening = { id, onEvent }
      if (method === "stopMonitor") listening = undefined
      port.postMessage(message)
    })
}

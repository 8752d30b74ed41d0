import { invocationOf, type Invocation } from "./invocation.ts"
import { BridgeRequest, type BridgeAnswer } from "./messages.ts"
import {
  bridgeMessages,
  farewell,
  greetingOf,
  protocolLimits,
  protocolVersion,
  readGreeting,
  type Method,
} from "./protocol.ts"

/** A sentence for the page that asked; whatever else is thrown stays inside. */
export class BridgeRefusal extends Error {}

/** An iframe, as far as the host looks at it. */
export interface GuestFrame extends Pick<EventTarget, "addEventListener" | "removeEventListener"> {
  readonly contentWindow: Pick<Window, "postMessage"> | null
}

/** Who asked, and for how long: the signal ends with the page. */
export interface HelperCaller<Frame> {
  readonly frame: Frame
  readonly origin: string
  readonly signal: AbortSignal
  /** Calls the function that the page has handed over with this question, as often as there is something to tell. */
  readonly tell: (...said: readonly unknown[]) => void
}

export interface HostParts<Frame extends GuestFrame> {
  /** The portal's own window, where greetings arrive. */
  readonly window: Pick<Window, "addEventListener" | "removeEventListener">
  /** By exact origin. Asked at every greeting and before every deed, so that a removal from the list acts at once. */
  readonly isAllowed: (origin: string) => boolean | Promise<boolean>
  readonly may: (origin: string, method: Method) => boolean | Promise<boolean>
  readonly perform: (invocation: Invocation, by: HelperCaller<Frame>) => Promise<unknown>
  readonly warn: (sentence: string) => void
  readonly nowMs: () => number
}

export interface BridgeHost<Frame extends GuestFrame> {
  /** Returns what ends it: a frame that is gone has no port. */
  readonly admit: (frame: Frame) => () => void
  readonly stop: () => void
}

/** The connection with one document in one frame. */
interface Link<Frame> {
  readonly frame: Frame
  readonly origin: string
  /** Of its greeting. */
  readonly id: string
  readonly port: MessagePort
  readonly gone: AbortController
  /** The frame has loaded something since: whether it is still this document; whoever asks meanwhile waits. */
  doubt: Doubt | null
}

interface Doubt {
  readonly isOver: Promise<void>
  readonly end: () => void
}

/** Of one frame, whichever documents and ports it goes through: a new greeting is no new allowance. */
interface Allowance {
  waiting: number
  /** Greetings and messages of the current second. */
  count: number
  secondEndsMs: number
}

/** One of many: a page that tries for ever must not fill the console, nor the memory. */
const warnedAtMost = 100
const floodFactor = 10
/** A busy page answers late; what it asks for is held back meanwhile. */
const stillThereMs = 3000

export function createBridgeHost<Frame extends GuestFrame>(parts: HostParts<Frame>): BridgeHost<Frame> {
  const frames = new Map<Frame, Allowance>()
  const links = new Map<Frame, Link<Frame>>()
  /** Greetings that are being looked at. */
  const greeting = new Map<Frame, string>()
  const warned = new Set<string>()

  function warnOnce(sentence: string): void {
    if (warned.has(sentence) || warned.size >= warnedAtMost) return
    warned.add(sentence)
    parts.warn(sentence)
  }

  function end(link: Link<Frame>): void {
    const { frame, port, gone } = link
    if (links.get(frame) === link) links.delete(frame)
    if (gone.signal.aborted) return
    port.postMessage(farewell)
    port.close()
    gone.abort()
    link.doubt?.end()
  }

  /**
   * A port can be handed on and outlive its document. So whenever the frame has loaded something, its window is asked, at
   * the link's origin and by the greeting's id: nobody else hears the question, and whoever can't answer has no port.
   */
  function doubt(link: Link<Frame>): void {
    link.doubt?.end()
    let settle = (): void => undefined
    const isOver = new Promise<void>((resolve) => (settle = resolve))
    const timer = setTimeout(() => end(link), stillThereMs)
    const doubted: Doubt = {
      isOver,
      end() {
        clearTimeout(timer)
        if (link.doubt === doubted) link.doubt = null
        settle()
      },
    }
    link.doubt = doubted
    link.frame.contentWindow?.postMessage(greetingOf("welcome", link.id), link.origin)
  }

  function answer({ port, gone }: Link<Frame>, said: BridgeAnswer): void {
    // The page that asked is gone; whoever is in its frame now did not ask.
    if (!gone.signal.aborted) port.postMessage(JSON.stringify(said))
  }

  function frameOf(source: MessageEvent["source"]): Frame | undefined {
    if (source === null) return undefined
    return [...frames.keys()].find(({ contentWindow }) => (contentWindow as unknown) === source)
  }

  async function onGreeting({ data, source, origin }: MessageEvent): Promise<void> {
    const hello = readGreeting(data)
    if (hello?.word !== "hello") return
    const frame = frameOf(source)
    if (!frame) return warnOnce(`A page of ${origin} that is in none of the portal's frames is not answered`)
    if (hello.version !== protocolVersion)
      return warnOnce(`A page of ${origin} speaks version ${hello.version} of the bridge and is not answered`)
    if (isTooOften(frame)) return
    const link = links.get(frame)
    if (link?.id === hello.id && link.origin === origin) return link.doubt?.end()
    // It greets until it is answered.
    if (greeting.get(frame) === hello.id) return
    greeting.set(frame, hello.id)
    try {
      const isAllowed = await isAllowedNow(origin)
      // A later document of this frame has greeted meanwhile, or the frame is gone.
      if (greeting.get(frame) !== hello.id || !frames.has(frame)) return
      if (isAllowed) welcome(frame, origin, hello.id)
    } finally {
      if (greeting.get(frame) === hello.id) greeting.delete(frame)
    }
  }

  async function isAllowedNow(origin: string): Promise<boolean> {
    try {
      // What a sandbox and a local file call themselves is nobody's name.
      if (origin !== "null" && (await parts.isAllowed(origin))) return true
      warnOnce(`A page of ${origin} is not answered: its origin is not on the list of authorised domains`)
    } catch (error) {
      parts.warn(`Whether ${origin} may be answered can't be found out: ${String(error)}`)
    }
    return false
  }

  function welcome(frame: Frame, origin: string, id: string): void {
    const before = links.get(frame)
    if (before) end(before)
    const { port1: port, port2 } = new MessageChannel()
    const gone = new AbortController()
    const link: Link<Frame> = { frame, origin, id, port, gone, doubt: null }
    links.set(frame, link)
    port.addEventListener("message", ({ data }) => void onMessage(link, data))
    port.start()
    // Newer browsers tell when the document at the other end is gone; in others a page of ours says so itself.
    port.addEventListener("close", () => end(link))
    // To exactly this origin: if the frame has moved on meanwhile, nobody gets the port.
    frame.contentWindow?.postMessage(greetingOf("welcome", id), origin, [port2])
  }

  /** What is refused; `flood`: nobody writes so much by mistake. */
  function isTooOften(frame: Frame): false | "often" | "flood" {
    const allowance = frames.get(frame)
    if (!allowance) return "flood"
    const nowMs = parts.nowMs()
    if (nowMs >= allowance.secondEndsMs) {
      allowance.secondEndsMs = nowMs + 1000
      allowance.count = 0
    }
    allowance.count += 1
    const { messagesPerSecond } = protocolLimits
    if (allowance.count > messagesPerSecond * floodFactor) return "flood"
    return allowance.count > messagesPerSecond && "often"
  }

  async function onMessage(link: Link<Frame>, data: unknown): Promise<void> {
    if (link.gone.signal.aborted) return
    const allowance = frames.get(link.frame)
    const tooOften = isTooOften(link.frame)
    if (!allowance || tooOften === "flood") {
      warnOnce(`A page of ${link.origin} sent too many messages and has lost its connection`)
      return end(link)
    }
    if (data === farewell) return end(link)
    const request = isReadable(data) ? readJson(data) : undefined
    const parsed = BridgeRequest.safeParse(request)
    if (!parsed.success) {
      warnOnce(`A message of ${link.origin} is not understood and was not acted upon`)
      const id = idOf(request)
      if (id !== null) answer(link, { v: protocolVersion, id, error: bridgeMessages.notUnderstood })
      return
    }
    const { id, method, args } = parsed.data
    if (tooOften || allowance.waiting >= protocolLimits.waiting)
      return answer(link, { v: protocolVersion, id, error: bridgeMessages.tooOften })
    allowance.waiting += 1
    const tell = (...event: readonly unknown[]) => answer(link, { v: protocolVersion, id, event: [...event] })
    const said = await outcomeOf(link, method, args, tell)
    allowance.waiting -= 1
    answer(link, { v: protocolVersion, id, ...said })
  }

  async function outcomeOf(
    link: Link<Frame>,
    method: Method,
    args: readonly unknown[],
    tell: HelperCaller<Frame>["tell"],
  ): Promise<{ result: unknown } | { error: string }> {
    try {
      while (link.doubt) await link.doubt.isOver
      if (!(await isAllowedNow(link.origin))) {
        end(link)
        return { error: bridgeMessages.ended }
      }
      if (!(await parts.may(link.origin, method))) return { error: bridgeMessages.notAllowed }
      const { invocation, sentence } = invocationOf(method, args)
      if (!invocation) return { error: sentence }
      // A picker's number may be a drawer's: what counts is what would happen.
      if (invocation.method !== method && !(await parts.may(link.origin, invocation.method)))
        return { error: bridgeMessages.notAllowed }
      const { frame, origin } = link
      const { signal } = link.gone
      if (signal.aborted) return { error: bridgeMessages.ended }
      return { result: (await parts.perform(invocation, { frame, origin, signal, tell })) ?? null }
    } catch (error) {
      if (error instanceof BridgeRefusal) return { error: error.message }
      console.error("A page's request failed", error)
      return { error: bridgeMessages.failed }
    }
  }

  const listen = (event: Event) => void onGreeting(event as MessageEvent)
  parts.window.addEventListener("message", listen)

  return {
    admit(frame) {
      frames.set(frame, { waiting: 0, count: 0, secondEndsMs: 0 })
      const onLoad = () => {
        const link = links.get(frame)
        if (link) doubt(link)
      }
      frame.addEventListener("load", onLoad)
      return () => {
        frame.removeEventListener("load", onLoad)
        frames.delete(frame)
        greeting.delete(frame)
        const link = links.get(frame)
        if (link) end(link)
      }
    },
    stop() {
      parts.window.removeEventListener("message", listen)
      for (const link of links.values()) end(link)
    },
  }
}

/** Text of a length that is worth reading. */
function isReadable(data: unknown): data is string {
  const limit = protocolLimits.messageBytes
  return (
    typeof data === "string" && data.length <= limit && new TextEncoder().encode(data).byteLength <= limit
  )
}

function readJson(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

/** For an answer to what is otherwise not understood. */
function idOf(request: unknown): string | null {
  if (typeof request !== "object" || request === null || !Object.hasOwn(request, "id")) return null
  const { id } = request as { readonly id: unknown }
  return typeof id === "string" && id.length > 0 && id.length <= 64 ? id : null
}

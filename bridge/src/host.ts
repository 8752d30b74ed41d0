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

/** A sentence for the calling page; all other errors stay inside. */
export class BridgeRefusal extends Error {}

/** The part of an iframe that the host uses. */
export interface GuestFrame extends Pick<EventTarget, "addEventListener" | "removeEventListener"> {
  readonly contentWindow: Pick<Window, "postMessage"> | null
}

/** The calling page; the signal ends with it. */
export interface HelperCaller<Frame> {
  readonly frame: Frame
  readonly origin: string
  readonly signal: AbortSignal
  /** Calls the function that the page passed with this call, as often as something happens. */
  readonly tell: (...said: readonly unknown[]) => void
}

export interface HostParts<Frame extends GuestFrame> {
  /** The portal's own window, where greetings arrive. */
  readonly window: Pick<Window, "addEventListener" | "removeEventListener">
  /** By exact origin. Checked at every greeting and before every action, so that a removal from the list acts immediately. */
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
  /** The frame has loaded something since: whether it is still this document; calls wait meanwhile. */
  doubt: Doubt | null
}

interface Doubt {
  readonly isOver: Promise<void>
  readonly end: () => void
}

/** Of one frame, over all documents and ports in it: a new greeting does not reset the limits. */
interface Allowance {
  waiting: number
  /** Greetings and messages of the current second. */
  count: number
  secondEndsMs: number
}

/** Logged once: a page that repeats it must fill neither the console nor the memory. */
const warnedAtMost = 100
const floodFactor = 10
/** A busy page answers late; its calls wait meanwhile. */
const stillThereMs = 3000

export function createBridgeHost<Frame extends GuestFrame>(parts: HostParts<Frame>): BridgeHost<Frame> {
  const frames = new Map<Frame, Allowance>()
  const links = new Map<Frame, Link<Frame>>()
  /** Greetings that are being checked. */
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
   * A port can be passed on and outlive its document. So whenever the frame has loaded something, its window is asked,
   * at the link's origin and by the greeting's id: nobody else receives it, and without an answer the port is closed.
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
    // The calling page is gone; another page in its frame did not call.
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
      // The origin `null` of sandboxes and local files identifies nobody.
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
    // Newer browsers report that the document at the other end is gone; in others our script says so itself.
    port.addEventListener("close", () => end(link))
    // To exactly this origin: if the frame has navigated meanwhile, nobody gets the port.
    frame.contentWindow?.postMessage(greetingOf("welcome", id), origin, [port2])
  }

  /** Refused; `flood`: more than any mistake would send. */
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
      // A picker's number may be a drawer's: the action that would run decides.
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

/** Text short enough to be read. */
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

/** The id for an answer to a message that is otherwise invalid. */
function idOf(request: unknown): string | null {
  if (typeof request !== "object" || request === null || !Object.hasOwn(request, "id")) return null
  const { id } = request as { readonly id: unknown }
  return typeof id === "string" && id.length > 0 && id.length <= 64 ? id : null
}

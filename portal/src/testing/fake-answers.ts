import type { Call, RawOutputOf } from "@uc/contract/core/call"
import { defaultSiteConfig, siteConfigFile } from "@uc/contract/core/site-defaults"
import { vi } from "vitest"

/** For tests: a server out of functions, behind the browser's own `fetch`. */
interface FakeAnswer {
  readonly call: Call
  readonly answer: (sent: URLSearchParams) => unknown
}

/** Throw a `Refused` to refuse; answer with a promise to let somebody wait. */
export function answering<C extends Call>(
  call: C,
  answer: (sent: URLSearchParams) => RawOutputOf<C> | Promise<RawOutputOf<C>>,
): FakeAnswer {
  return { call, answer }
}

export class Refused extends Error {
  /** The input that it is about. */
  readonly field: string | undefined

  constructor(message: string, field?: string) {
    super(message)
    this.field = field
  }
}

interface Asked {
  readonly path: string
  readonly sent: string
}

/** What was asked, in order, without the timestamp. */
export function serveFakes(...answers: readonly FakeAnswer[]): readonly Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal("fetch", async (address: string | URL, { body, signal }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(address, "http://localhost/")
    if (pathname.endsWith(siteConfigFile)) return Response.json(defaultSiteConfig)
    const sent = new URLSearchParams(body instanceof URLSearchParams ? body : "")
    asked.push({ path: pathname, sent: sent.toString() })
    // What travels in the address, and JSON as `json`, are the answer's to read as well.
    for (const [key, value] of searchParams) if (!sent.has(key)) sent.append(key, value)
    if (typeof body === "string") sent.set("json", body)
    const fake = answers.find(({ call }) => pathname.endsWith(call.path))
    if (!fake) return new Response("", { status: 404 })
    try {
      const data = await Promise.race([fake.answer(sent), aborted(signal)])
      return Response.json({ ret: 1, msg: null, data })
    } catch (error) {
      if (error instanceof Refused) return Response.json({ ret: 0, msg: error.message, field: error.field })
      throw error
    }
  })
  return asked
}

function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")))
  })
}

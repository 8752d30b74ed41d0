import { refusalMessages } from "@uc/bridge/refusals"
import { beforeEach, expect, test } from "vitest"
import { createHostedPageDialogs, dialogLimits } from "./hosted-page-dialogs.ts"

const origin = "https://oa.example.cn"
const other = "https://video.example.cn"
const { signal } = new AbortController()
let nowMs: number
let asked: ReturnType<typeof createHostedPageDialogs>

beforeEach(() => {
  nowMs = 1_000_000
  asked = createHostedPageDialogs(() => nowMs)
})

/** A dialog that is open for so long before it is answered. */
function ask(answer: unknown, standsMs = 500, by = origin): Promise<unknown> {
  return asked({
    origin: by,
    signal,
    ask: async () => {
      nowMs += standsMs
      return answer
    },
  })
}

test("[DLG-5] a site that was dismissed twice waits ten seconds; others do not", async () => {
  await ask(null)
  await ask(false)
  await expect(ask([])).rejects.toThrow(refusalMessages.dismissed)
  await expect(ask([], 500, other)).resolves.toEqual([])
  nowMs += dialogLimits.pauseMs - 501
  await expect(ask([])).rejects.toThrow(refusalMessages.dismissed)
  nowMs += 1
  // Counting goes on: one more dismissal is enough.
  await ask(null)
  await expect(ask([])).rejects.toThrow(refusalMessages.dismissed)
})

test("[DLG-5] a choice in between, or a window that was looked at, is no nagging", async () => {
  await ask(null)
  await ask([])
  await ask(null)
  await ask(null, dialogLimits.quickMs)
  await ask(null)
  await expect(ask("heard")).resolves.toBe("heard")
})

test("[DLG-5] a dialog closed by a page that leaves is no dismissal", async () => {
  const page = new AbortController()
  page.abort()
  for (const _ of [1, 2, 3])
    await expect(asked({ origin, signal: page.signal, ask: async () => null })).resolves.toBeNull()
})

test("[AUTH-1][DLG-5] a site has one dialog at a time, also after a failure", async () => {
  let fail = (_reason: Error): void => undefined
  const first = asked({ origin, signal, ask: () => new Promise((_resolve, reject) => (fail = reject)) })
  await expect(ask(true)).rejects.toThrow(refusalMessages.askedAlready)
  await expect(ask(true, 0, other)).resolves.toBe(true)
  fail(new Error("no chunk"))
  await expect(first).rejects.toThrow("no chunk")
  await expect(ask(true)).resolves.toBe(true)
})

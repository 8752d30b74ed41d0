import { refusalMessages } from "@uc/bridge/refusals"
import { beforeEach, expect, test } from "vitest"
import { createHostedPageQuestions, questionLimits } from "./hosted-page-questions.ts"

const origin = "https://oa.example.cn"
const other = "https://video.example.cn"
const { signal } = new AbortController()
let nowMs: number
let asked: ReturnType<typeof createHostedPageQuestions>

beforeEach(() => {
  nowMs = 1_000_000
  asked = createHostedPageQuestions(() => nowMs)
})

/** A question that stands for so long before it is answered. */
function question(answer: unknown, standsMs = 500, by = origin): Promise<unknown> {
  return asked({
    origin: by,
    signal,
    ask: async () => {
      nowMs += standsMs
      return answer
    },
  })
}

test("[DLG-5] a site that was sent away twice in a row is not heard for ten seconds; others are", async () => {
  await question(null)
  await question(false)
  await expect(question([])).rejects.toThrow(refusalMessages.dismissed)
  await expect(question([], 500, other)).resolves.toEqual([])
  nowMs += questionLimits.pauseMs - 501
  await expect(question([])).rejects.toThrow(refusalMessages.dismissed)
  nowMs += 1
  // It goes on as before: once is enough now.
  await question(null)
  await expect(question([])).rejects.toThrow(refusalMessages.dismissed)
})

test("[DLG-5] a choice in between, or a window that was looked at, is no nagging", async () => {
  await question(null)
  await question([])
  await question(null)
  await question(null, questionLimits.quickMs)
  await question(null)
  await expect(question("heard")).resolves.toBe("heard")
})

test("[DLG-5] what a page takes away by leaving was dismissed by nobody", async () => {
  const page = new AbortController()
  page.abort()
  for (const _ of [1, 2, 3])
    await expect(asked({ origin, signal: page.signal, ask: async () => null })).resolves.toBeNull()
})

test("[AUTH-1][DLG-5] a site has one question at a time, also where the first one fails", async () => {
  let fail = (_reason: Error): void => undefined
  const first = asked({ origin, signal, ask: () => new Promise((_resolve, reject) => (fail = reject)) })
  await expect(question(true)).rejects.toThrow(refusalMessages.askedAlready)
  await expect(question(true, 0, other)).resolves.toBe(true)
  fail(new Error("no chunk"))
  await expect(first).rejects.toThrow("no chunk")
  await expect(question(true)).resolves.toBe(true)
})

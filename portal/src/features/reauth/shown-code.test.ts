import { expect, test } from "vitest"
import { looksOf, reduceShownCode, type ShownCode, type ShownCodeEvent } from "./shown-code.ts"

const code = { image: "data:,x", number: "42", seconds: 180 }
const t0 = 1_000_000
const fetched: ShownCodeEvent = { type: "fetched", code, nowMs: t0 }

function after(...events: readonly ShownCodeEvent[]): ShownCode {
  return events.reduce<ShownCode>(reduceShownCode, { at: "loading" })
}

test("[AUTH-4] the code is over after 180 s, to the second", () => {
  expect(after(fetched, { type: "ticked", nowMs: t0 + 179_001 })).toMatchObject({
    at: "shown",
    secondsLeft: 1,
  })
  expect(after(fetched, { type: "ticked", nowMs: t0 + 180_000 })).toEqual({ at: "expired", code })
})

test("[AUTH-4] the phone's answer decides, and what comes late changes nothing", () => {
  expect(after(fetched, { type: "answered", answer: "scanned" })).toMatchObject({ isScanned: true })
  for (const end of ["confirmed", "refused"] as const) {
    const late: ShownCodeEvent[] = [
      { type: "ticked", nowMs: t0 + 999_000 },
      { type: "answered", answer: "waiting" },
      { type: "unreached" },
    ]
    expect(after(fetched, { type: "answered", answer: end }, ...late)).toEqual({ at: end, code })
  }
  expect(after(fetched, { type: "answered", answer: "over" }).at).toBe("expired")
})

test("[AUTH-4] a failed poll leaves the code as it is", () => {
  const unreached = after(fetched, { type: "answered", answer: "scanned" }, { type: "unreached" })
  expect(unreached).toMatchObject({ at: "shown", isScanned: true, isUnreached: true })
  expect(reduceShownCode(unreached, { type: "answered", answer: "scanned" })).toMatchObject({
    isUnreached: false,
  })
})

test("[AUTH-4] a refresh begins again, also after the end", () => {
  expect(after(fetched, { type: "answered", answer: "over" }, { type: "asked" })).toEqual({ at: "loading" })
  expect(after({ type: "fetchFailed" })).toEqual({ at: "failed" })
})

test.each([
  [after(), { image: null, state: "loading" }],
  [after({ type: "fetchFailed" }), { image: null, state: "failed" }],
  [after(fetched), { image: code.image, secondsLeft: 180, totalSeconds: 180, state: "waiting" }],
  [after(fetched, { type: "answered", answer: "scanned" }), { state: "scanned", secondsLeft: 180 }],
  [after(fetched, { type: "answered", answer: "refused" }), { state: "expired", secondsLeft: 0 }],
  [after(fetched, { type: "answered", answer: "confirmed" }), { state: "scanned" }],
])("[AUTH-4] how it looks: %#", (shown, looks) => {
  expect(looksOf(shown)).toMatchObject(looks)
})

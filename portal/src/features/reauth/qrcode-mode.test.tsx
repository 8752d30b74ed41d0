import { reauthCalls } from "@uc/contract/reauth/calls"
import { act, render } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { QrcodeMode } from "./qrcode-mode.tsx"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test("[SPEC-6][AUTH-4] the dialog asks once a second whether the code was scanned, by its module", async () => {
  let isScanned = false
  const sent: (string | null)[] = []
  vi.stubGlobal("fetch", async (address: string) => {
    const { pathname, searchParams } = new URL(address, "http://localhost/")
    if (!pathname.endsWith(reauthCalls.pollQrcode.path))
      return Response.json({ ret: 1, msg: "", data: { image: "data:image/png;base64,iVBORw0KGgo=" } })
    sent.push(searchParams.get("mid"))
    return Response.json({ ret: isScanned, msg: "" })
  })
  const onConfirmed = vi.fn()
  render(<QrcodeMode mid="domain" onConfirmed={onConfirmed} />)
  await pass(0)
  const counts: number[] = []
  for (let second = 0; second < 5; second += 1) {
    await pass(999)
    const before = sent.length
    await pass(1)
    counts.push(sent.length - before)
  }
  expect([counts, sent]).toEqual([Array(5).fill(1), Array(5).fill("domain")])
  expect(onConfirmed).not.toHaveBeenCalled()
  isScanned = true
  await pass(1000)
  expect(onConfirmed).toHaveBeenCalledTimes(1)
  await pass(5000)
  expect(sent).toHaveLength(6)
})

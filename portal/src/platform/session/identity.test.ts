// @vitest-environment node
import { beforeEach, expect, test, vi } from "vitest"
import { confirmIdentity, provideIdentityCheck, type AskingGuest } from "./identity.ts"
import { shownToasts } from "../browser/toast.ts"

/** Open dialogs, by module; answered by the test. */
let asked: {
  readonly mid: string
  readonly guest: AskingGuest | undefined
  readonly answer: (isProven: boolean) => void
}[] = []

test("a request for a proof waits until the dialog is there", async () => {
  vi.resetModules()
  const fresh = await import("./identity.ts")
  const early = fresh.confirmIdentity("password")
  fresh.provideIdentityCheck(async (mid) => mid === "password")
  await expect(early).resolves.toBe(true)
})

function askedMids(): string[] {
  return asked.map(({ mid }) => mid)
}

async function openedDialogs(count: number): Promise<void> {
  await vi.waitFor(() => expect(asked).toHaveLength(count))
}

beforeEach(() => {
  asked = []
  provideIdentityCheck((mid, guest) => new Promise((answer) => asked.push({ mid, guest, answer })))
})

test("[AUTH-8] simultaneous requests for one module share one dialog", async () => {
  const both = [confirmIdentity("domain"), confirmIdentity("domain")]
  await openedDialogs(1)
  asked[0]?.answer(true)
  await expect(Promise.all(both)).resolves.toEqual([true, true])
  expect(askedMids()).toEqual(["domain"])
})

test("[AUTH-8] another module's dialog waits until the first is answered", async () => {
  const first = confirmIdentity("domain")
  const second = confirmIdentity("password")
  await openedDialogs(1)
  asked[0]?.answer(false)
  await openedDialogs(2)
  asked[1]?.answer(true)
  await expect(Promise.all([first, second])).resolves.toEqual([false, true])
  expect(askedMids()).toEqual(["domain", "password"])
})

test("[REQ-6] a proof for any module has unlocked the session too", async () => {
  const proof = confirmIdentity("password")
  const lock = confirmIdentity("unlock")
  await openedDialogs(1)
  asked[0]?.answer(true)
  await expect(Promise.all([proof, lock])).resolves.toEqual([true, true])
  expect(askedMids()).toEqual(["password"])
})

test("[REQ-6] without a proof the lock has a dialog of its own", async () => {
  const proof = confirmIdentity("password")
  const lock = confirmIdentity("unlock")
  await openedDialogs(1)
  asked[0]?.answer(false)
  await openedDialogs(2)
  asked[1]?.answer(true)
  await expect(Promise.all([proof, lock])).resolves.toEqual([false, true])
})

test("once answered, the same module is asked for again", async () => {
  const first = confirmIdentity("domain")
  await openedDialogs(1)
  asked[0]?.answer(true)
  await first
  const second = confirmIdentity("domain")
  await openedDialogs(2)
  asked[1]?.answer(false)
  await expect(second).resolves.toBe(false)
})

test("[AUTH-1][DLG-5] a hosted page that is gone leaves the queue, and its dialog is not shown", async () => {
  const page = new AbortController()
  const guest = { origin: "https://oa.example.cn", signal: page.signal }
  const first = confirmIdentity("domain")
  await openedDialogs(1)
  const second = confirmIdentity("password", guest)
  page.abort()
  await expect(second).resolves.toBe(false)
  asked[0]?.answer(true)
  await expect(first).resolves.toBe(true)
  await expect(confirmIdentity("phone", guest)).resolves.toBe(false)
  expect(askedMids()).toEqual(["domain"])
})

test("[AUTH-8][DLG-5] a site's request for a module is not shared with the portal's own", async () => {
  const guest = { origin: "https://oa.example.cn", signal: new AbortController().signal }
  const theirs = confirmIdentity("domain", guest)
  const ours = confirmIdentity("domain")
  await openedDialogs(1)
  expect(asked[0]?.guest).toBe(guest)
  asked[0]?.answer(false)
  await openedDialogs(2)
  expect(asked[1]?.guest).toBeUndefined()
  asked[1]?.answer(true)
  await expect(Promise.all([theirs, ours])).resolves.toEqual([false, true])
})

test("a dialog that can't be loaded counts as no and blocks no other", async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined)
  provideIdentityCheck(() => Promise.reject(new Error("no chunk")))
  await expect(confirmIdentity("domain")).resolves.toBe(false)
  expect(shownToasts()).toHaveLength(1)
  provideIdentityCheck(async () => true)
  await expect(confirmIdentity("domain")).resolves.toBe(true)
})

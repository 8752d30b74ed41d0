import { usertypes } from "@uc/contract/account/calls"
import { expect, test } from "vitest"
import { unrestricted } from "../db/scope.ts"
import { sessionCache } from "./session-cache.ts"
import type { SignedIn } from "./signed-in.ts"

function signedIn(more: Partial<SignedIn> = {}): SignedIn {
  return {
    sessionId: "one",
    isLocked: false,
    isOldToken: false,
    rootId: "one",
    isBySource: false,
    account: "somebody",
    user: { id: "7", usertype: usertypes.school } as SignedIn["user"],
    scope: unrestricted,
    administered: unrestricted,
    narrowed: null,
    builtIn: unrestricted,
    roles: [],
    ...more,
  }
}

function cacheAt(start: number) {
  let now = start
  return { cache: sessionCache(() => now), pass: (ms: number) => (now += ms) }
}

test("[LAYOUT-6] a session is repeated out of memory for one second", () => {
  const { cache, pass } = cacheAt(5000)
  const found = signedIn()
  cache.remember("token", found)
  pass(999)
  expect(cache.settled("token", true)).toBe(found)
  pass(1)
  expect(cache.settled("token", true)).toBeUndefined()
})

test("[LAYOUT-6] a look-up for a timer answers no request of a person", async () => {
  const { cache } = cacheAt(0)
  const found = signedIn()
  cache.rememberLookup("token", false, Promise.resolve(found))
  expect(await cache.recent("token", false)).toBe(found)
  expect(cache.recent("token", true)).toBeUndefined()
  expect(cache.settled("token", true)).toBeUndefined()
})

test("[LAYOUT-6] a locked or ended session is looked up again", () => {
  const { cache } = cacheAt(0)
  cache.remember("locked", signedIn({ isLocked: true }))
  expect(cache.settled("locked", true)).toBeUndefined()
  const found = signedIn()
  cache.remember("token", found)
  cache.forgetEnded("one")
  expect([cache.settled("token", true), cache.isCurrent(found)]).toEqual([undefined, false])
})

test("[LAYOUT-6] an unknown token is cached, a failed look-up is not", async () => {
  const { cache } = cacheAt(0)
  cache.rememberLookup("nobody", true, Promise.resolve(null))
  expect(await cache.recent("nobody", true)).toBeNull()
  expect(cache.isCurrent(null)).toBe(true)
  cache.rememberLookup("failed", true, Promise.reject(new Error("no connection")))
  await expect(cache.recent("failed", true)).rejects.toThrow("no connection")
  expect(cache.recent("failed", true)).toBeUndefined()
})

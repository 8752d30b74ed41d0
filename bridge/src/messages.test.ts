import { expect, test } from "vitest"
import { BridgeAnswer, BridgeRequest } from "./messages.ts"
import { methods, protocolVersion } from "./protocol.ts"

const passes = (answer: object) => BridgeAnswer.safeParse({ v: 1, id: "a", ...answer }).success
const request = { v: 1, id: "a", method: "openPicker", args: ["person", { max: 3 }] }

test("[DLG-5] version 1 has these methods and no others", () => {
  expect(protocolVersion).toBe(1)
  expect(methods).toEqual([
    "openPicker",
    "openDrawer",
    "reauthenticate",
    "startMonitor",
    "stopMonitor",
    "currentUser",
    "informationList",
    "ticket",
    "navigate",
    "setTitle",
  ])
})

test("[DLG-5] a request is { v, id, method, args }", () => {
  expect(BridgeRequest.parse(request)).toEqual(request)
})

test("[DLG-5] whatever is not quite a request is none", () => {
  const none = [
    null,
    "openPicker",
    [],
    {},
    { ...request, v: 2 },
    { ...request, v: "1" },
    { ...request, id: "" },
    { ...request, id: "a".repeat(65) },
    { ...request, id: 1 },
    { ...request, method: "signOut" },
    { ...request, method: "constructor" },
    { ...request, args: {} },
    { ...request, args: [1, 2, 3, 4, 5] },
    { ...request, token: "x" },
    JSON.parse('{"v":1,"id":"a","method":"navigate","args":[],"__proto__":{}}') as unknown,
  ]
  expect(none.filter((message) => BridgeRequest.safeParse(message).success)).toEqual([])
})

test("[DLG-5] an answer has a result or an error, never both, never neither", () => {
  expect(passes({ result: null })).toBe(true)
  expect(passes({ result: undefined })).toBe(true)
  expect(passes({ error: "未授权的来源" })).toBe(true)
  expect(passes({ event: [{ uuid: "a" }, "warning"] })).toBe(true)
  expect(passes({ event: [1], result: 1 })).toBe(false)
  expect(passes({})).toBe(false)
  expect(passes({ result: 1, error: "x" })).toBe(false)
  expect(passes({ error: 7 })).toBe(false)
})

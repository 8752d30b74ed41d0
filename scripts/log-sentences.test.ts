import { expect, test } from "vitest"
import { sentenceOf } from "./log-sentences.mjs"

const said = (entry: object) => sentenceOf(`${JSON.stringify(entry)}\n`)

test("[OPS-3] at a terminal the log is sentences: where it listens, with the demo's accounts", () => {
  const ready = {
    level: "info",
    module: "process",
    address: "http://127.0.0.1:8080/",
    demoPassword: "Demo@2026",
    demoAccounts: [{ account: "admin", who: "platform administrator" }],
    msg: "用户中心 is ready: http://127.0.0.1:8080/",
  }
  expect(said(ready)).toBe(
    "\n用户中心 is ready: http://127.0.0.1:8080/\nDemo accounts (password Demo@2026):\n  admin      platform administrator",
  )
  expect(said({ level: "info", module: "database", msg: "Making the database's files." })).toBe(
    "Making the database's files.",
  )
})

test("[OPS-3] at a terminal requests are left out, and a fault has its call, reason and place", () => {
  expect(said({ level: "info", module: "access", msg: "request", status: 200 })).toBeNull()
  const err = {
    message: "broken",
    stack: "    at here.ts:1",
    cause: { message: "refused", code: "23505", stack: "" },
  }
  expect(said({ level: "error", module: "http", msg: "fault", call: "people.list", reqId: "a.1", err })).toBe(
    "fault (people.list a.1)\n  broken\n    at here.ts:1\n  refused (23505)",
  )
})

test("[OPS-3] at a terminal a start that was refused is its sentence alone", () => {
  const msg = "Port 8080 on 127.0.0.1 is taken."
  expect(said({ level: "fatal", module: "process", msg, err: { message: msg, stack: "    at x" } })).toBe(msg)
  expect(sentenceOf("what is no JSON\n")).toBe("what is no JSON")
})

import { alarmCalls } from "@uc/contract/alarms/calls"
import { ingestMessages } from "@uc/contract/alarm-sources/calls"
import { expect, onTestFinished, test, vi } from "vitest"
import { main } from "./send-alarm.ts"
import { testApp } from "../testing/test-app.ts"

function spoken() {
  const lines: string[] = []
  for (const way of ["log", "error"] as const) {
    const spy = vi.spyOn(console, way).mockImplementation((line: unknown) => void lines.push(String(line)))
    onTestFinished(() => spy.mockRestore())
  }
  onTestFinished(() => {
    process.exitCode = undefined
  })
  return lines
}

test("[WARN-8] npm run alarm adds an alarm of the given type and level to an organisation", async () => {
  const app = await testApp()
  const { port } = new URL(await app.app.listen({ port: 0, host: "127.0.0.1" }))
  const lines = spoken()
  await main(["--org", "甲二", "--type", "gas", "--level", "2", "--detail", "试验"], port)
  expect(lines).toEqual([expect.stringMatching(/^甲二小学 \(\d+\): 1 accepted, /)])
  const head = await app.as("head-a2")
  const { items } = await head.send(alarmCalls.records, {})
  expect(lines[0]).toContain(items[0]?.uuid)
  expect(items[0]).toMatchObject({ model_code: "gas", school_name: "甲二小学" })
  expect(process.exitCode).toBeUndefined()
})

test("npm run alarm says what is wrong with its options", async () => {
  const app = await testApp()
  const { port } = new URL(await app.app.listen({ port: 0, host: "127.0.0.1" }))
  const lines = spoken()
  const to = (...argv: string[]) => main(argv, port)
  await to("--org", "没有这所学校")
  await to("--org", "甲一", "--level", "9")
  await to("--org", "甲一", "--key", "as_x", "--secret", "y")
  await to("--colour", "red")
  await main([], "1")
  expect(lines).toEqual([
    "No organisation is called 没有这所学校.",
    `alarm_level: ${ingestMessages.unknownLevel}`,
    `401: ${ingestMessages.unsigned}`,
    expect.stringContaining("--org"),
    expect.stringContaining("npm start"),
  ])
  expect(process.exitCode).toBe(1)
})

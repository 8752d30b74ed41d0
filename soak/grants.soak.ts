import { expect, test } from "vitest"
import { attempt, dangerousApp, grantFor } from "../server/src/testing/test-danger.ts"

test("[AUTH-8] A3: 3,200 spends at once of 200 grants over two processes: exactly 200 writes", async () => {
  const { app, written } = await dangerousApp()
  const head = await app.as("head-a1")
  const processes = [head, (await app.another()).as(head)]
  let passed = 0
  for (let n = 0; n < 200; n++) {
    await grantFor(app, head, "domain-delete")
    const codes = await Promise.all(
      Array.from({ length: 16 }, (_, at) => attempt(processes[at % processes.length] ?? head)),
    )
    passed += codes.filter((code) => code === 200).length
  }
  expect([passed, await written()]).toEqual([200, 200])
})

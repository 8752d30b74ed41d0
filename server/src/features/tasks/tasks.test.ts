import { taskCalls } from "@uc/contract/tasks"
import { afterAll, beforeAll, expect, test } from "vitest"
import { testApp, type TestApp, type TestClient } from "../../test-app.ts"

let app: TestApp
const clients = new Map<string, Promise<TestClient>>()

beforeAll(async () => {
  app = await testApp({}, afterAll)
})

function as(account: string): Promise<TestClient> {
  const client = clients.get(account) ?? app.as(account)
  clients.set(account, client)
  return client
}

test("[WORK-1] mine, given by me, all in my reach", async () => {
  const head = await as("head-a1")
  for (const view of ["mine", "given", "all"] as const)
    for (const order of ["newest", "due"] as const) {
      const a = await head.send(taskCalls.list, { view, order, limit: 200 })
      console.log(view, order, a.total, JSON.stringify(a.items[0]))
    }
})

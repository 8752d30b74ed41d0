import { once } from "node:events"
import { createServer, type AddressInfo, type Socket } from "node:net"
import { accountCalls } from "@uc/contract/account/calls"
import { applicationAdminCalls } from "@uc/contract/applications/admin-calls"
import { sql } from "drizzle-orm"
import * as client from "openid-client"
import { expect, onTestFinished, test } from "vitest"
import { runQueue, type RunningQueue } from "../../../db/run-queue.ts"
import { addApplication, Browser, listening, relyingParty } from "../../../testing/oidc/test-relying-party.ts"
import { testApp, type TestApp, type TestClient } from "../../../testing/test-app.ts"
import { rowsIn } from "../../../testing/test-roles.ts"
import { told } from "../../../testing/webhooks/test-receiver.ts"
import { BusyReceivers } from "../busy-receivers.ts"

/** An application's server that answers each request with these bytes and then does nothing. */
async function receiver(answer: string) {
  const sockets = new Set<Socket>()
  let requests = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {}).on("close", () => sockets.delete(socket))
    socket.once("data", () => {
      requests += 1
      socket.write(answer)
    })
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/told`
  return { address, requests: () => requests, open: () => sockets.size }
}

const upgrade = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
const fine = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
const soon = { timeout: 10_000, interval: 30 }

interface Site {
  readonly app: TestApp
  readonly base: string
  readonly head: TestClient
}

async function site(
  parts: Parameters<typeof testApp>[0] = { innerNetworksForAll: ["127.0.0.0/8"] },
): Promise<Site> {
  const app = await testApp(parts)
  return { app, base: await listening(app), head: await app.as("head-a1") }
}

/** Somebody signs on to it and out again. */
async function signedOut(
  { app, base, head }: Site,
  name: string,
  backchannelAddress: string,
  who = "teacher-a1",
) {
  const { entry, secret } = await addApplication(app, head, { name, backchannelAddress })
  const party = await relyingParty(base, entry, client.ClientSecretBasic(secret))
  const leaving = await app.as(who)
  await party.signOn(new Browser(base, leaving.headers["cookie"]))
  await leaving.send(accountCalls.signOut, {})
  return {
    id: entry.id,
    told: async () => (await head.send(applicationAdminCalls.signOuts, { id: entry.id })).signOuts,
  }
}

test("[FAULT-5] one that answers a sign-out with 101 has failed, and others are told", async () => {
  const at = await site()
  const switching = await receiver(upgrade)
  const quick = await receiver(fine)
  const failed = await signedOut(at, "升级", switching.address)
  await expect.poll(failed.told, soon).toMatchObject([{ isTold: false, answer: "unreachable" }])
  const heard = await signedOut(at, "正常", quick.address)
  await expect.poll(heard.told, soon).toMatchObject([{ isTold: true, answer: "200" }])
})

test("[FAULT-5] the queue of sign-outs goes on while one hangs, which has failed after its limit", async () => {
  const at = await site()
  const hanging = await receiver("")
  const quick = await receiver(fine)
  const hung = await signedOut(at, "挂起", hanging.address)
  const heard = await signedOut(at, "及时", quick.address)
  await expect.poll(heard.told, soon).toMatchObject([{ isTold: true }])
  await expect.poll(hung.told, soon).toMatchObject([{ isTold: false, answer: "timeout" }])
})

test("[FAULT-5] a queue takes the notices of others while one application hangs", async () => {
  const due = [{ applicationId: "1" }, { applicationId: "2" }, { applicationId: "1" }, { applicationId: "2" }]
  const heard: string[] = []
  let free = () => {}
  const busy: BusyReceivers = new BusyReceivers(() => queue.nudge())
  const queue: RunningQueue = runQueue({
    deliver: async () => {
      const at = due.findIndex(({ applicationId }) => !busy.ids().includes(applicationId))
      const taken = at < 0 ? [] : due.splice(at, 1)
      busy.tellEach(taken, async ({ applicationId }) => {
        heard.push(applicationId)
        if (applicationId === "1" && heard.length === 1) await new Promise<void>((done) => (free = done))
      })
      return taken.length > 0
    },
    underWay: () => busy.ended(),
    onFailure: () => {},
  })
  await expect.poll(() => heard).toEqual(["1", "2", "2"])
  free()
  await expect.poll(() => heard).toEqual(["1", "2", "2", "1"])
  await queue.stop()
})

test("[FAULT-5] a process that stops ends its calls, and leaves them to another as if not begun", async () => {
  const at = await site()
  const hanging = await receiver("")
  const hook = await told(at.app, at.head, hanging.address, { name: "变更", objects: ["person"] })
  const [person] = await rowsIn<{ id: string }>(
    at.app,
    sql`update person set name = '改名' where account = 'teacher-a1' returning id::text`,
  )
  await expect.poll(hanging.requests, soon).toBe(1)
  await at.app.app.close()
  await expect.poll(hanging.open, soon).toBe(0)
  const left = await rowsIn(
    at.app,
    sql`select object_id::text as id, answer, tries, next_at <= now() as "isDue" from webhook_delivery
      where application_id = ${hook.entry.id}`,
  )
  expect(left).toEqual([{ id: person?.id, answer: null, tries: 0, isDue: true }])
})

test("[FAULT-10] a listed inner network is for the platform's own, another list for everybody's", async () => {
  const inner = await receiver(fine)
  const at = await site({ innerNetworks: ["127.0.0.0/8"] })
  const ofSchool = await signedOut(at, "学校的", inner.address)
  await expect.poll(ofSchool.told, soon).toMatchObject([{ isTold: false, answer: "inner" }])
  expect(inner.requests()).toBe(0)
  const ofPlatform = await signedOut(
    { ...at, head: await at.app.as("platform") },
    "平台的",
    inner.address,
    "platform",
  )
  await expect.poll(ofPlatform.told, soon).toMatchObject([{ isTold: true }])
})

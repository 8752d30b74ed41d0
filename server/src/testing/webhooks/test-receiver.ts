import { once } from "node:events"
import { createServer, type IncomingMessage, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { webhookCalls } from "@uc/contract/applications/webhook-calls"
import type { ChangedObject } from "@uc/contract/applications/webhooks"
import { addApplication, type ApplicationInput } from "../oidc/test-relying-party.ts"
import { grantFor } from "../test-danger.ts"
import type { TestApp, TestClient } from "../test-app.ts"

export interface Notice {
  readonly type: string
  readonly timestamp: string
  readonly sequence: number
  readonly id: string
  readonly data: Record<string, unknown> | null
}

export interface Received {
  readonly notice: Notice
  readonly body: string
  readonly headers: IncomingMessage["headers"]
}

export const accept: RequestListener = (_request, response) => response.writeHead(200).end("ok")
export const answering =
  (status: number, body = ""): RequestListener =>
  (_request, response) =>
    void response.writeHead(status).end(body)

/** For tests: an application's server. It keeps what it is told, and answers as `behaviour` says. */
export async function receiver(
  clean: (() => Promise<void>)[],
  answer: (received: Received) => RequestListener = () => accept,
) {
  const received: Received[] = []
  const behaviour = { answer }
  const load = { now: 0, most: 0 }
  const server = createServer((request, response) => {
    load.now += 1
    load.most = Math.max(load.most, load.now)
    response.on("close", () => (load.now -= 1))
    let body = ""
    request.on("data", (part: Buffer) => (body += part.toString()))
    request.on("end", () => {
      const one = { notice: JSON.parse(body) as Notice, body, headers: request.headers }
      received.push(one)
      behaviour.answer(one)(request, response)
    })
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  clean.unshift(async () => {
    server.closeAllConnections()
    server.close()
  })
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    behaviour,
    load,
    typesOf: (id: string) =>
      received.filter(({ notice }) => notice.id === id).map(({ notice }) => notice.type),
  }
}

/** For tests: an application of this administrator's organisation that is told of changes. */
export async function told(
  app: TestApp,
  head: TestClient,
  address: string,
  {
    objects = ["person", "department", "organisation"],
    ...more
  }: ApplicationInput & { objects?: ChangedObject[] } = {},
) {
  const { entry } = await addApplication(app, head, more)
  await grantFor(app, head, "application")
  const { secret } = await head.send(webhookCalls.save, { id: entry.id, address, objects, isOff: false })
  if (secret === null) throw new Error("A new webhook has a secret")
  return {
    entry,
    secret,
    shown: () => head.send(webhookCalls.details, { id: entry.id }),
    states: async () => {
      const { deliveries } = await head.send(webhookCalls.details, { id: entry.id })
      return deliveries.map(({ answer, isTold, tries, nextAt }) => ({
        answer,
        isTold,
        tries,
        waits: nextAt !== null,
      }))
    },
  }
}

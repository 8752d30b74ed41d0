import { createHmac } from "node:crypto"
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { expect, onTestFinished, test } from "vitest"
import { outboundAnywhere } from "../../http/outbound/outbound.ts"
import { gatewayAt, webhookAt } from "./sms-gateway.ts"

interface Received {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A real HTTP server in the gateway's place. */
async function listening(answer: (response: ServerResponse, received: Received) => void) {
  const received: Received[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const one = { method: request.method, url: request.url, headers: request.headers, body }
    received.push(one)
    answer(response, one)
  }
  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send?app=1`, received }
}

const { fetch: send } = outboundAnywhere()
const secret = "a secret of the gateway"
const message = {
  id: "0f8fad5b-d9cb-469f-a165-70867728950e",
  phone: "13800000001",
  text: "【用户中心】您的验证码是123456",
}

test("a message is posted as JSON with its id as idempotency key and a signature", async () => {
  const { url, received } = await listening((response) => response.end("{}"))
  await gatewayAt(url, secret, { send, nowMs: () => 1_700_000_000_900 })(message)
  expect(received).toHaveLength(1)
  const [{ method, url: asked, headers, body }] = received as [Received]
  expect([method, asked]).toEqual(["POST", "/send?app=1"])
  expect(headers["content-type"]).toBe("application/json; charset=utf-8")
  expect(JSON.parse(body)).toEqual(message)
  expect(headers["idempotency-key"]).toBe(message.id)
  expect(headers["x-uc-timestamp"]).toBe("1700000000")
  const signature = createHmac("sha256", secret).update(`1700000000.${body}`).digest("hex")
  expect(headers["x-uc-signature"]).toBe(signature)
})

test("[DAY-11] a reminder is posted as the JSON that it is, signed the same way and without a phone", async () => {
  const { url, received } = await listening((response) => response.end("{}"))
  const json = JSON.stringify({ event: "notice.reminder", people: [{ account: "teacher" }] })
  await webhookAt(url, secret, { send, nowMs: () => 1_700_000_000_900 })({
    id: message.id,
    phone: "",
    text: json,
  })
  const [{ headers, body }] = received as [Received]
  expect([body, headers["idempotency-key"]]).toEqual([json, message.id])
  const signature = createHmac("sha256", secret).update(`1700000000.${json}`).digest("hex")
  expect(headers["x-uc-signature"]).toBe(signature)
})

test.each([400, 404, 429, 500, 503])(
  "an answer %d is a failure, and its error has no content of the message",
  async (status) => {
    const { url } = await listening((response, { body }) => response.writeHead(status).end(body))
    const failure = await gatewayAt(url, secret, { send })(message).catch((error: unknown) => error)
    expect(String(failure)).toContain(String(status))
    expect(`${String(failure)} ${JSON.stringify(failure)}`).not.toMatch(/138|验证码|123456|secret/)
  },
)

test("a gateway that hangs is aborted", async () => {
  const { url, received } = await listening(() => {})
  await expect(gatewayAt(url, secret, { send, timeoutMs: 300 })(message)).rejects.toThrow(/timeout/)
  expect(received).toHaveLength(1)
})

test("a redirect is not followed", async () => {
  const elsewhere = await listening((response) => response.end("{}"))
  const { url } = await listening((response) => response.writeHead(307, { location: elsewhere.url }).end())
  await expect(gatewayAt(url, secret, { send })(message)).rejects.toThrow("307")
  expect(elsewhere.received).toEqual([])
})

test("a gateway that can't be reached is a failure", async () => {
  await expect(gatewayAt("http://127.0.0.1:1/", secret, { send })(message)).rejects.toThrow("ECONNREFUSED")
})

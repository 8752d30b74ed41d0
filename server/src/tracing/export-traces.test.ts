import { lookup } from "node:dns"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { accountCalls } from "@uc/contract/account/calls"
import { noticeCalls } from "@uc/contract/notices/calls"
import { expect, onTestFinished, test } from "vitest"
import { testApp } from "../testing/test-app.ts"
import { exportTraces } from "./export-traces.ts"

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
  readonly status: { readonly code?: number }
}

/** A collector of OTLP over HTTP, as far as a test needs one. */
async function collector(status = 200) {
  const bodies: string[] = []
  const paths: (string | undefined)[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    paths.push(request.url)
    bodies.push(await text(request))
    response.writeHead(status, { "content-type": "application/json" }).end("{}")
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  const spans = () =>
    bodies.flatMap((body) => {
      const { resourceSpans } = JSON.parse(body) as {
        resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
      }
      return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
    })
  const { port } = server.address() as AddressInfo
  return { endpoint: `http://127.0.0.1:${port}`, paths, bodies, spans }
}

test("[OPS-2] each request is a span with its call, status and id, its transaction one below", async () => {
  const to = await collector()
  const faults: string[] = []
  const traces = exportTraces({
    lookup,
    endpoint: `${to.endpoint}/`,
    share: 1,
    version: "1",
    onFault: (line) => faults.push(line),
  })
  const app = await testApp()
  const head = await app.as("head-a1")
  const given = { traceparent: "00-11111111111111111111111111111111-2222222222222222-01" }
  const answer = await head.request(noticeCalls.list, { keyword: "王小明" }, given)
  await app.anonymous.request(accountCalls.current, {})
  await traces.stop()

  expect(new Set(to.paths)).toEqual(new Set(["/v1/traces"]))
  expect(faults).toEqual([])
  const request = to.spans().find(({ name }) => name === "notices.list")
  const said = Object.fromEntries(request?.attributes.map(({ key, value }) => [key, value]) ?? [])
  expect(said).toEqual({
    "http.request.method": { stringValue: noticeCalls.list.method },
    "http.response.status_code": { intValue: answer.statusCode },
    "uc.request_id": { stringValue: answer.headers["x-request-id"] },
  })
  // Whoever sends a request does not choose its trace.
  expect(request?.traceId).not.toBe("1".repeat(32))
  expect(request?.parentSpanId ?? "").toBe("")
  const below = to.spans().filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(below).toMatchObject([{ name: "transaction", traceId: request?.traceId }])
  const nanos = [
    request?.startTimeUnixNano,
    below[0]?.startTimeUnixNano,
    below[0]?.endTimeUnixNano,
    request?.endTimeUnixNano,
  ]
  expect(nanos.map(Number)).toEqual(nanos.map(Number).toSorted((a, b) => a - b))
  expect(to.spans().filter(({ name }) => name === "session.current")).toMatchObject([{ status: {} }])
  expect(to.bodies.join()).not.toMatch(/王小明|head-a1|keyword/)
})

test("[OPS-2] a collector that refuses is said in the log, and nothing else suffers", async () => {
  const to = await collector(400)
  const faults: string[] = []
  const traces = exportTraces({
    lookup,
    endpoint: to.endpoint,
    share: 1,
    version: "1",
    onFault: (line) => faults.push(line),
  })
  const app = await testApp()
  expect((await app.anonymous.request(accountCalls.current, {})).statusCode).toBe(401)
  await traces.stop()
  expect(faults.join()).toMatch(/400|OTLPExporterError/)
})

import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { expect, test } from "@playwright/test"
import { startProduct } from "../product.ts"

test.describe.configure({ timeout: 120_000 })

test("[OPS-2] with a collector named, the built product sends it traces; with a token it has /metrics", async () => {
  const received: string[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    received.push(`${request.url} ${await text(request)}`)
    response.writeHead(200, { "content-type": "application/json" }).end("{}")
  }
  const collector = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve))
  const { port } = collector.address() as AddressInfo
  const loaded = mkdtempSync(join(tmpdir(), "user-centre-loaded-"))
  try {
    const METRICS_TOKEN = "a-token-of-the-test"
    const product = await startProduct({
      DEMO: "off",
      METRICS_TOKEN,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      NODE_V8_COVERAGE: loaded,
    })
    expect((await fetch(`${product.address}/nowhere`)).status).toBe(404)
    expect((await fetch(`${product.address}/metrics`)).status).toBe(401)
    const scrape = await fetch(`${product.address}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    })
    const metrics = await scrape.text()
    expect(metrics).toContain("\nuc_database_up 1\n")
    // Every job is known before its first run has ended.
    expect(metrics).toMatch(/^uc_job_interval_seconds\{name="keep-months"\} 600$/m)
    // What waits is sent before it ends.
    await product.stop()
    expect(received.filter((each) => each.startsWith("/v1/traces ")).join()).toContain("no-such-address")
    const files = readdirSync(loaded).map((name) => readFileSync(join(loaded, name), "utf8"))
    expect(files.join()).toContain("/node_modules/@opentelemetry/sdk-trace")
  } finally {
    collector.close()
    rmSync(loaded, { recursive: true, force: true })
  }
})

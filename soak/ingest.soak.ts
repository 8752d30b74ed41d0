import { createHmac, randomUUID } from "node:crypto"
import { demoSource, alarmSourceCalls, signatureHeaders, signedHead } from "@uc/contract/alarm-sources/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import type { Call } from "@uc/contract/core/call"
import { expect, onTestFinished, test } from "vitest"
import { rmSync } from "node:fs"
import { startProduct, temporaryDataDir } from "../e2e/product.ts"
import { build } from "../scripts/prepare.mjs"

const kills = 10

async function ask(address: string, call: Call, input: object): Promise<{ status: number; data: unknown }> {
  const body = call.method === "POST" ? JSON.stringify(input) : ""
  const timestamp = String(Math.floor(Date.now() / 1000))
  const path = `${defaultSiteConfig.services[call.service]}${call.path}`
  const answer = await fetch(`${address}${path}`, {
    method: call.method,
    headers: {
      [signatureHeaders.source]: demoSource.key,
      [signatureHeaders.timestamp]: timestamp,
      [signatureHeaders.signature]: createHmac("sha256", demoSource.secret)
        .update(`${signedHead(timestamp, call.method, path)}${body}`)
        .digest("hex"),
      ...(body === "" ? {} : { "content-type": "application/json" }),
    },
    ...(body === "" ? {} : { body }),
  })
  return { status: answer.status, data: ((await answer.json()) as { data: unknown }).data }
}

test("[WARN-8] kill -9 of the server during ingest: every accepted alarm is there, none twice", async () => {
  await build()
  const dataDir = temporaryDataDir()
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const accepted: object[] = []
  for (let kill = 0; kill <= kills; kill++) {
    const product = await startProduct({ DATA_DIR: dataDir, DEMO: "on" })
    const { organisations } = alarmSourceCalls.organisations.output.parse(
      (await ask(product.address, alarmSourceCalls.organisations, {})).data,
    )
    // Whatever was called accepted before the last kill is there already.
    for (let at = 0; at < accepted.length; at += 100) {
      const items = accepted.slice(at, at + 100)
      const { data } = await ask(product.address, alarmSourceCalls.report, { items })
      const { repeated } = alarmSourceCalls.report.output.parse(data)
      expect(repeated).toBe(items.length)
      // The source has a pace of its own.
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    accepted.length = 0
    if (kill === kills) {
      await product.ended("SIGTERM")
      return
    }
    const life = { isOver: false }
    const worker = async () => {
      while (!life.isOver) {
        const items = Array.from({ length: 100 }, (_, at) => ({
          uuid: randomUUID(),
          orgid: organisations[at % organisations.length]?.orgid,
          model_code: "gas",
          alarm_level: 2,
          createtime: new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 19).replace("T", " "),
        }))
        // An answer that never came says nothing about any of them.
        const answer = await ask(product.address, alarmSourceCalls.report, { items }).catch(() => null)
        if (answer?.status !== 200) continue
        const { results } = alarmSourceCalls.report.output.parse(answer.data)
        accepted.push(...items.filter((_, at) => results[at]?.is === "accepted"))
      }
    }
    const working = Promise.all([worker(), worker(), worker(), worker()])
    await new Promise((resolve) => setTimeout(resolve, 500 + Math.random() * 1500))
    await product.ended("SIGKILL")
    life.isOver = true
    await working
    expect(accepted.length).toBeGreaterThan(0)
  }
})

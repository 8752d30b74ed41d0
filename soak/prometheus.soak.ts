import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { accountCalls } from "@uc/contract/account/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { expect, onTestFinished, test } from "vitest"
import { signedIn } from "../bench/product.ts"
import { startProduct } from "../e2e/product.ts"
import { freePort } from "../scripts/free-port.mjs"
import { build, root } from "../scripts/prepare.mjs"

const rules = join(root, "ops", "prometheus", "rules.yml")
const token = "a-token-of-the-soak"

/** Debian's package, which has promtool too. Without it nothing of this is proven, and that must not look like success. */
function needPrometheus(): void {
  const isThere = () => spawnSync("promtool", ["--version"]).status === 0
  if (isThere()) return
  spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "prometheus"], { stdio: "inherit" })
  if (!isThere())
    throw new Error("There is no promtool: install Debian's package prometheus and run this again.")
}

function promtool(args: readonly string[], input?: string) {
  const { status, stdout, stderr } = spawnSync("promtool", args, { input, encoding: "utf8" })
  return { status, said: `${stdout}${stderr}` }
}

interface Answer {
  readonly status: string
  readonly data: {
    readonly result: readonly {
      readonly metric: Readonly<Record<string, string>>
      readonly value: [number, string]
    }[]
  }
}

test("[OPS-2] promtool accepts rules and a scrape, and Debian's Prometheus scrapes the product", async () => {
  needPrometheus()
  expect(promtool(["check", "rules", rules])).toMatchObject({
    status: 0,
    said: expect.stringMatching(/SUCCESS: \d+ rules found/),
  })

  // Each rule fires when it should, and none while all is well.
  expect(promtool(["test", "rules", join(root, "ops", "prometheus", "rules.test.yml")])).toMatchObject({
    status: 0,
    said: expect.stringContaining("SUCCESS"),
  })

  await build()
  const product = await startProduct({ DEMO: "on", METRICS_TOKEN: token })
  onTestFinished(() => product.stop())
  const { name, value } = await signedIn(product.address, "admin")
  const { service, path } = accountCalls.current
  const current = `${product.address}${defaultSiteConfig.services[service]}${path}`
  const headers = { cookie: `${name}=${value}` }
  expect((await fetch(current, { headers })).status).toBe(200)
  expect((await fetch(`${product.address}/metrics`)).status).toBe(401)
  const scrape = await fetch(`${product.address}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  expect(promtool(["check", "metrics"], await scrape.text())).toEqual({ status: 0, said: "" })

  const folder = mkdtempSync(join(tmpdir(), "user-centre-prometheus-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  copyFileSync(rules, join(folder, "rules.yml"))
  writeFileSync(join(folder, "token"), token)
  const lines = [
    "global: { scrape_interval: 1s, evaluation_interval: 1s }",
    "rule_files: [rules.yml]",
    "scrape_configs:",
    "  - job_name: user-centre",
    `    authorization: { credentials_file: ${join(folder, "token")} }`,
    `    static_configs: [{ targets: ["${new URL(product.address).host}"] }]`,
  ]
  writeFileSync(join(folder, "prometheus.yml"), `${lines.join("\n")}\n`)
  const config = join(folder, "prometheus.yml")
  expect(promtool(["check", "config", config])).toMatchObject({ status: 0 })
  const port = await freePort()
  const prometheus = spawn(
    "prometheus",
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  )
  onTestFinished(async () => {
    const ended = once(prometheus, "exit")
    prometheus.kill()
    await ended
  })
  const asked = async (query: string) => {
    const url = `http://127.0.0.1:${port}/api/v1/query?${new URLSearchParams({ query }).toString()}`
    const answer = await fetch(url).catch(() => null)
    const { data } = answer?.ok ? ((await answer.json()) as Answer) : { data: { result: [] } }
    return data.result.map((each) => [each.metric, Number(each.value[1])] as const)
  }
  const patience = { timeout: 60_000, interval: 500 }
  await expect.poll(async () => (await asked("up == 1")).length, patience).toBe(1)
  await fetch(current, { headers })
  const rate = 'sum by (call) (increase(uc_requests_total{call="session.current",outcome="ok"}[30s]))'
  await expect.poll(async () => (await asked(rate))[0]?.[1] ?? 0, patience).toBeGreaterThan(0)
  expect(await asked("uc_database_up")).toMatchObject([[{ job: "user-centre" }, 1]])
  expect((await asked("uc_job_last_success_timestamp_seconds")).length).toBeGreaterThan(0)
  expect((await asked("uc_job_interval_seconds")).length).toBeGreaterThan(10)
  expect(
    await asked("histogram_quantile(0.5, sum by (le) (uc_request_duration_seconds_bucket))"),
  ).toHaveLength(1)

  // What it does when the product is gone: the first rule is about to fire.
  await product.ended("SIGTERM")
  const pending = 'ALERTS{alertname="UserCentreDown"}'
  await expect.poll(async () => (await asked(pending)).length, patience).toBe(1)
})

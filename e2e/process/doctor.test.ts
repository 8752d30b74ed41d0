import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "@playwright/test"
import { dataDirVariable } from "../database.ts"
import { temporaryDataDir } from "../product.ts"

const built = new URL("../../server/dist/doctor.js", import.meta.url).href

interface Answer {
  readonly ok: boolean
  readonly checks: readonly { readonly id: string; readonly state: string; readonly found: string }[]
}

function examined(variables: Readonly<Record<string, string>>, ...argv: readonly string[]) {
  const start = `import { main } from ${JSON.stringify(built)}; await main(process.argv.slice(1))`
  return spawnSync(process.execPath, ["--input-type=module", "--eval", start, "--", ...argv], {
    env: { ...process.env, ...variables },
    encoding: "utf8",
    timeout: 60_000,
  })
}

test("[OPS-7] npm run doctor examines the product that runs, and one that could not start", () => {
  const address = new URL(process.env["PRODUCT_ADDRESS"] ?? "")
  const running = { DATA_DIR: process.env[dataDirVariable] ?? "", PORT: address.port, DEMO: "on" }
  const { status, stdout } = examined(running, "--json")
  const { ok, checks } = JSON.parse(stdout) as Answer
  expect(checks.filter(({ state }) => state === "error")).toEqual([])
  expect([status, ok]).toEqual([0, true])
  const found = Object.fromEntries(checks.map((check) => [check.id, check.found]))
  expect(found["port"]).toBe(`The product is running on 127.0.0.1:${address.port}`)
  expect(found["database"]).toContain("It answers")
  expect(found["migrations"]).toContain("Up to date")
  expect(found["pepper"]).toBe("Stored in DATA_DIR")

  const folder = temporaryDataDir()
  try {
    const wrong = examined({
      DATA_DIR: join(folder, "data"),
      PORT: "0",
      HOST: "203.0.113.7",
      TRUST_PROXY: "no",
    })
    expect(wrong.status).toBe(1)
    expect(wrong.stdout).toMatch(/^ERROR {4}Variables +TRUST_PROXY: /m)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { webhookCalls } from "@uc/contract/applications/webhook-calls"
import { expect, onTestFinished, test } from "vitest"
import { listening } from "../../../testing/oidc/test-relying-party.ts"
import { grantFor } from "../../../testing/test-danger.ts"
import { testApp } from "../../../testing/test-app.ts"
import { told } from "../../../testing/webhooks/test-receiver.ts"

/** Both guides have the same samples. */
function sampleIn(guide: string, language: string): string {
  const text = readFileSync(new URL(`../../../../../docs/${guide}`, import.meta.url), "utf8")
  const found = new RegExp(`\`\`\`${language}\n([^]*?)\n\`\`\``, "g")
  const all = [...text.matchAll(found)]
    .map(([, code]) => code ?? "")
    .filter((code) => code.includes("webhook-id"))
  expect(all).toHaveLength(1)
  return all[0] ?? ""
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, "close")
  return port
}

const languages = [
  { language: "js", file: "receiver.mjs", command: process.execPath },
  { language: "python", file: "receiver.py", command: "python3" },
].filter(({ command }) => spawnSync(command, ["--version"]).status === 0)

test.each(languages)(
  "[SSO-5] the guide's receiver in $language takes a real notice, and no other",
  async ({ language, file, command }) => {
    const code = sampleIn("sso.md", language)
    expect(sampleIn("sso.zh-CN.md", language)).toBe(code)
    const app = await testApp({ innerNetworksForAll: ["127.0.0.1"] })
    await listening(app)
    const head = await app.as("head-a1")
    const port = await freePort()
    const { entry, secret, states } = await told(app, head, `http://127.0.0.1:${port}/`)
    const folder = mkdtempSync(join(tmpdir(), "receiver-"))
    const path = join(folder, file)
    writeFileSync(path, code)
    let said = ""
    const start = (given: string) => {
      const child = spawn(command, [path], {
        env: { PORT: String(port), WEBHOOK_SECRET: given },
        stdio: ["ignore", "pipe", "ignore"],
      })
      child.stdout.on("data", (part: Buffer) => (said += part.toString()))
      return child
    }
    const isUp = () =>
      fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      )
    const child = start(secret)
    onTestFinished(() => {
      child.kill("SIGKILL")
      rmSync(folder, { recursive: true })
    })
    await expect.poll(isUp, { timeout: 10_000 }).toBe(true)
    await head.send(webhookCalls.test, { id: entry.id })
    await expect.poll(states, { timeout: 8000 }).toMatchObject([{ answer: "204", isTold: true }])
    expect(said).toMatch(/^test 0 \d+ \{\}\s*$/)
    // With a secret that has been replaced and ended it takes nothing.
    await grantFor(app, head, "application-secret")
    await head.send(webhookCalls.renewSecret, { id: entry.id, endsOld: true })
    await head.send(webhookCalls.test, { id: entry.id })
    await expect
      .poll(async () => (await states())[0], { timeout: 8000 })
      .toMatchObject({ answer: "401", isTold: false })
  },
)

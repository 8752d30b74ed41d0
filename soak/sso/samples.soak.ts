import { spawnSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { accountCalls } from "@uc/contract/account/calls"
import { sampleValues, type SampleLanguage } from "@uc/contract/api-docs/samples/sample-group"
import { samples } from "@uc/contract/api-docs/samples/samples"
import { applicationKeyCalls } from "@uc/contract/applications/key-calls"
import { webhookCalls } from "@uc/contract/applications/webhook-calls"
import { domainCalls } from "@uc/contract/domains/calls"
import { casBase } from "@uc/contract/applications/cas"
import { afterAll, expect, test } from "vitest"
import { casApplication } from "../../server/src/testing/cas/test-cas-client.ts"
import { addApplication, Browser, listening } from "../../server/src/testing/oidc/test-relying-party.ts"
import { testApp } from "../../server/src/testing/test-app.ts"
import { sourceOf } from "../../server/src/testing/test-alarm-source.ts"
import { grantFor } from "../../server/src/testing/test-danger.ts"
import { told } from "../../server/src/testing/webhooks/test-receiver.ts"

const folder = mkdtempSync(join(tmpdir(), "user-centre-samples-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const programs: Readonly<Record<SampleLanguage, readonly [command: string, file: (name: string) => string]>> =
  {
    node: [process.execPath, (name) => `${name}.mjs`],
    java: ["java", (name) => `${name[0]?.toUpperCase() ?? ""}${name.slice(1)}.java`],
    python: ["python3", (name) => `${name}.py`],
  }

type Values = Partial<Record<keyof typeof sampleValues, string>>

/** As a vendor does: fill in the placeholders, save, run. */
function started(subject: string, language: SampleLanguage, values: Values, ...args: string[]) {
  const code = samples.find((each) => each.subject === subject)?.code[language] ?? ""
  const filled = Object.entries(values).reduce(
    (all, [name, value]) => all.replaceAll(`"${sampleValues[name as keyof Values]}"`, JSON.stringify(value)),
    code,
  )
  const [command, fileOf] = programs[language]
  const file = join(folder, fileOf(subject))
  writeFileSync(file, filled)
  return spawn(command, [file, ...args], { stdio: ["ignore", "pipe", "pipe"] })
}

async function run(
  subject: string,
  language: SampleLanguage,
  values: Values,
  ...args: string[]
): Promise<string> {
  const child = started(subject, language, values, ...args)
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(err, `${subject} ${language}`).toBe("")
  return out.trim()
}

const languages = (Object.keys(programs) as SampleLanguage[]).filter((language) => {
  const [command] = programs[language]
  const isThere = spawnSync(command, [language === "java" ? "-version" : "--version"]).status === 0
  if (!isThere) console.error(`NOT PROVEN: the samples for ${language}, because there is no ${command} here.`)
  return isThere
})

test.each(languages)(
  "[SSO-6] the sample programs in %s work as they stand on the API page",
  async (language) => {
    const app = await testApp()
    const base = await listening(app)
    const head = await app.as("head-a1")
    const teacher = await app.as("teacher-a1")
    const user = await teacher.send(accountCalls.current, {})
    const browser = new Browser(base, teacher.headers["cookie"])

    const callback = "https://oa.canary.example/callback"
    const { entry, secret } = await addApplication(app, head)
    const values = { portal: base, callback, clientId: entry.clientId, clientSecret: secret }
    const begun = JSON.parse(await run("oidc", language, values, "begin")) as Record<string, string>
    const back = await browser.follow(begun["address"] ?? "")
    expect(back.searchParams.get("state")).toBe(begun["state"])
    const code = back.searchParams.get("code") ?? ""
    const person = await run("oidc", language, values, "finish", code, begun["verifier"] ?? "")
    expect(JSON.parse(person)).toMatchObject({ sub: user.id, preferred_username: "teacher-a1" })

    await grantFor(app, head, "application-secret")
    const made = { id: entry.id, name: "同步", scopes: ["directory:read" as const], days: null }
    const { key: applicationKey } = await head.send(applicationKeyCalls.add, made)
    expect(await run("scim", language, { portal: base, applicationKey })).toContain("teacher-a1")

    const service = "https://jw.canary.example/cas"
    await addApplication(app, head, casApplication)
    const sent = await browser.follow(`${base}${casBase}/login?service=${encodeURIComponent(service)}`)
    const ticket = sent.searchParams.get("ticket") ?? ""
    expect(await run("cas", language, { portal: base, service }, ticket)).toContain("teacher-a1")

    const origin = "https://caiwu.canary.example"
    await grantFor(app, head, "domain")
    const { id } = await head.send(domainCalls.save, { name: "财务", domainIp: origin })
    await grantFor(app, head, "domain-secret")
    const { secret: domainSecret } = await head.send(domainCalls.renewSecret, { id })
    const guest = await teacher.send(domainCalls.ticket, { origin })
    expect(await run("tickets", language, { portal: base, domainSecret }, guest.ticket)).toContain(
      user.orgname,
    )

    const source = await sourceOf(app, head, user.orgid)
    const ofSource = { sourceKey: source.key, sourceSecret: source.secret, orgid: user.orgid }
    expect(await run("alarms", language, { portal: base, ...ofSource })).toMatch(/"accepted":\s*1/)
  },
)

test.each(languages)(
  "[SSO-5][SSO-6] the sample receiver in %s takes a real notice, and no other",
  async (language) => {
    const app = await testApp({ innerNetworksForAll: ["127.0.0.1"] })
    await listening(app)
    const head = await app.as("head-a1")
    const port = await freePort()
    const address = `http://127.0.0.1:${port}/`
    const { entry, secret, states } = await told(app, head, address)
    const child = started("webhooks", language, { webhookSecret: secret }, String(port))
    let out = ""
    child.stdout.on("data", (part: Buffer) => (out += part.toString()))
    const post = (headers: Record<string, string> = {}) =>
      fetch(address, { method: "POST", headers, body: "{}" }).then(
        ({ status }) => status,
        () => null,
      )
    try {
      const forged = { "webhook-id": "msg_1", "webhook-timestamp": "x", "webhook-signature": "v1,AAAA" }
      await expect.poll(() => post(), { timeout: 20_000, interval: 200 }).toBe(401)
      expect(await post(forged)).toBe(401)
      await head.send(webhookCalls.test, { id: entry.id })
      await expect.poll(states, { timeout: 20_000 }).toMatchObject([{ answer: "204", isTold: true }])
      expect(out).toContain('"type":"test"')
    } finally {
      child.kill()
    }
  },
)

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, "close")
  return port
}

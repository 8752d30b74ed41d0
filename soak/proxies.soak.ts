import { spawn, spawnSync, type ChildProcess } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { request as plainRequest } from "node:http"
import { request, type RequestOptions } from "node:https"
import type { IncomingHttpHeaders } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { accountCalls } from "@uc/contract/account/calls"
import { pictureFiles, pictureService, profileLimits } from "@uc/contract/account/profile-calls"
import { eventStream } from "@uc/contract/core/events"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { demoPassword } from "@uc/contract/demo/accounts"
import { expect, onTestFinished, test } from "vitest"
import { startProduct } from "../e2e/product.ts"
import { freePort } from "../scripts/free-port.mjs"
import { build, root } from "../scripts/prepare.mjs"

const { services } = defaultSiteConfig

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
  readonly body: string
}

interface Ports {
  readonly http: number
  readonly https: number
}

/** Writes the sample as it would stand on this machine, and gives the commands that check and run it. */
type Proxy = (
  folder: string,
  ports: Ports,
  product: string,
) => { readonly check: readonly string[]; readonly run: readonly string[] }

const nginx: Proxy = (folder, { http, https }, product) => {
  const sample = readFileSync(join(root, "ops/nginx/user-centre.conf"), "utf8")
    .replaceAll(/listen (\[::\]:)?80;/g, `listen 127.0.0.1:${http};`)
    .replaceAll(/listen (\[::\]:)?443 ssl http2;/g, `listen 127.0.0.1:${https} ssl http2;`)
    // Each address once: the sample has it for IPv4 and IPv6.
    .replaceAll(/(listen [^\n]+\n)\s*\1/g, "$1")
    .replace("return 301 https://$host$request_uri", `return 301 https://$host:${https}$request_uri`)
    .replaceAll("portal.example.cn", "localhost")
    .replaceAll("/etc/ssl/user-centre/", `${folder}/`)
    .replace("server 127.0.0.1:8080", `server ${product}`)
  writeFileSync(join(folder, "user-centre.conf"), sample)
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  writeFileSync(
    join(folder, "nginx.conf"),
    `user root; daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}\n` +
      `http { access_log off; ${temporary.join(" ")} include ${folder}/user-centre.conf; }\n`,
  )
  const flags = ["nginx", "-c", join(folder, "nginx.conf"), "-p", folder]
  return { check: [...flags, "-t"], run: flags }
}

const caddy: Proxy = (folder, { http, https }, product) => {
  const sample = readFileSync(join(root, "ops/caddy/Caddyfile"), "utf8")
    .replace("portal.example.cn {", `localhost:${https} {`)
    .replaceAll("/etc/ssl/user-centre/", `${folder}/`)
    .replace("127.0.0.1:8080", product)
  writeFileSync(
    join(folder, "Caddyfile"),
    `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n\tstorage file_system ${folder}/storage\n}\n${sample}`,
  )
  const flags = ["--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"]
  return { check: ["caddy", "validate", ...flags], run: ["caddy", "run", ...flags] }
}

function certificate(folder: string): string {
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
  const files = ["-keyout", join(folder, "privkey.pem"), "-out", join(folder, "fullchain.pem")]
  const made = spawnSync(
    "openssl",
    "req -x509 -newkey rsa:2048 -nodes -days 2".split(" ").concat(subject, files),
  )
  if (made.status !== 0) throw new Error("NOT TRIED: openssl is needed for a certificate.")
  return readFileSync(join(folder, "fullchain.pem"), "utf8")
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on("exit", () => resolve())
    child.kill("SIGTERM")
  })
}

/** A picture of one pixel, with as many bytes behind it as are wanted; decoders read none of them. */
function pictureOf(bytes: number): Buffer {
  const pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
  const picture = Buffer.from(pixel, "base64")
  return Buffer.concat([picture, Buffer.alloc(bytes - picture.length)])
}

test.for([
  ["nginx", nginx],
  ["caddy", caddy],
] as const)(
  "[OPS-7] through the sample for %s one signs in over https, events arrive within 2 s and uploads at the limit pass",
  async ([name, proxy]) => {
    if (spawnSync(name, [name === "nginx" ? "-v" : "version"]).error)
      throw new Error(`NOT TRIED: \`apt-get install ${name}\` is needed.`)
    await build()
    const folder = mkdtempSync(join(tmpdir(), `user-centre-${name}-`))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const ca = certificate(folder)
    const ports = { http: await freePort(), https: await freePort() }
    const address = `https://localhost:${ports.https}`
    const product = await startProduct({
      DEMO: "on",
      TRUST_PROXY: "1",
      STATIC_ADDRESS: `${address}/static/usercenter/`,
    })
    onTestFinished(() => product.stop())
    const { check, run } = proxy(folder, ports, new URL(product.address).host)
    const checked = spawnSync(check[0] ?? "", check.slice(1), { encoding: "utf8" })
    expect(checked.status, checked.stderr).toBe(0)
    const child = spawn(run[0] ?? "", run.slice(1), {
      stdio: "ignore",
      env: { ...process.env, HOME: folder },
    })
    onTestFinished(() => stop(child))

    const ask = (path: string, options: RequestOptions = {}, body?: Buffer | string) =>
      new Promise<Answer>((resolve, reject) => {
        const asked = request(`${address}${path}`, { ca, ...options }, (answer) => {
          const parts: Buffer[] = []
          answer.on("data", (part: Buffer) => parts.push(part))
          answer.on("end", () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              rawHeaders: answer.rawHeaders,
              body: Buffer.concat(parts).toString(),
            }),
          )
        })
        asked.on("error", reject)
        asked.end(body)
      })
    await expect
      .poll(
        () =>
          ask("/static/usercenter/").then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 20_000 },
      )
      .toBe(200)

    // http leads to https.
    const plain = await new Promise<Pick<Answer, "status" | "headers">>((resolve, reject) => {
      plainRequest(
        { host: "127.0.0.1", port: ports.http, path: "/x?y=1", headers: { host: "localhost" } },
        (answer) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }),
      )
        .on("error", reject)
        .end()
    })
    expect([301, 302, 308]).toContain(plain.status)
    expect(plain.headers.location).toMatch(/^https:\/\/localhost(:\d+)?\/x\?y=1$/)

    // Signing in; a cookie that plain http never gets.
    const { signIn } = accountCalls
    const password = createHash("md5").update(demoPassword).digest("hex").toUpperCase()
    const signedIn = await ask(
      `${services[signIn.service]}${signIn.path}`,
      {
        method: signIn.method,
        headers: { "content-type": "application/x-www-form-urlencoded", origin: address },
      },
      new URLSearchParams({ account: "school", password }).toString(),
    )
    expect(signedIn.status, signedIn.body).toBe(200)
    const session =
      signedIn.headers["set-cookie"]?.find((cookie) => cookie.startsWith("__Host-uc_sid=")) ?? ""
    expect(session).toMatch(/; Secure/i)
    expect(signedIn.rawHeaders.filter((header) => /^strict-transport-security$/i.test(header))).toHaveLength(
      1,
    )
    const cookie = session.split(";")[0] ?? ""

    // The command sees the same from the server's side.
    const doctor = spawnSync(process.execPath, [join(root, "scripts/doctor.mjs"), "--json"], {
      encoding: "utf8",
      env: {
        ...process.env,
        DATA_DIR: product.dataDir,
        PORT: new URL(product.address).port,
        DEMO: "on",
        TRUST_PROXY: "1",
        STATIC_ADDRESS: `${address}/static/usercenter/`,
      },
    })
    const { checks } = JSON.parse(doctor.stdout) as { checks: { id: string; found: string }[] }
    expect(checks.find(({ id }) => id === "proxy")?.found).toContain("X-Forwarded-Proto arrives")
    expect(checks.find(({ id }) => id === "port")?.found).toContain("The product is running")

    // What is for monitors inside stays inside.
    expect((await ask("/readyz")).status).toBe(404)
    expect((await ask("/healthz")).status).toBe(404)

    // An upload at the limit passes, one beyond it is refused.
    const upload = (bytes: number) =>
      ask(
        `${services[pictureService]}${pictureFiles.own}`,
        {
          method: "POST",
          headers: {
            "content-type": "application/octet-stream",
            "content-length": bytes,
            origin: address,
            cookie,
          },
        },
        pictureOf(bytes),
      )
    const atLimit = await upload(profileLimits.pictureBytes)
    expect(atLimit.status, atLimit.body).toBe(200)
    expect(
      await upload(profileLimits.pictureBytes + 1).then(
        ({ status }) => status,
        () => "cut off",
      ),
    ).toBe(413)

    // Events arrive at once.
    const heard: { text: string; atMs: number }[] = []
    const streaming = request(
      `${address}${services[eventStream.service]}${eventStream.path}`,
      { ca, headers: { cookie, accept: "text/event-stream" } },
      (answer) =>
        answer.on("data", (part: Buffer) => heard.push({ text: part.toString(), atMs: performance.now() })),
    )
    streaming.on("error", () => {})
    streaming.end()
    onTestFinished(() => void streaming.destroy())
    // The first ones say that anything may be new.
    await expect.poll(() => heard.length, { timeout: 5000 }).toBeGreaterThan(0)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    heard.splice(0)
    const sent = spawnSync(
      process.execPath,
      [
        join(root, "scripts/alarm.mjs"),
        "--org",
        "文澜区第一小学",
        "--type",
        "gas",
        "--level",
        "1",
        "--to",
        product.address,
      ],
      { encoding: "utf8", env: { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, "fullchain.pem") } },
    )
    const sentMs = performance.now()
    expect(sent.status, sent.stderr).toBe(0)
    await expect
      .poll(() => heard.some(({ text }) => text.includes('"alarms"')), { timeout: 5000, interval: 20 })
      .toBe(true)
    const tookMs = (heard.find(({ text }) => text.includes('"alarms"'))?.atMs ?? 0) - sentMs
    console.log(
      `${name}: the alarm was on the stream ${Math.round(tookMs)} ms after its sender had its answer`,
    )
    expect(tookMs).toBeLessThan(2000)
  },
)

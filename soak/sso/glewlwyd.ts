import { spawn, spawnSync } from "node:child_process"
import { generateKeyPairSync } from "node:crypto"
import { once } from "node:events"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { gunzipSync } from "node:zlib"
import { onTestFinished } from "vitest"
import { freePort } from "../../scripts/free-port.mjs"

const program = "/usr/bin/glewlwyd"
const schema = "/usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz"
const modules = "/usr/lib/glewlwyd"
const sqlite = "/usr/bin/sqlite3"

/** Debian's packages. Without them nothing of this is proven, and that must not look like success. */
function needGlewlwyd(): void {
  const isThere = () => [program, schema, modules, sqlite].every((path) => existsSync(path))
  if (isThere()) return
  // Debian would start one of its own.
  const env = { ...process.env, RUNLEVEL: "1", DEBIAN_FRONTEND: "noninteractive" }
  const args = ["install", "-y", "--no-install-recommends", "glewlwyd", "sqlite3"]
  spawnSync("apt-get", args, { stdio: "inherit", env })
  if (!isThere())
    throw new Error(
      "NOT PROVEN: there is no glewlwyd. Install Debian's packages glewlwyd and sqlite3 as root (with their documentation, which has the schema) and run this again.",
    )
}

interface GlewlwydUser {
  readonly username: string
  readonly name: string
  readonly password: string
}

interface GlewlwydClient {
  readonly id: string
  readonly secret: string
  readonly callback: string
  readonly afterSignOut: string
}

/** A browser at glewlwyd: it keeps cookies and follows nothing. */
class GlewlwydBrowser {
  readonly #api: string
  readonly #jar = new Map<string, string>()

  constructor(api: string) {
    this.#api = api
  }

  async ask(method: string, path: string, body?: unknown): Promise<Response> {
    const answer = await fetch(path.startsWith("http") ? path : `${this.#api}${path}`, {
      method,
      headers: {
        cookie: [...this.#jar].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: "manual",
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split("=")
      this.#jar.set(name, value)
    }
    return answer
  }

  async must(method: string, path: string, body?: unknown): Promise<Response> {
    const answer = await this.ask(method, path, body)
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
}

export interface RunningGlewlwyd {
  readonly issuer: string
  readonly log: () => string
  addClient(client: GlewlwydClient): Promise<void>
  addUser(user: GlewlwydUser): Promise<void>
  browser(): GlewlwydBrowser
  /** What its login page does for somebody who types their password and agrees. Gives where the browser is sent back to. */
  signIn(browser: GlewlwydBrowser, to: URL, user: GlewlwydUser): Promise<URL>
}

const scopes = ["profile", "email"]

/** Debian's glewlwyd on loopback alone, with an OpenID Connect plugin; stopped and removed with the test. */
export async function startGlewlwyd(): Promise<RunningGlewlwyd> {
  needGlewlwyd()
  const folder = mkdtempSync(join(tmpdir(), "user-centre-glewlwyd-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const database = join(folder, "glewlwyd.db")
  const made = spawnSync(sqlite, [database], { input: gunzipSync(readFileSync(schema)) })
  if (made.status !== 0) throw new Error(`sqlite3: ${made.stderr.toString()}`)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const file = join(folder, "glewlwyd.conf")
  const settings = {
    bind_address: "127.0.0.1",
    external_url: origin,
    login_url: "login.html",
    api_prefix: "api",
    log_mode: "console",
    log_level: "INFO",
    session_key: "GLEWLWYD2_SESSION_ID",
    admin_scope: "g_admin",
    profile_scope: "g_profile",
    user_module_path: `${modules}/user`,
    client_module_path: `${modules}/client`,
    user_auth_scheme_module_path: `${modules}/scheme`,
    plugin_module_path: `${modules}/plugin`,
    hash_algorithm: "SHA512",
  }
  const lines = [
    `port=${port}`,
    "session_expiration=3600",
    ...Object.entries(settings).map(([name, value]) => `${name}="${value}"`),
    `database = { type = "sqlite3"; path = "${database}" };`,
  ]
  writeFileSync(file, `${lines.join("\n")}\n`)
  const said: string[] = []
  const child = spawn(program, [`--config-file=${file}`], { stdio: ["ignore", "pipe", "pipe"] })
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => said.push(part.toString()))
  const ended = once(child, "exit")
  onTestFinished(async () => {
    child.kill("SIGTERM")
    await ended
  })
  const log = () => said.join("")
  const api = `${origin}/api`
  const isUp = () =>
    fetch(`${origin}/config`).then(
      () => true,
      () => false,
    )
  for (let n = 0; !(await isUp()); n++) {
    if (n === 100 || child.exitCode !== null) throw new Error(`glewlwyd did not start: ${log()}`)
    await delay(100)
  }

  const admin = new GlewlwydBrowser(api)
  // As its schema comes.
  await admin.must("POST", "/auth/", { username: "admin", password: "password" })
  const issuer = `${api}/oidc`
  await admin.must("POST", "/mod/plugin/", {
    module: "oidc",
    name: "oidc",
    display_name: "OpenID Connect",
    parameters: pluginParameters(issuer),
  })
  for (const name of scopes)
    await admin.must("POST", "/scope/", {
      name,
      display_name: name,
      description: name,
      password_required: false,
      scheme: {},
    })

  return {
    issuer,
    log,
    browser: () => new GlewlwydBrowser(api),
    async addClient({ id, secret, callback, afterSignOut }) {
      await admin.must("POST", "/client/", {
        client_id: id,
        name: id,
        confidential: true,
        enabled: true,
        client_secret: secret,
        redirect_uri: [callback],
        post_logout_redirect_uri: afterSignOut,
        authorization_type: ["code"],
        token_endpoint_auth_method: ["client_secret_basic"],
        scope: ["openid"],
      })
    },
    async addUser(user) {
      await admin.must("POST", "/user/", { ...user, enabled: true, scope: ["openid", ...scopes] })
    },
    async signIn(browser, to, { username, password }) {
      const first = await browser.ask("GET", to.href)
      if (first.status !== 302 || !first.headers.get("location")?.startsWith(`${origin}/login.html?`))
        throw new Error(`No login page: ${first.status} ${log()}`)
      await browser.must("POST", "/auth/", { username, password })
      const clientId = to.searchParams.get("client_id") ?? ""
      const scope = to.searchParams.get("scope") ?? ""
      await browser.must("PUT", `/auth/grant/${clientId}/`, { scope })
      const back = await browser.ask("GET", `${to.href}&g_continue`)
      const location = back.headers.get("location")
      if (back.status !== 302 || location === null) throw new Error(`No way back: ${back.status} ${log()}`)
      return new URL(location)
    },
  }
}

function pluginParameters(iss: string): Record<string, unknown> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  })
  return {
    iss,
    "jwt-type": "rsa",
    "jwt-key-size": "256",
    key: privateKey,
    cert: publicKey,
    "access-token-duration": 3600,
    "refresh-token-duration": 3600,
    "code-duration": 600,
    "refresh-token-rolling": true,
    "allow-non-oidc": false,
    "auth-type-code-enabled": true,
    "auth-type-token-enabled": false,
    "auth-type-id-token-enabled": true,
    "auth-type-password-enabled": false,
    "auth-type-client-enabled": false,
    "auth-type-refresh-enabled": true,
    "pkce-allowed": true,
    "pkce-method-plain-allowed": false,
    "jwks-show": true,
    "session-management-allowed": true,
    "session-cookie-name": "GLEWLWYD2_OIDC_SID",
    "session-cookie-expiration": 3600,
    "subject-type": "public",
    "name-claim": "mandatory",
    "email-claim": "no",
    claims: [
      {
        name: "preferred_username",
        "user-property": "username",
        type: "string",
        mandatory: true,
        "on-demand": false,
        scope: [],
      },
    ],
  }
}

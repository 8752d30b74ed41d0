import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { onTestFinished } from "vitest"
import { freePort } from "../../scripts/free-port.mjs"

const program = "/usr/sbin/apache2"
const modules = "/usr/lib/apache2/modules"

/** Debian's packages. Without them nothing of this is proven, and that must not look like success. */
function needApache(module: string, debianPackage: string): void {
  const isThere = () => existsSync(program) && existsSync(join(modules, module))
  if (isThere()) return
  // Debian would start an Apache of its own, on port 80.
  const env = { ...process.env, RUNLEVEL: "1", DEBIAN_FRONTEND: "noninteractive" }
  const args = ["install", "-y", "--no-install-recommends", "apache2", debianPackage]
  spawnSync("apt-get", args, { stdio: "inherit", env })
  if (!isThere())
    throw new Error(
      `NOT PROVEN: there is no Apache with ${module}. Install Debian's packages apache2 and ${debianPackage} as root and run this again.`,
    )
}

interface Wanted {
  /** As `mod_auth_cas.so`, and Debian's package that has it. */
  readonly module: string
  readonly debianPackage: string
  /** Modules of Apache's own beside those that every one needs, as `headers`. */
  readonly more?: readonly string[]
  readonly port: number
  /** What stands in the configuration beside that. `folder`: for whatever it keeps; it is removed with it. */
  readonly config: (at: { readonly folder: string; readonly origin: string }) => string
  /** Files of the site by name. */
  readonly pages: Readonly<Record<string, string>>
}

export interface RunningApache {
  readonly origin: string
  readonly log: () => string
}

/** A port for Apache, known before it starts: its address is part of what an application is registered with. */
export async function apachePort(): Promise<{ readonly port: number; readonly origin: string }> {
  const port = await freePort()
  return { port, origin: `http://127.0.0.1:${port}` }
}

/** Debian's Apache on loopback alone, with a configuration of its own; stopped and removed with the test. */
export async function startApache(wanted: Wanted): Promise<RunningApache> {
  const { module, debianPackage, more = [], port, config, pages } = wanted
  needApache(module, debianPackage)
  const folder = mkdtempSync(join(tmpdir(), "user-centre-apache-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const site = join(folder, "site")
  mkdirSync(site, { mode: 0o755 })
  for (const [name, text] of Object.entries(pages)) writeFileSync(join(site, name), text)
  const origin = `http://127.0.0.1:${port}`
  const errors = join(folder, "error.log")
  const own = ["mpm_event", "authn_core", "authz_core", "authz_user", "dir", "mime", ...more]
  const name = module.replace(/^mod_/, "").replace(/\.so$/, "_module")
  const lines = [
    ...own.map((each) => `LoadModule ${each}_module ${modules}/mod_${each}.so`),
    `LoadModule ${name} ${modules}/${module}`,
    `ServerName ${origin}`,
    `ServerRoot ${folder}`,
    `PidFile ${folder}/apache.pid`,
    `DefaultRuntimeDir ${folder}`,
    `Listen 127.0.0.1:${port}`,
    `ErrorLog ${errors}`,
    "LogLevel info",
    // As root it gives up its rights; else it has none.
    ...(process.getuid?.() === 0 ? ["User www-data", "Group www-data"] : []),
    `TypesConfig /etc/mime.types`,
    `DocumentRoot ${site}`,
    `<Directory ${site}>`,
    "  Require all granted",
    "</Directory>",
    config({ folder, origin }),
  ]
  const file = join(folder, "apache.conf")
  writeFileSync(file, `${lines.join("\n")}\n`)
  spawnSync("chown", ["-R", "www-data", folder])
  spawnSync("chmod", ["755", folder])
  const said: string[] = []
  const child = spawn(program, ["-f", file, "-DFOREGROUND"], { stdio: ["ignore", "pipe", "pipe"] })
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => said.push(part.toString()))
  const ended = once(child, "exit")
  onTestFinished(async () => {
    child.kill("SIGTERM")
    await ended
  })
  const log = () => `${said.join("")}${existsSync(errors) ? readFileSync(errors, "utf8") : ""}`
  for (let n = 0; n < 100; n++) {
    const answer = await fetch(origin, { redirect: "manual" }).catch(() => null)
    if (answer) return { origin, log }
    if (child.exitCode !== null) break
    await delay(100)
  }
  throw new Error(`Apache did not start: ${log()}`)
}

import { spawn, spawnSync } from "node:child_process"
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { accountCalls } from "@uc/contract/account/calls"
import { errtypes } from "@uc/contract/core/reply"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { expect, onTestFinished, test } from "vitest"
import { freePort } from "../scripts/free-port.mjs"
import { root } from "../scripts/prepare.mjs"

const data = "/var/lib/user-centre"
const settings = "/etc/user-centre/user-centre.env"
const unit = "/usr/lib/systemd/system/user-centre.service"
const program = "/usr/lib/user-centre/user-centre"
const signInPath = `${defaultSiteConfig.services[accountCalls.signIn.service]}${accountCalls.signIn.path}`

function run(command: string, ...args: readonly string[]) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C.UTF-8", DEBIAN_FRONTEND: "noninteractive" },
  })
  if (error) throw error
  return { status, said: `${stdout}${stderr}` }
}

function runs(command: string, ...args: readonly string[]): string {
  const { status, said } = run(command, ...args)
  expect(status, said).toBe(0)
  return said
}

/** What the unit says, by name; of a repeated name the last. */
function unitLines(): Map<string, string> {
  const lines = readFileSync(unit, "utf8").split("\n")
  return new Map(
    lines
      .flatMap((line) => /^(\w+)=(.*)$/.exec(line)?.slice(1, 3) ?? [])
      .reduce<[string, string][]>(
        (pairs, text, at, all) => (at % 2 === 0 ? [...pairs, [text, all[at + 1] ?? ""]] : pairs),
        [],
      ),
  )
}

/** Without those that have ended and that nobody has waited for: a container has no init that would. */
function processesOf(user: string): string[] {
  const lines = run("ps", "-u", user, "-o", "args=").said.split("\n")
  return lines.filter((args) => args !== "" && !args.endsWith("<defunct>"))
}

/** The same files under a later version, with a line more in the settings. */
function newerPackage(file: string, folder: string): string {
  const [unpacked, newer] = [join(folder, "newer"), join(folder, "newer.deb")]
  runs("dpkg-deb", "--raw-extract", file, unpacked)
  const control = join(unpacked, "DEBIAN", "control")
  writeFileSync(control, readFileSync(control, "utf8").replace(/^Version: .+$/m, "Version: 9.9.9"))
  appendFileSync(join(unpacked, settings), "# A new setting\n")
  // The quickest way: what is tried is the upgrade.
  runs("dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", unpacked, newer)
  return newer
}

function removeAll(): void {
  run("dpkg", "-P", "user-centre")
  rmSync(data, { recursive: true, force: true })
  run("deluser", "--system", "user-centre")
}

test("[OPS-7] the Debian package is built, installed, started as its unit says, upgraded, removed and purged; data stays", async () => {
  const isPossible = process.getuid?.() === 0 && existsSync("/usr/bin/dpkg-deb")
  if (!isPossible) throw new Error("NOT TRIED: the Debian package needs root on Debian or Ubuntu.")
  if (existsSync(data) || existsSync(unit))
    throw new Error("NOT TRIED: user-centre is installed on this machine already.")
  const folder = mkdtempSync(join(tmpdir(), "user-centre-deb-soak-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  console.log(runs(process.execPath, join(root, "scripts", "deb.mjs"), "--to", folder))
  const file = join(folder, readdirSync(folder).find((name) => name.endsWith(".deb")) ?? "")
  onTestFinished(removeAll)
  expect(runs("dpkg", "-i", file)).toContain("systemctl enable --now user-centre")
  runs("dpkg", "--verify", "user-centre")
  expect(statSync(settings).mode & 0o777).toBe(0o640)
  expect(runs("stat", "-c", "%U:%G", settings, data).split("\n").slice(0, 2)).toEqual([
    "root:user-centre",
    "user-centre:user-centre",
  ])
  const verified = run("systemd-analyze", "verify", unit)
  console.log(`systemd-analyze verify: ${verified.status} ${verified.said}`)
  expect(verified.said).not.toContain("user-centre.service")

  const port = await freePort()
  const own = readFileSync(settings, "utf8").replace("PORT=8080", `PORT=${port}`)
  writeFileSync(settings, own)
  const made = runs("user-centre", "first-admin", "--account", "admin", "--name", "张三")
  const password = /One-time password +(\S+)/.exec(made)?.[1] ?? ""
  expect(password).not.toBe("")

  const lines = unitLines()
  expect(lines.get("ExecStart")).toBe(`${program} start`)
  const environment = [...(lines.get("Environment") ?? "").split(" "), "PATH=/usr/sbin:/usr/bin:/sbin:/bin"]
  const child = spawn(
    "setpriv",
    [
      "--reuid",
      "user-centre",
      "--regid",
      "user-centre",
      "--init-groups",
      "--no-new-privs",
      "--bounding-set=-all",
      "env",
      "-i",
    ].concat(environment, program, "start"),
    { cwd: lines.get("WorkingDirectory"), stdio: "inherit" },
  )
  const ended = once(child, "exit")
  onTestFinished(() => void child.kill("SIGKILL"))
  const signedIn = runs(
    process.execPath,
    join(root, "soak", "sign-in-once.mjs"),
    `http://127.0.0.1:${port}`,
    signInPath,
    "admin",
    password,
  )
  // The one-time password was right: it asks for a password of one's own.
  expect(JSON.parse(signedIn)).toMatchObject({ page: 200, isPortal: true, errtype: errtypes.newPassword })
  expect(processesOf("user-centre").some((args) => args.includes("/native/bin/postgres"))).toBe(true)
  const beganMs = performance.now()
  child.kill("SIGTERM")
  expect((await ended)[0]).toBe(0)
  expect(performance.now() - beganMs).toBeLessThan(Number(lines.get("TimeoutStopSec")) * 1000)
  expect(processesOf("user-centre")).toEqual([])

  runs("dpkg", "-i", file)
  expect(readFileSync(settings, "utf8")).toBe(own)

  // A newer release with another sample of the settings, as docs/operations.zh-CN.md tells it: nobody answers, so it stops halfway.
  const newer = newerPackage(file, folder)
  expect(run("dpkg", "-i", newer).status).not.toBe(0)
  runs("dpkg", "--force-confold", "--configure", "-a")
  expect(runs("dpkg", "-s", "user-centre")).toMatch(/^Version: 9\.9\.9$/m)
  expect(readFileSync(settings, "utf8")).toBe(own)
  expect(readFileSync(`${settings}.dpkg-dist`, "utf8")).toContain("# A new setting")
  expect(existsSync(join(data, "secrets.json"))).toBe(true)

  runs("dpkg", "-r", "user-centre")
  expect([program, unit, "/usr/bin/user-centre"].filter(existsSync)).toEqual([])
  expect(existsSync(settings)).toBe(true)
  expect(runs("dpkg", "-P", "user-centre")).toContain(`The data in ${data} is kept.`)
  expect(existsSync(settings)).toBe(false)
  expect(existsSync(join(data, "secrets.json"))).toBe(true)
})

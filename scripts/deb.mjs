// `npm run deb -- --to FOLDER`: OPS-7, the release as a Debian package with a systemd unit.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { build, Failure, install, orFail, requireNode } from "./prepare.mjs"
import { architectures, makeDebianPackage } from "./release/debian-package.mjs"
import { fileTime } from "./release/file-time.mjs"
import { platforms } from "./release/release-files.mjs"
import { projectPackage, stageRelease } from "./release/stage-release.mjs"

const help = `npm run deb -- --to FOLDER [--platform linux-x64|linux-arm64] [--with-node FILE]

Makes user-centre_<version>_<architecture>.deb in FOLDER; needs dpkg-deb.
  --platform   which machine it is for; without it this one's
  --with-node  a node program to go with it, for systems whose own is older than 20.19, as Debian 12's is`

await orFail(async () => {
  requireNode()
  const { values } = readArguments()
  if (values.help) return console.log(help)
  if (values.to === undefined) throw new Failure(help)
  const platform = platforms.find(
    (each) => each === (values.platform ?? `${process.platform}-${process.arch}`),
  )
  if (!platform) throw new Failure(`--platform is ${platforms.join(" or ")}.`)
  install()
  await build()

  const to = resolve(values.to)
  mkdirSync(to, { recursive: true })
  const node = values["with-node"] ?? null
  const draft = mkdtempSync(join(tmpdir(), "user-centre-deb-"))
  try {
    const [release, staging, seconds] = [join(draft, "release"), join(draft, "package"), fileTime()]
    stageRelease({ folder: release, platforms: [platform], node, seconds })
    mkdirSync(staging)
    const { version } = projectPackage()
    const architecture = architectures[platform]
    const hasNode = node !== null
    const file = makeDebianPackage({ release, staging, to, version, architecture, hasNode, seconds })
    console.log(`Made ${file}`)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
})

function readArguments() {
  try {
    return parseArgs({
      options: {
        to: { type: "string" },
        platform: { type: "string" },
        "with-node": { type: "string" },
        help: { type: "boolean", default: false },
      },
    })
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
  }
}

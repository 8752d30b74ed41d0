// `npm run test:browsers [-- firefox webkitgtk]`: a tour of the built product in every browser engine that can be had here.
import { spawnSync } from "node:child_process"
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { engineList, neededPrograms, programOf } from "./browser-engines.mjs"
import { Failure, build, install, orFail, requireNode, root, run } from "./prepare.mjs"

/** @param {readonly string[]} packages */
function installPackages(packages) {
  if (packages.length === 0) return
  const wanted = [...packages, "fonts-noto-cjk"]
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) {
    const command = `apt-get install -y --no-install-recommends ${wanted.join(" ")}`
    console.log(`Not on this machine: ${packages.join(", ")}. On Debian, as root: ${command}`)
    return
  }
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  spawnSync("apt-get", ["update"], { stdio: "inherit", env })
  // One by one: what can't be had does not keep the others away.
  for (const each of wanted)
    spawnSync("apt-get", ["install", "-y", "--no-install-recommends", each], { stdio: "inherit", env })
}

await orFail(async () => {
  requireNode()
  install()
  const began = performance.now()
  const asked = process.argv.slice(2)
  const names = engineList.map(({ name }) => name)
  const unknown = asked.filter((name) => !names.some((each) => each === name))
  if (unknown.length > 0)
    throw new Failure(`No engine is called ${unknown.join(", ")}. There are ${names.join(", ")}.`)
  const chosen = engineList.filter(({ name }) => asked.length === 0 || asked.includes(name))
  const missingPrograms = () =>
    Object.entries(neededPrograms).filter(([program]) => programOf(program) === null)
  installPackages([
    ...missingPrograms().map(([, name]) => name),
    ...chosen.filter(({ find }) => find() === null).flatMap(({ packages }) => packages),
  ])
  const missing = missingPrograms().map(([program]) => program)
  if (missing.length > 0) throw new Failure(`Without ${missing.join(" and ")} no engine can be tested.`)
  const here = chosen.filter(({ find }) => find() !== null).map(({ name }) => name)
  const absent = chosen.map(({ name }) => name).filter((name) => !here.includes(name))
  if (here.length === 0) throw new Failure("None of the engines is on this machine.")
  await build()
  rmSync(join(root, ".cache", "browsers"), { recursive: true, force: true })
  const playwright = join(root, "node_modules", "@playwright", "test", "cli.js")
  const code = await run(
    process.execPath,
    [playwright, "test", "--config", "browsers/playwright.config.ts"],
    { env: { ...process.env, ENGINES: here.join(" ") } },
  )
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  console.log(`Pictures and table: .cache/browsers/. It took ${minutes} minutes.`)
  if (absent.length > 0) console.log(`Could not be had, and so not tested: ${absent.join(", ")}.`)
  // Whoever asks for an engine, or for all of them, is not told that all is well without it.
  process.exitCode = absent.length > 0 ? 1 : code
})

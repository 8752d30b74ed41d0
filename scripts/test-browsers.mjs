// `npm run test:browsers [-- firefox webkitgtk]`: a tour of the built product in every browser engine that can be had here.
import { spawnSync } from "node:child_process"
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { Failure, build, install, orFail, requireNode, root, run } from "./prepare.mjs"

const browserPath = process.env["PATH"] ?? ""

/** @param {string} program */
const hasProgram = (program) => browserPath.split(":").some((folder) => existsSync(join(folder, program)))
/** @param {string} name */
const hasModule = (name) => spawnSync("/usr/bin/python3", ["-c", `import ${name}`]).status === 0

/**
 * The names are those of browsers/engines.ts, which can't be read before the packages are there.
 * @type {Readonly<Record<string, { packages: readonly string[], isHere: () => boolean }>>}
 */
const engines = {
  firefox: { packages: ["firefox-esr"], isHere: () => hasProgram("firefox-esr") || hasProgram("firefox") },
  webkitgtk: { packages: ["webkit2gtk-driver"], isHere: () => hasProgram("WebKitWebDriver") },
  qtwebengine5: {
    packages: ["python3-pyqt5.qtwebengine"],
    isHere: () => hasModule("PyQt5.QtWebEngineWidgets"),
  },
  qtwebengine6: {
    packages: ["python3-pyqt6.qtwebengine"],
    isHere: () => hasModule("PyQt6.QtWebEngineWidgets"),
  },
  chromium: { packages: ["chromium"], isHere: () => hasProgram("chromium") || hasProgram("google-chrome") },
}
const needed = { Xvfb: "xvfb", openssl: "openssl" }

/** @param {readonly string[]} packages */
function installPackages(packages) {
  if (packages.length === 0) return
  const command = `apt-get install -y --no-install-recommends ${packages.join(" ")} fonts-noto-cjk`
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) {
    console.log(`Not on this machine: ${packages.join(", ")}. As root: ${command}`)
    return
  }
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  spawnSync("apt-get", ["update"], { stdio: "inherit", env })
  // One by one: what can't be had does not keep the others away.
  for (const each of [...packages, "fonts-noto-cjk"])
    spawnSync("apt-get", ["install", "-y", "--no-install-recommends", each], { stdio: "inherit", env })
}

await orFail(async () => {
  requireNode()
  install()
  const began = performance.now()
  const asked = process.argv.slice(2)
  const chosen = Object.entries(engines).filter(([name]) => asked.length === 0 || asked.includes(name))
  if (chosen.length === 0) throw new Failure(`These can be tested: ${Object.keys(engines).join(", ")}.`)
  const programs = Object.entries(needed).filter(([program]) => !hasProgram(program))
  installPackages([
    ...programs.map(([, name]) => name),
    ...chosen.filter(([, { isHere }]) => !isHere()).flatMap(([, { packages }]) => packages),
  ])
  const missing = Object.keys(needed).filter((program) => !hasProgram(program))
  if (missing.length > 0) throw new Failure(`Without ${missing.join(" and ")} no engine can be tested.`)
  const here = chosen.filter(([, { isHere }]) => isHere()).map(([name]) => name)
  const absent = chosen.map(([name]) => name).filter((name) => !here.includes(name))
  if (here.length === 0) throw new Failure("None of the engines is on this machine.")
  await build()
  rmSync(join(root, ".cache", "browsers"), { recursive: true, force: true })
  const playwright = join(root, "node_modules", "@playwright", "test", "cli.js")
  const code = await run(
    process.execPath,
    [playwright, "test", "--config", "browsers/playwright.config.ts"],
    {
      env: { ...process.env, ENGINES: here.join(" ") },
    },
  )
  if (absent.length > 0) console.log(`Could not be had, and so not tested: ${absent.join(", ")}.`)
  console.log(
    `Pictures: .cache/browsers/. It took ${((performance.now() - began) / 60_000).toFixed(1)} minutes.`,
  )
  process.exitCode = code
})

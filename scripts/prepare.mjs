// What `npm start` and `npm test` share: from a fresh clone to something that runs. Plain Node: nothing is installed yet.
import { spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const oldestNode = [20, 19]

/** OPS-7: a release has everything that it runs with. It installs and builds nothing, and its folder may be read-only. */
const isRelease = existsSync(join(root, "release.json"))

/** A failure that the person at the keyboard can act on; shown without a stack. */
export class Failure extends Error {}

/** @param {() => Promise<unknown>} work */
export async function orFail(work) {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error)
    process.exit(1)
  }
}

export function requireNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return
  throw new Failure(`Node ${oldestNode.join(".")} or later is needed; this is ${version}.`)
}

/**
 * npm tells its scripts about itself in variables, which a second npm would take for its own settings. What it needs to
 * reach the registry stays.
 * @param {NodeJS.ProcessEnv} environment
 */
export function withoutNpm(environment) {
  const kept =
    /^npm_config_(registry|cache|userconfig|globalconfig|(https?_|no)?proxy|noproxy|ca|cafile|strict_ssl|@.*|\/\/.*)$/i
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^npm_/i.test(name) || kept.test(name)),
  )
}

/** @param {readonly string[]} args */
export function npm(args) {
  const own = process.env["npm_execpath"]
  const [command, first] = own?.endsWith("js") ? [process.execPath, [own]] : ["npm", []]
  const { status } = spawnSync(command, [...first, ...args], {
    cwd: root,
    env: withoutNpm(process.env),
    stdio: "inherit",
    shell: command === "npm" && process.platform === "win32",
  })
  if (status !== 0) throw new Failure(`npm ${args.join(" ")} failed.`)
}

const packages = [".", "contract", "bridge", "server", "portal"]

/** Installs exactly what the lockfile says, when that or Node has changed. */
export function install() {
  if (isRelease) return
  const stamp = join(root, "node_modules", ".installed")
  const files = [...packages.map((name) => join(root, name, "package.json")), join(root, "package-lock.json")]
  const wanted = digest(files, `${process.version} ${process.platform} ${process.arch}`)
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return
  console.log("Installing packages …")
  // No package's own script is needed, so none is run. NODE_ENV=production would leave out what builds and tests.
  npm(["ci", "--ignore-scripts", "--include=dev", "--include=optional"])
  writeFileSync(stamp, wanted)
}

const builds = {
  portal: { folders: ["contract/src", "bridge/src", "portal"], result: "portal/dist/index.html" },
  server: { folders: ["contract/src", "server"], result: "server/dist/main.js" },
}

/** Builds the portal and the server where their sources have changed. */
export async function build() {
  if (isRelease) return
  const names = /** @type {(keyof typeof builds)[]} */ (Object.keys(builds))
  const stale = names.filter((name) => !isBuilt(name))
  if (stale.length === 0) return
  console.log(`Building ${stale.join(" and ")} …`)
  // Both to their end, so that what one says is not cut off by the other's failure.
  for (const outcome of await Promise.allSettled(stale.map((name) => buildOne(name)))) {
    if (outcome.status === "rejected") throw outcome.reason
  }
}

/** @param {keyof typeof builds} name */
const stampOf = (name) => join(root, ".cache", `built-${name}`)

/** @param {keyof typeof builds} name */
function sourceDigest(name) {
  const sources = builds[name].folders.flatMap((folder) => filesIn(join(root, folder)))
  return digest([...sources.toSorted(), join(root, "package-lock.json")], "")
}

/** @param {keyof typeof builds} name */
function isBuilt(name) {
  const stamp = stampOf(name)
  if (!existsSync(join(root, builds[name].result)) || !existsSync(stamp)) return false
  return readFileSync(stamp, "utf8") === sourceDigest(name)
}

/** @param {keyof typeof builds} name */
async function buildOne(name) {
  const wanted = sourceDigest(name)
  rmSync(stampOf(name), { force: true })
  const vite = join(root, "node_modules", "vite", "bin", "vite.js")
  // What runs is always the production build, also where a shell or a test runner has set another NODE_ENV.
  const env = { ...process.env, NODE_ENV: "production" }
  const code = await run(process.execPath, [vite, "build", "--logLevel", "warn"], {
    cwd: join(root, name),
    env,
  })
  if (code !== 0) throw new Failure(`The ${name} could not be built.`)
  mkdirSync(dirname(stampOf(name)), { recursive: true })
  writeFileSync(stampOf(name), wanted)
}

/**
 * Runs a command and returns its exit code.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit", ...options })
    child.on("error", reject)
    child.on("exit", (code) => resolve(code ?? 1))
  })
}

/**
 * Every file below a folder that may change what is built.
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return ["node_modules", "dist"].includes(entry.name) ? [] : filesIn(path)
    return /\.test\.[a-z]+$/.test(entry.name) ? [] : [path]
  })
}

/**
 * @param {readonly string[]} files
 * @param {string} salt
 */
function digest(files, salt) {
  const hash = createHash("sha256").update(salt)
  for (const file of files) hash.update(file).update(readFileSync(file))
  return hash.digest("hex")
}

// OPS-7: puts a release into a folder, from the built project and its installed packages.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { dirname, join, relative } from "node:path"
import { Failure, root } from "../prepare.mjs"
import { projectFiles } from "../project-files.mjs"
import { fetchPackage } from "./fetch-package.mjs"
import { sourceCommit } from "./file-time.mjs"
import {
  isDocument,
  isNeeded,
  launcher,
  operatorCommands,
  runsOn,
  runtimePackages,
  withImports,
} from "./release-files.mjs"

const read = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8")

/** @returns {{ version: string, engines: Record<string, string>, license: string, scripts: Record<string, string> }} */
export const projectPackage = () => JSON.parse(read("package.json"))

/**
 * @typedef {object} Wanted
 * @property {string} folder a new one
 * @property {readonly import("./release-files.mjs").Platform[]} platforms
 * @property {string | null} node a program to go with it; null: the machine has its own
 * @property {number} seconds the time of every file
 */

/** @param {Wanted} wanted */
export function stageRelease({ folder, platforms, node, seconds }) {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Failure(`${folder} is not empty.`)
  const project = projectPackage()
  const commands = operatorCommands(project.scripts)
  /** @type {(path: string, text: string) => void} */
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  copyTree(join(root, "portal", "dist"), join(folder, "portal", "dist"))
  copyTree(join(root, "server", "dist"), join(folder, "server", "dist"))
  for (const path of withImports(Object.values(commands), read)) write(path, read(path))
  for (const path of projectFiles().filter(isDocument)) write(path, read(path))
  copyTree(join(root, "ops"), join(folder, "ops"))

  const { packages } = JSON.parse(read("package-lock.json"))
  const places = runtimePackages(packages, platforms)
  for (const place of places) copyPackage(place, packages[place], join(folder, place))
  for (const place of places) makeLibraryLinks(join(folder, place, "native"))

  write(
    "package.json",
    json({
      name: "user-centre",
      version: project.version,
      private: true,
      license: project.license,
      type: "module",
      engines: project.engines,
      scripts: Object.fromEntries(
        Object.entries(commands).map(([name, script]) => [name, `exec node ${script}`]),
      ),
    }),
  )
  write(
    "release.json",
    json({
      version: project.version,
      commit: sourceCommit(),
      platforms,
      node: node ? "bin/node" : `${project.engines["node"]}, of the machine`,
      packages: Object.fromEntries(
        places.map((place) => [place.replace(/^node_modules\//, ""), packages[place].version]),
      ),
    }),
  )
  write("user-centre", launcher(Object.keys(commands)))
  if (node) {
    mkdirSync(join(folder, "bin"))
    copyFileSync(node, join(folder, "bin", "node"))
  }
  settle(folder, seconds)
}

const json = (/** @type {unknown} */ value) => `${JSON.stringify(value, null, 2)}\n`

/**
 * What was installed for this machine is copied; what another platform needs is fetched, and checked against the lockfile.
 * @param {string} place
 * @param {import("./release-files.mjs").LockedPackage} locked
 * @param {string} to
 */
function copyPackage(place, locked, to) {
  const installed = join(root, place)
  if (existsSync(installed)) return copyTree(installed, to)
  const own = /** @type {import("./release-files.mjs").Platform} */ (`${process.platform}-${process.arch}`)
  if (runsOn(locked, own)) throw new Failure(`${place} is not installed. Run \`npm ci --ignore-scripts\`.`)
  copyTree(fetchPackage(place, locked), to)
}

/**
 * Without packages inside: those have a place of their own in the lockfile.
 * @param {string} from
 * @param {string} to
 */
function copyTree(from, to) {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.name === "node_modules" || !isNeeded(entry.name)) continue
    if (entry.isDirectory()) copyTree(source, target)
    else if (entry.isFile()) copyFileSync(source, target)
  }
}

/**
 * The package of PostgreSQL says which links its libraries need. Its install script, which is not run, or the first start
 * makes them; where the folder is read-only, nobody could.
 * @param {string} native
 */
function makeLibraryLinks(native) {
  const list = join(native, "pg-symlinks.json")
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")))
    symlinkSync(relative(dirname(target), source), join(dirname(native), target))
}

/**
 * The same rights and times on whatever machine it was made.
 * @param {string} path
 * @param {number} seconds
 */
function settle(path, seconds) {
  const entry = lstatSync(path)
  if (entry.isDirectory()) {
    for (const name of readdirSync(path)) settle(join(path, name), seconds)
    chmodSync(path, 0o755)
  } else if (entry.isFile()) chmodSync(path, isProgram(path) ? 0o755 : 0o644)
  lutimesSync(path, seconds, seconds)
}

/** PostgreSQL's, our own node, and scripts: not by their rights, which npm and umask decide. */
function isProgram(/** @type {string} */ path) {
  return /\/native\/bin\/[^/]+$|\/bin\/node$|\/user-centre$/.test(path)
}

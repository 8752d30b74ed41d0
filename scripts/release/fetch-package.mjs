// OPS-7: a package that npm did not install here, because it is for another kind of machine.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { Failure, npm, root } from "../prepare.mjs"

/**
 * Unpacked below .cache, where the next release finds it.
 * @param {string} place as in the lockfile
 * @param {import("./release-files.mjs").LockedPackage} locked
 */
export function fetchPackage(place, { version, integrity }) {
  const name = place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length)
  const folder = join(root, ".cache", "release", `${name.replace("/", "+")}@${version}`)
  if (existsSync(folder)) return folder
  console.log(`Fetching ${name} ${version} …`)
  const draft = `${folder}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  try {
    npm(["pack", "--silent", "--ignore-scripts", "--pack-destination", draft, `${name}@${version}`])
    const archive = join(draft, readdirSync(draft)[0] ?? "")
    const found = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`
    if (found !== integrity) throw new Failure(`${name} ${version} is not what the lockfile has.`)
    runTar(["-xzf", archive, "-C", draft])
    renameSync(join(draft, "package"), folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return folder
}

/** @param {readonly string[]} args */
export function runTar(args) {
  const { status, error, stderr } = spawnSync("tar", args, {
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C" },
  })
  if (error) throw new Failure(`A release is packed by GNU tar, which can't be run: ${error.message}`)
  if (status !== 0) throw new Failure(`tar failed: ${stderr}`)
}

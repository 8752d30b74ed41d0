import { spawnSync } from "node:child_process"
import { root } from "../prepare.mjs"

/**
 * The time of every file of a release, in seconds. A browser asks whether the portal's page has changed by size and time, and
 * pages of two releases may have the same size: so the time is never one and the same for all releases. It is the commit's,
 * which makes releases reproducible, or SOURCE_DATE_EPOCH; where there is neither, or the sources were changed, the present.
 * @param {NodeJS.ProcessEnv} [environment]
 */
export function fileTime(environment = process.env) {
  const given = environment["SOURCE_DATE_EPOCH"]
  if (given && /^\d+$/.test(given)) return Number(given)
  const changed = git(["status", "--porcelain"])
  const committed = git(["log", "-1", "--format=%ct"])
  if (changed === "" && committed) return Number(committed)
  console.log("The sources are no commit, so this release can't be made a second time byte for byte.")
  return Math.floor(Date.now() / 1000)
}

/** The commit that a release is of, for 运行状态; null: the sources are no commit. */
export function sourceCommit() {
  return git(["status", "--porcelain"]) === "" ? git(["rev-parse", "HEAD"]) : null
}

/** @param {readonly string[]} args */
function git(args) {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" })
  return status === 0 ? stdout.trim() : null
}

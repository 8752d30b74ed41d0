import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./prepare.mjs"

const isRelease = existsSync(join(root, "release.json"))
const typed = (/** @type {string} */ name) => {
  if (isRelease) return `user-centre ${name}`
  return name === "start" ? "npm start" : `npm run ${name}`
}

const help = `${typed("start")}

Starts the server; it takes no options but --help and --version. Everything else is set by variables, which README.md lists:
DATABASE_URL or DATA_DIR, PORT, HOST, PEPPER, STATIC_ADDRESS, TRUST_PROXY and others.
${typed("doctor")} says beforehand what is wrong with them. The first administrator comes by ${typed("first-admin")}.`

/**
 * OPERATE-6: what the start answers about itself. Null: nothing was asked, and it starts. An option that nobody knows is
 * refused, because a start migrates the database, which nobody can take back.
 * @param {readonly string[]} argv
 * @returns {{ said: string, code: number } | null}
 */
export function startAnswer(argv) {
  if (argv.length === 0) return null
  if (argv.includes("--help") || argv.includes("-h")) return { said: help, code: 0 }
  if (argv.includes("--version")) return { said: ownVersion(), code: 0 }
  return { said: `${argv[0]} is no option of this command.\n\n${help}`, code: 1 }
}

function ownVersion() {
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  return version
}

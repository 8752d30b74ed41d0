import { parseArgs } from "node:util"
import { productVersion } from "../http/installation.ts"
import { told } from "./told.ts"

/**
 * OPERATE-6: what every command answers about itself, before it reads a variable or touches a database. True: it was asked, and
 * nothing else is to be done.
 */
export function isAskedOfItself(argv: readonly string[], help: string): boolean {
  // Not strict: an option of the command's own beside it is no reason to do what it would do.
  const { values } = parseArgs({
    args: [...argv],
    options: { help: { type: "boolean", short: "h" }, version: { type: "boolean" } },
    strict: false,
  })
  if (values.help !== true && values.version !== true) return false
  console.log(values.help === true ? told(help) : productVersion)
  return true
}

import { existsSync } from "node:fs"

/** A release has no npm: its program is called user-centre (scripts/release). Of the built server, release.json is two folders up. */
const isOfRelease = existsSync(new URL("../../release.json", import.meta.url))

/** A command as the operator of this installation types it, for usages and advice. */
export function typedCommand(name: string, options = "", isRelease = isOfRelease): string {
  const more = options === "" ? "" : ` ${options}`
  if (isRelease) return `user-centre ${name}${more}`
  if (name === "start") return "npm start"
  return `npm run ${name}${more && ` --${more}`}`
}

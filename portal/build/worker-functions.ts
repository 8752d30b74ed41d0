import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Plugin } from "vite"
import { withoutComments } from "./boot-script.ts"

const source = join(import.meta.dirname, "..", "src", "boot", "missing-functions.js")

/**
 * BROWSER-20: a worker has a language of its own, to which boot.js adds nothing. What older browsers lack stands at the beginning of its
 * file: the few hundred bytes are not worth a second one.
 */
export function workerFunctions(): Plugin {
  return {
    name: "worker-functions",
    apply: "build",
    renderChunk(code, { isEntry }) {
      return isEntry ? { code: `${withoutComments(readFileSync(source, "utf8"))};${code}`, map: null } : null
    },
  }
}

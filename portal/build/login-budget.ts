import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Plugin } from "vite"
import { brotli } from "./brotli.ts"
import { chunksOf, filesNeededBy, loginPage } from "./chunk-files.ts"

/** What may be fetched before the account box of /newLogin takes input: script and style, compressed. */
const loginBudgetBytes = 125_000

/** Measured on the files as they are written: only they hold the names of all that a chunk may fetch later. */
export function loginBudget(): Plugin {
  return {
    name: "login-budget",
    apply: "build",
    writeBundle({ dir = "" }, bundle) {
      const roots = chunksOf(bundle).filter(
        (chunk) => chunk.isEntry || chunk.facadeModuleId?.endsWith(loginPage),
      )
      // The document has a script and a style sheet in itself (document-frame.ts), so the whole of it counts.
      const files = [...filesNeededBy(bundle, ...roots), "index.html"]
      const total = files.reduce((sum, file) => sum + brotli(readFileSync(join(dir, file))).length, 0)
      const kilobytes = (total / 1000).toFixed(1)
      this.info(`/newLogin: ${kilobytes} kB of script and style in ${files.length} files (brotli)`)
      if (total > loginBudgetBytes)
        this.error(`/newLogin takes ${kilobytes} kB, above ${loginBudgetBytes / 1000} kB`)
    },
  }
}

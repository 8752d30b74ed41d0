import type { Plugin } from "vite"
import { brotli } from "./brotli.ts"
import { chunksOf, filesNeededBy, loginPage } from "./chunk-files.ts"

/** What may be fetched before the account box of /newLogin takes input: script and style, compressed. */
const loginBudgetBytes = 120_000

export function loginBudget(): Plugin {
  return {
    name: "login-budget",
    apply: "build",
    generateBundle(_options, bundle) {
      const roots = chunksOf(bundle).filter(
        (chunk) => chunk.isEntry || chunk.facadeModuleId?.endsWith(loginPage),
      )
      const files = filesNeededBy(bundle, ...roots)
      let total = 0
      for (const file of files) {
        const part = bundle[file]
        if (part) total += brotli(part.type === "chunk" ? part.code : part.source).length
      }
      const kilobytes = (total / 1000).toFixed(1)
      this.info(`/newLogin: ${kilobytes} kB of script and style in ${files.size} files (brotli)`)
      if (total > loginBudgetBytes)
        this.error(`/newLogin takes ${kilobytes} kB, above ${loginBudgetBytes / 1000} kB`)
    },
  }
}

import { readFile, readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import type { Plugin } from "vite"
import { brotli } from "./brotli.ts"

/** Compressed once here instead of at every request: `.br` and `.gz` beside each file that gains by it. */
export function compressed(): Plugin {
  let folder = ""
  return {
    name: "compressed",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir)
    },
    async closeBundle() {
      const names = await readdir(folder, { recursive: true })
      for (const name of names.filter((file) => /\.(js|css|html|svg|json)$/.test(file))) {
        const path = join(folder, name)
        const plain = await readFile(path)
        const small = brotli(plain)
        if (small.length >= plain.length) continue
        await Promise.all([
          writeFile(`${path}.br`, small),
          writeFile(`${path}.gz`, gzipSync(plain, { level: 9 })),
        ])
      }
    },
  }
}

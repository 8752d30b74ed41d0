import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Plugin } from "vite"
import { fillDocument } from "./fill-document.ts"

const folder = join(import.meta.dirname, "..", "src", "boot")
const files = ["boot.js", "banner.css", "missing-functions.js"] as const

/** Only lines that are comments, and indentation: a minifier would write what the oldest browsers can't read. */
function withoutComments(source: string): string {
  return source.replaceAll(/^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*)$/gm, "").replaceAll(/^\s+/gm, "")
}

/** The classic scripts and the style sheet that work where the bundle can't; hashed like every other asset. */
export function bootScript(): Plugin {
  let base = ""
  let isBuild = false
  return {
    name: "boot-script",
    configResolved(config) {
      base = config.base
      isBuild = config.command === "build"
    },
    async buildStart() {
      if (!isBuild) return
      for (const file of files) {
        const source = withoutComments(await readFile(join(folder, file), "utf8"))
        this.emitFile({ type: "asset", name: file, originalFileName: `boot/${file}`, source })
      }
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const [script, sheet, missing] = files.map((file) => {
          const built = Object.values(bundle ?? {}).find(
            (part) => part.type === "asset" && part.originalFileNames.includes(`boot/${file}`),
          )
          return base + (built?.fileName ?? `src/boot/${file}`)
        })
        return fillDocument(html, {
          "<!-- boot.js -->": `<script src="${script}" data-missing-functions="${missing}"></script>`,
          "%BANNER_SHEET%": `${sheet}`,
        })
      },
    },
  }
}

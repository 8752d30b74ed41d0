import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Plugin } from "vite"
import { fillDocument } from "./fill-document.ts"

const folder = join(import.meta.dirname, "..", "src", "early")
const files = ["early.js", "banner.css"] as const

/** Only lines that are comments, and indentation: a minifier would write what the oldest browsers can't read. */
function withoutComments(source: string): string {
  return source.replaceAll(/^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*)$/gm, "").replaceAll(/^\s+/gm, "")
}

/** The classic script and its style sheet that work where the bundle can't; hashed like every other asset. */
export function earlyScript(): Plugin {
  let base = ""
  let isBuild = false
  return {
    name: "early-script",
    configResolved(config) {
      base = config.base
      isBuild = config.command === "build"
    },
    async buildStart() {
      if (!isBuild) return
      for (const file of files) {
        const source = withoutComments(await readFile(join(folder, file), "utf8"))
        this.emitFile({ type: "asset", name: file, originalFileName: `early/${file}`, source })
      }
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const [script, sheet] = files.map((file) => {
          const built = Object.values(bundle ?? {}).find(
            (part) => part.type === "asset" && part.originalFileNames.includes(`early/${file}`),
          )
          return base + (built?.fileName ?? `src/early/${file}`)
        })
        return fillDocument(html, {
          "<!-- early.js -->": `<script src="${script}"></script>`,
          "%BANNER_SHEET%": `${sheet}`,
        })
      },
    },
  }
}

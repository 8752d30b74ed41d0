import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Plugin } from "vite"
import { fillDocument } from "./fill-document.ts"

const folder = join(import.meta.dirname, "..", "src", "boot")
const files = ["banner.css", "missing-functions.js"] as const

/** Only lines that are comments, and indentation: a minifier would write what the oldest browsers can't read. */
export function withoutComments(source: string): string {
  return source.replaceAll(/^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*)$/gm, "").replaceAll(/^\s+/gm, "")
}

async function bootSource(): Promise<string> {
  const source = withoutComments(await readFile(join(folder, "boot.js"), "utf8"))
  if (/<\/script|<!--/i.test(source))
    throw new Error("boot.js would end the script of the document that it stands in")
  return source
}

/**
 * The classic scripts and the style sheet that work where the bundle can't; hashed like every other asset. boot.js stands in the
 * document itself: nothing is painted while a script in front of the page is fetched (OPS-9). The server lets in this one
 * inline script by its hash (portal-files.ts); in development, where nothing is hashed, it is a file.
 */
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
      async handler(html, { bundle }) {
        const [sheet, missing] = files.map((file) => {
          const built = Object.values(bundle ?? {}).find(
            (part) => part.type === "asset" && part.originalFileNames.includes(`boot/${file}`),
          )
          return base + (built?.fileName ?? `src/boot/${file}`)
        })
        return fillDocument(html, {
          "<!-- boot.js -->": isBuild
            ? `<script data-missing-functions="${missing}">${await bootSource()}</script>`
            : `<script src="${base}src/boot/boot.js" data-missing-functions="${missing}"></script>`,
          "%BANNER_SHEET%": `${sheet}`,
        })
      },
    },
  }
}

import { readFile, readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import react from "@vitejs/plugin-react"
import { defineConfig, type Plugin, type Rollup } from "vite"
// By path, because Node itself reads this file and can't read TypeScript out of a package.
import { portalBase, siteConfigFile } from "../contract/src/site-defaults.ts"
import { loadingMessages } from "../contract/src/loading-messages.ts"
import { bridgeScript } from "./bridge-script.mjs"
import { themeCss, themes } from "./src/ui/theme.ts"

const loginPage = "/features/login/login.page.tsx"
/** What may be fetched before the account box of /newLogin takes input: script and style, compressed. */
const loginBudgetBytes = 120_000

function brotli(content: string | Uint8Array): Buffer {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
}

/** `import "virtual:theme.css"`: the theme object as a style sheet, so that no script is needed to paint. */
function themeSheet(): Plugin {
  const id = "virtual:theme.css"
  return {
    name: "theme-sheet",
    resolveId: (source) => (source === id ? id : null),
    load: (asked) => (asked === id ? themeCss() : null),
  }
}

/** Only lines that are comments, and indentation: a minifier would write what the oldest browsers can't read. */
function withoutComments(source: string): string {
  return source.replaceAll(/^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*)$/gm, "").replaceAll(/^\s+/gm, "")
}

/** The classic script and its style sheet that work where the bundle can't; hashed like every other asset. */
function earlyScript(): Plugin {
  const folder = join(import.meta.dirname, "src/early")
  const files = ["early.js", "banner.css"] as const
  const served = new Map<string, string>()
  return {
    name: "early-script",
    async configResolved(config) {
      if (config.command === "serve")
        for (const file of files) served.set(file, `${config.base}src/early/${file}`)
    },
    async buildStart() {
      if (served.size > 0) return
      for (const file of files) {
        const source = withoutComments(await readFile(join(folder, file), "utf8"))
        this.emitFile({ type: "asset", name: file, originalFileName: `early/${file}`, source })
      }
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        for (const part of Object.values(bundle ?? {})) {
          if (part.type !== "asset") continue
          const file = files.find((name) => part.originalFileNames.includes(`early/${name}`))
          if (file) served.set(file, portalBase + part.fileName)
        }
        return (
          html
            .replace("<!-- early.js -->", `<script src="${served.get("early.js")}"></script>`)
            // What the document itself names: without one of these nothing opens, and early.js alone can say so.
            .replaceAll(/<(?:script type="module"|link rel="stylesheet")/g, "$& data-first")
            .replace("%FAILED%", loadingMessages.pageFailed)
            .replace("%FAILED_WHY%", loadingMessages.pageFailedWhy)
            .replace("%RELOAD%", loadingMessages.reload)
            .replace("%BANNER_SHEET%", served.get("banner.css") ?? "")
            .replace("%CONFIG_FILE%", portalBase + siteConfigFile)
            .replace("%GROUND_LIGHT%", themes.light.ground)
            .replace("%GROUND_DARK%", themes.dark.ground)
        )
      },
    },
  }
}

/** DLG-5: the script of hosted pages, under a name that stays: other sites' pages hold it. */
function hostedScript(): Plugin {
  const fileName = "bridge.js"
  return {
    name: "hosted-script",
    configureServer(server) {
      server.middlewares.use(portalBase + fileName, async (_request, response) => {
        response.setHeader("content-type", "text/javascript; charset=utf-8")
        response.end(await bridgeScript())
      })
    },
    async generateBundle() {
      this.emitFile({ type: "asset", fileName, source: await bridgeScript() })
    },
  }
}

function isChunk(part: Rollup.OutputBundle[string]): part is Rollup.OutputChunk {
  return part.type === "chunk"
}

/** A chunk with everything that it imports statically, and the style sheets of all of them. */
function needs(bundle: Rollup.OutputBundle, start: Rollup.OutputChunk): Set<string> {
  const found = new Set<string>()
  const open = [start.fileName]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const part = bundle[name]
    if (found.has(name) || !part || !isChunk(part)) continue
    found.add(name)
    for (const sheet of part.viteMetadata?.importedCss ?? []) found.add(sheet)
    open.push(...part.imports)
  }
  return found
}

/** The login page is known from the HTML: no chunk of it waits for another one to be read (early.js). */
function loginFirst(): Plugin {
  return {
    name: "login-first",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {}, chunk: entry }) {
        const login = Object.values(bundle)
          .filter(isChunk)
          .find((chunk) => chunk.facadeModuleId?.endsWith(loginPage))
        if (!login || !entry)
          throw new Error(`No chunk of its own for ${loginPage}: the way to it has changed`)
        const files = [...needs(bundle, login)].filter((file) => !html.includes(file))
        return html.replace(
          "<!-- login parts -->",
          `<meta id="login-parts" content="${files.map((file) => portalBase + file).join(" ")}" />`,
        )
      },
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(isChunk)
      const roots = chunks.filter((chunk) => chunk.isEntry || chunk.facadeModuleId?.endsWith(loginPage))
      const files = new Set(roots.flatMap((chunk) => [...needs(bundle, chunk)]))
      let total = 0
      for (const file of files) {
        const part = bundle[file]
        if (part) total += brotli(isChunk(part) ? part.code : part.source).length
      }
      const kilobytes = (total / 1000).toFixed(1)
      this.info(`/newLogin: ${kilobytes} kB of script and style in ${files.size} files (brotli)`)
      if (total > loginBudgetBytes)
        this.error(`/newLogin takes ${kilobytes} kB, above ${loginBudgetBytes / 1000} kB`)
    },
  }
}

/** zod's classes carry their way into JSON Schema along, a fifth of its weight; nobody in a browser goes it. */
function withoutJsonSchema(): Plugin {
  return {
    name: "without-json-schema",
    apply: "build",
    transform: {
      filter: { id: /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
      handler(code) {
        const names = [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name)
        if (names.length === 0) this.error("zod's JSON Schema is written in another way now")
        const parts = names.map((name) => `export function ${name}() {}`)
        for (const [renamed] of code.matchAll(/^export \{.*\};?$/gm)) parts.push(renamed)
        return parts.join("\n")
      },
    },
  }
}

/**
 * BARE-2: Vite's loader notes a style sheet that failed as one that it has seen, and takes it for loaded at the next try: the page
 * would open unstyled. Forgotten instead, it is asked for again (platform/load-chunk.ts takes the failed link away).
 */
function failedSheetsForgotten(): Plugin {
  const kept = /seen\[href\] = void 0;(\s*throw err)/
  return {
    name: "failed-sheets-forgotten",
    apply: "build",
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        if (!kept.test(code)) this.error("Vite's preload helper is written in another way now")
        return code.replace(kept, "delete seen[href];$1")
      },
    },
  }
}

/** A signed-in person's first page: what is around it, itself, its cards, and who asks. */
const homeRoots = [
  "/app/shell.tsx",
  "/features/home/home.page.tsx",
  "/app/home-cards.ts",
  "/app/menu-source.ts",
  "/platform/current-user.ts",
  "/platform/load-information.ts",
]

/** The contract, and what it is written with. It knows nothing of React, and so need not wait for it. */
function isShape(id: string): boolean {
  return /\/contract\/src\/|\/node_modules\/zod\//.test(id)
}

type ModuleInfo = (id: string) => { readonly importedIds: readonly string[] } | null

/** Every module that these import, whatever is fetched later apart. */
function closure(roots: readonly string[], infoOf: ModuleInfo): Set<string> {
  const found = new Set<string>()
  const open = [...roots]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    open.push(...(infoOf(id)?.importedIds ?? []))
  }
  return found
}

/**
 * Over a slow line each file costs a journey there and back, and only six travel at a time. What the first page of whoever
 * is signed in needs comes in few files: `start` and `words`, which everybody needs, `calls` and `shapes`, which open pages need
 * too, and `home` with `home-shapes`; what the login page alone needs is in none of them. The shapes are small and there first,
 * and early.js has them run while `start` is still on its way: making them takes a slow machine a tenth of a second.
 */
function homeTogether(): { plugin: Plugin; groupOf: (id: string) => string | null } {
  const groups = new Map<string, string>()
  const source = join(import.meta.dirname, "src")
  return {
    groupOf: (id) => groups.get(id) ?? null,
    plugin: {
      name: "home-together",
      apply: "build",
      transformIndexHtml: {
        order: "post",
        handler(html, { bundle = {} }) {
          const filesOf = (name: string) => {
            const chunk = Object.values(bundle).find((part) => isChunk(part) && part.name === name)
            if (!chunk || !isChunk(chunk)) throw new Error(`The home page has no file "${name}" any more`)
            return [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])].map(
              (file) => portalBase + file,
            )
          }
          const shapes = ["words", "shapes", "home-shapes"].flatMap(filesOf).join(" ")
          const parts = ["home", "calls"].flatMap(filesOf).join(" ")
          const [start] = filesOf("start")
          const startLink = new RegExp(`\\s*<link rel="modulepreload"[^>]*href="${start}">`)
          const configLink = /\s*<link rel="preload" as="fetch"[^>]*>/
          const links = [startLink, configLink].map((link) => link.exec(html)?.[0])
          if (links.includes(undefined))
            throw new Error("The document fetches start or the site's file in another way")
          return (
            html
              .replace(startLink, "")
              .replace(configLink, "")
              // Six at a time: the largest must not wait for another one to come home, the smallest may.
              .replace(/(<meta charset[^>]*>)/, `$1${links[0]}`)
              .replace(/\s*<\/head>/, `${links[1]}\n  </head>`)
              .replace(
                "<!-- signed-in parts -->",
                `<meta id="signed-in-parts" content="${parts}" data-run="${shapes}" />`,
              )
          )
        },
      },
      buildEnd() {
        const infoOf: ModuleInfo = (id) => this.getModuleInfo(id)
        const all = [...this.getModuleIds()]
        const main = join(source, "main.tsx")
        const login = source + loginPage
        const atStart = closure([main], infoOf)
        const atLogin = closure([main, login], infoOf)
        const atOpenPages = closure(
          all.filter((id) => /\/features\/(login|reauth|lost)\/[^?]*$/.test(id)),
          infoOf,
        )
        const atHome = closure(
          homeRoots.map((path) => source + path),
          infoOf,
        )
        for (const id of atHome) {
          if (atLogin.has(id)) continue
          if (isShape(id)) groups.set(id, atOpenPages.has(id) ? "shapes" : "home-shapes")
          else groups.set(id, atOpenPages.has(id) ? "calls" : "home")
        }
        const ahead = closure([join(source, "app/ahead.ts")], infoOf)
        for (const id of atLogin) {
          // The two that are asked for by name keep their own files.
          if (id === main || id === login) continue
          if (isShape(id) || ahead.has(id)) groups.set(id, "words")
          else groups.set(id, atStart.has(id) || atHome.has(id) ? "start" : "login")
        }
      },
    },
  }
}
const together = homeTogether()

/** Compressed once here instead of at every request: `.br` and `.gz` beside each file that gains by it. */
function compressed(): Plugin {
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

export default defineConfig({
  root: import.meta.dirname,
  base: portalBase,
  plugins: [
    react(),
    themeSheet(),
    earlyScript(),
    hostedScript(),
    withoutJsonSchema(),
    failedSheetsForgotten(),
    loginFirst(),
    together.plugin,
    compressed(),
  ],
  build: {
    // 360 browsers of the last years are Chromium 95 and later; the other two are the first with <dialog>.
    target: ["chrome90", "edge90", "firefox98", "safari15.4"],
    outDir: "dist",
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: together.groupOf, debugName: "home", includeDependenciesRecursively: false }],
        },
      },
    },
    emptyOutDir: true,
    // For the one lazy chunk that draws the charts.
    chunkSizeWarningLimit: 560,
  },
})

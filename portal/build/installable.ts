import { createHash } from "node:crypto"
import { readFile, readdir } from "node:fs/promises"
import { join } from "node:path"
import type { Plugin } from "vite"
// By path, because Node itself reads this file and can't read TypeScript out of a package.
import { offlineMessages, offlineWorkerFile } from "../../contract/src/core/offline.ts"
import { defaultSiteConfig, portalBase } from "../../contract/src/core/site-defaults.ts"
import { themeCss, themes } from "../src/ui/theme/theme.ts"
import { fillDocument } from "./fill-document.ts"

const boot = join(import.meta.dirname, "..", "src", "boot")
/** Drawn once from src/ui/navigation/emblem.svg. */
const icons = join(import.meta.dirname, "..", "icons")
const manifestFile = "manifest.webmanifest"
const { name } = defaultSiteConfig.brand

const manifest = {
  id: portalBase,
  name,
  short_name: name,
  description: "学校、教育局与企业的综合管理门户",
  lang: "zh-CN",
  start_url: portalBase,
  scope: portalBase,
  display: "standalone",
  theme_color: themes.light.ground,
  background_color: themes.light.ground,
  icons: [
    { src: "icons/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
    { src: "icons/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
    { src: "icons/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
}

const sheet = `${themeCss()}
body{margin:0;display:grid;place-content:center;justify-items:center;gap:12px;min-height:100vh;box-sizing:border-box;padding:24px;background:var(--ground);color:var(--text);font:1rem/1.6 var(--fonts);text-align:center}
h1{margin:8px 0 0;font-size:1.25rem}p{margin:0;color:var(--text-soft)}
button{min-height:44px;margin-top:12px;padding:0 32px;border:0;border-radius:var(--corner-small);background:var(--brand-fill);color:#fff;font:inherit}`

/** In one piece: without a network nothing can be fetched. */
async function offlinePage(): Promise<{ readonly page: string; readonly policy: string }> {
  const script = await readFile(join(boot, "offline-page.js"), "utf8")
  const emblem = await readFile(join(boot, "..", "ui", "navigation", "emblem.svg"), "utf8")
  const page = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><title>${name}</title>
<style>${sheet}</style></head><body data-unreached="${offlineMessages.unreached}">
${emblem.replace("<svg ", '<svg width="64" height="64" aria-hidden="true" ')}
<h1 id="title">${offlineMessages.offline}</h1><p id="since" role="status"></p><p>${offlineMessages.retries}</p>
<button id="retry" type="button">${offlineMessages.retry}</button><script>${script}</script></body></html>`
  const hash = createHash("sha256").update(script).digest("base64")
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; connect-src 'self'`
  return { page, policy }
}

/** BROWSER-16: manifest, icons and the worker of the page without a network. The development server has none of them. */
export function installable(): Plugin {
  return {
    name: "installable",
    apply: "build",
    async generateBundle() {
      this.emitFile({ type: "asset", fileName: manifestFile, source: JSON.stringify(manifest) })
      for (const file of await readdir(icons))
        this.emitFile({ type: "asset", fileName: `icons/${file}`, source: await readFile(join(icons, file)) })
      const { page, policy } = await offlinePage()
      const worker = fillDocument(await readFile(join(boot, "offline-worker.js"), "utf8"), {
        '"%PAGE%"': JSON.stringify(page),
        '"%POLICY%"': JSON.stringify(policy),
      })
      this.emitFile({ type: "asset", fileName: offlineWorkerFile, source: worker })
    },
    transformIndexHtml: () => [
      { tag: "link", attrs: { rel: "manifest", href: portalBase + manifestFile }, injectTo: "head" },
      {
        tag: "link",
        attrs: { rel: "apple-touch-icon", href: `${portalBase}icons/apple-touch-icon.png` },
        injectTo: "head",
      },
    ],
  }
}

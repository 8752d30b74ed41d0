import { createHash } from "node:crypto"
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import { accountCalls } from "@uc/contract/account/calls"
import { portalBase } from "@uc/contract/core/site-defaults"
import { expect, test } from "vitest"
import { testApp } from "../testing/test-app.ts"

test("[AUTH-9] the document sets the browser's cookie, so that its calls share one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "portal-"))
  writeFileSync(join(folder, "index.html"), "<!doctype html>")
  writeFileSync(join(folder, "bridge.js"), "0")
  const { app } = await testApp({ portalFolder: folder })
  const fresh = await app.inject({ url: portalBase })
  const [cookie] = fresh.cookies
  expect(fresh.cookies.map(({ name, httpOnly }) => [name, httpOnly])).toEqual([["uc_did", true]])

  const again = await app.inject({ url: portalBase, headers: { cookie: `uc_did=${cookie?.value}` } })
  expect(again.cookies).toEqual([])
  const script = await app.inject({ url: `${portalBase}bridge.js` })
  expect(script.cookies).toEqual([])
})

test("[BARE-13] every answer has a Permissions-Policy: the camera for the portal, no microphone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "portal-"))
  writeFileSync(join(folder, "index.html"), "<!doctype html>")
  writeFileSync(join(folder, "bridge.js"), "0")
  const { app } = await testApp({ portalFolder: folder })
  const { service, path } = accountCalls.current
  const places = [portalBase, `${portalBase}bridge.js`, `/${service}${path}`, "/nowhere", "/healthz"]
  for (const url of places) {
    const { headers } = await app.inject({ url })
    const rules = String(headers["permissions-policy"]).split(", ")
    expect([url, rules]).toEqual([url, expect.arrayContaining(["camera=(self)", "clipboard-write=(self)"])])
    expect([url, rules]).toEqual([
      url,
      expect.arrayContaining(["microphone=()", "geolocation=()", "payment=()", "usb=()"]),
    ])
    // No browser knows it here, and Chromium says so in the console of every page.
    expect([url, rules]).toEqual([url, expect.not.arrayContaining(["bluetooth=()"])])
  }
})

test("[OPS-9] the document's policy lets in its own inline script by its hash, and no other", async () => {
  const folder = mkdtempSync(join(tmpdir(), "portal-"))
  // Written on Windows; a browser reads line feeds alone.
  const script = `var a = "<b>"\r\nvar c`
  writeFileSync(
    join(folder, "index.html"),
    `<!doctype html><script data-a="x">${script}</script><script type="module" data-first src="/b.js"></script>`,
  )
  writeFileSync(join(folder, "bridge.js"), "0")
  const { app } = await testApp({ portalFolder: folder })
  async function scriptsOf(url: string) {
    const { headers } = await app.inject({ url })
    return /script-src ([^;]*);/.exec(String(headers["content-security-policy"]))?.[1]
  }
  const hash = createHash("sha256").update(`var a = "<b>"\nvar c`).digest("base64")
  expect(await scriptsOf(portalBase)).toBe(`'self' 'sha256-${hash}'`)
  expect(await scriptsOf(`${portalBase}index.html`)).toBe(`'self' 'sha256-${hash}'`)
  // Only that document has it.
  expect(await scriptsOf(`${portalBase}bridge.js`)).toBe("'self'")
  expect(await scriptsOf("/healthz")).toBe("'self'")
})

test("[OPS-9][BARE-13] scripts and style sheets have short headers, documents and workers a policy", async () => {
  const folder = mkdtempSync(join(tmpdir(), "portal-"))
  mkdirSync(join(folder, "assets"))
  writeFileSync(join(folder, "index.html"), "<!doctype html>")
  for (const file of ["a.js", "a.css", "a.svg"]) writeFileSync(join(folder, "assets", file), "0")
  writeFileSync(join(folder, "assets", "a.js.br"), brotliCompressSync("0"))
  const { app } = await testApp({ portalFolder: folder })
  async function headersOf(file: string, encoding = "identity") {
    const { headers } = await app.inject({
      url: `${portalBase}assets/${file}`,
      headers: { "accept-encoding": encoding },
    })
    return headers
  }
  for (const headers of [await headersOf("a.js"), await headersOf("a.js", "br"), await headersOf("a.css")]) {
    expect(headers["content-security-policy"]).toBe("default-src 'self'")
    expect(headers["permissions-policy"]).toBe("camera=(), microphone=()")
    expect(headers["x-content-type-options"]).toBe("nosniff")
  }
  // A picture can be opened as a document.
  expect((await headersOf("a.svg"))["content-security-policy"]).toContain("object-src 'none'")
})

test("[OPS-9][BARE-13] a folder named assets above the portal changes no header", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "portal-")), "assets", "portal")
  mkdirSync(join(folder, "assets"), { recursive: true })
  for (const file of ["index.html", "worker.js", "assets/a.js"]) writeFileSync(join(folder, file), "0")
  const { app } = await testApp({ portalFolder: folder })
  const headersOf = async (file: string) => (await app.inject({ url: `${portalBase}${file}` })).headers
  expect((await headersOf("index.html"))["cache-control"]).toBe("no-cache")
  const worker = await headersOf("worker.js")
  expect(worker["cache-control"]).toBe("no-cache")
  expect(worker["content-security-policy"]).toContain("object-src 'none'")
  expect((await headersOf("assets/a.js"))["cache-control"]).toContain("immutable")
})

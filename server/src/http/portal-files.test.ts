import { createHash } from "node:crypto"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
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

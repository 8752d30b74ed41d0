import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "@playwright/test"
import { startDisplay } from "../../browsers/display.ts"
import { engines, hasDisplay } from "../../browsers/engines.ts"
import { screenOf } from "../../browsers/screen.ts"
import { signIn } from "../../browsers/sign-in.ts"
import { plainName } from "../../browsers/site.ts"

test("[BROWSER-13] sign-in and home in whichever second engine the machine has", async () => {
  const found = hasDisplay()
    ? engines.filter(({ name }) => name !== "chromium").find(({ find }) => find())
    : null
  const startEngine = found?.find()
  console.log(
    found
      ? `A second engine signs in: ${found.name}.`
      : "This machine has no second engine; `npm run test:browsers` installs some.",
  )
  test.skip(!startEngine, "no second engine on this machine")
  if (!startEngine) return
  const address = process.env["PRODUCT_ADDRESS"] ?? ""
  const folder = mkdtempSync(join(tmpdir(), "user-centre-second-"))
  const downloads = join(folder, "Downloads")
  mkdirSync(downloads)
  const display = await startDisplay()
  try {
    const proxy = new URL(address).host
    const driver = await startEngine({ display: display.name, folder, downloads, plainName, proxy })
    try {
      await signIn({ driver, screen: screenOf(driver), address }, "clerk", "mouse")
      expect(await driver.errors()).toEqual([])
    } finally {
      await driver.close()
    }
  } finally {
    await display.end()
    rmSync(folder, { recursive: true, force: true })
  }
})

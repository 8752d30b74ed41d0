import { findBrowser, noBrowser } from "../scripts/browser.mjs"
import { build } from "../scripts/prepare.mjs"
import { dataDirVariable } from "./database.ts"
import { startProduct } from "./product.ts"

/** Before the browser tests: the product as `npm start` runs it, on a free port, with a database and demo data of its own. */
export default async function startForAll(): Promise<() => Promise<void>> {
  if (!(await findBrowser())) throw new Error(noBrowser)
  await build()
  // SSO-4: servers of tests stand on this machine.
  const product = await startProduct({ INNER_NETWORKS_FOR_ALL: "127.0.0.1" })
  // The workers are started after this and inherit it: playwright.config.ts makes it their base address.
  process.env["PRODUCT_ADDRESS"] = product.address
  process.env[dataDirVariable] = product.dataDir
  return () => product.stop()
}

import { rmSync } from "node:fs"
import { startProduct, temporaryDataDir } from "../e2e/product.ts"

/** The folder with the data that every tour starts with a copy of: making new data takes longer than many a tour. */
export const preparedDataVariable = "PREPARED_DATA_DIR"

/** Once for a whole run: a database with demo data, of a product that has been stopped in order. */
export default async function prepareData(): Promise<() => void> {
  const folder = temporaryDataDir()
  const product = await startProduct({ DATA_DIR: folder, DEMO: "on" })
  await product.ended("SIGTERM")
  process.env[preparedDataVariable] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

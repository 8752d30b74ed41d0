import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { dirname, extname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { startProduct, temporaryDataDir, type Product } from "./product.ts"

const root = dirname(fileURLToPath(new URL(".", import.meta.url)))

export interface UpdatedProduct {
  readonly address: string
  /** As an operator does it: the server stops, a new version takes its place, and it starts again. */
  readonly update: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** A product of its own whose files can be replaced by those of another version. */
export async function startUpdatedProduct(): Promise<UpdatedProduct> {
  mkdirSync(join(root, ".cache"), { recursive: true })
  // Inside of the project: what the server imports is found from there.
  const copy = mkdtempSync(join(root, ".cache", "updated-"))
  for (const part of ["server", "portal"])
    cpSync(join(root, part, "dist"), join(copy, part, "dist"), { recursive: true })
  const packages = join(root, "server", "node_modules")
  // Where a package is not the whole project's.
  if (existsSync(packages)) symlinkSync(packages, join(copy, "server", "node_modules"), "junction")
  const server = pathToFileURL(join(copy, "server", "dist", "main.js")).href
  const dataDir = temporaryDataDir()
  let product: Product = await startProduct({ DATA_DIR: dataDir }, server)
  const { address } = product
  const variables = { DATA_DIR: dataDir, PORT: new URL(address).port }
  let version = 1
  return {
    address,
    async update() {
      await product.ended("SIGTERM")
      version += 1
      renameAssets(join(copy, "portal", "dist"), version)
      product = await startProduct(variables, server)
    },
    async stop() {
      await product.ended("SIGTERM")
      for (const folder of [copy, dataDir]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Another version of the same portal: every file of its assets has another name, and those of before are gone. */
function renameAssets(portal: string, version: number): void {
  const assets = join(portal, "assets")
  const names = new Map<string, string>()
  for (const name of readdirSync(assets)) {
    if (/\.(br|gz)$/.test(name)) rmSync(join(assets, name))
    else
      names.set(
        name,
        `${name.slice(0, -extname(name).length).replace(/_v\d+$/, "")}_v${version}${extname(name)}`,
      )
  }
  for (const compressed of readdirSync(portal))
    if (/\.(br|gz)$/.test(compressed)) rmSync(join(portal, compressed))
  const renamed = (text: string) =>
    text.replaceAll(/[\w.-]+\.(?:js|css|svg|woff2|webp|png)/g, (name) => names.get(name) ?? name)
  for (const [name, next] of names) {
    const path = join(assets, name)
    if (/\.(js|css)$/.test(name)) writeFileSync(path, renamed(readFileSync(path, "utf8")))
    renameSync(path, join(assets, next))
  }
  const page = join(portal, "index.html")
  writeFileSync(page, renamed(readFileSync(page, "utf8")))
}

import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { brotliDecompressSync } from "node:zlib"

const root = dirname(fileURLToPath(new URL(".", import.meta.url)))

interface Kept {
  readonly version: string
  readonly commit: string
  readonly files: Readonly<Record<string, string>>
}

/**
 * OPS-8: the built server of the release before (`npm run keep-release`), unpacked inside of the project, where it finds its packages. These
 * are today's: what is kept is the product's own code.
 */
export function unpackPreviousRelease(): {
  readonly folder: string
  readonly server: string
  readonly version: string
} {
  const packed = readFileSync(join(root, "e2e", "previous-release.br"))
  const { version, files } = JSON.parse(brotliDecompressSync(packed).toString()) as Kept
  mkdirSync(join(root, ".cache"), { recursive: true })
  const folder = mkdtempSync(join(root, ".cache", "previous-"))
  const built = join(folder, "server", "dist")
  mkdirSync(built, { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", version }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(built, name), text)
  const packages = join(root, "server", "node_modules")
  if (existsSync(packages)) symlinkSync(packages, join(folder, "server", "node_modules"), "junction")
  return { folder, server: pathToFileURL(join(built, "main.js")).href, version }
}

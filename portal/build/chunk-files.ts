import type { Rollup } from "vite"
// By path, because Node itself reads this file and can't read TypeScript out of a package.
import { portalBase } from "../../contract/src/core/site-defaults.ts"

export const loginPage = "/features/login/login.page.tsx"

export const chunksOf = (bundle: Rollup.OutputBundle): Rollup.OutputChunk[] =>
  Object.values(bundle).filter((part) => part.type === "chunk")

/** Names of chunks with everything that they import statically, and the style sheets of all of them. */
export function filesNeededBy(
  bundle: Rollup.OutputBundle,
  ...starts: readonly Rollup.OutputChunk[]
): Set<string> {
  const found = new Set<string>()
  const open = starts.map(({ fileName }) => fileName)
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const part = bundle[name]
    if (found.has(name) || part?.type !== "chunk") continue
    found.add(name)
    for (const sheet of part.viteMetadata?.importedCss ?? []) found.add(sheet)
    open.push(...part.imports)
  }
  return found
}

export function addresses(files: Iterable<string>): string {
  return [...files].map((file) => portalBase + file).join(" ")
}

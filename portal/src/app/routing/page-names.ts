import type { ComponentType } from "react"

export interface PageModule {
  readonly Component: ComponentType
}

export type FetchPage = () => Promise<PageModule>

/** A page is a file `<file>.page.tsx` in the folder of its feature, or below it; its name is `<feature>/<file>`. */
export function byName(found: Readonly<Record<string, FetchPage>>): ReadonlyMap<string, FetchPage> {
  return new Map(Object.entries(found).map(([path, fetchPage]) => [nameOf(path), fetchPage]))
}

function nameOf(path: string): string {
  const parts = path.replace("../../features/", "").replace(".page.tsx", "").split("/")
  return `${parts[0]}/${parts.at(-1)}`
}

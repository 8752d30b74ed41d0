import { loadChunk } from "../../platform/http/load-chunk.ts"

type MenuSource = typeof import("./menu-source.ts")

/** Not in the first chunk: it needs zod and the calls. */
export function loadMenuSource(): Promise<MenuSource> {
  return loadChunk(() => import("./menu-source.ts"))
}

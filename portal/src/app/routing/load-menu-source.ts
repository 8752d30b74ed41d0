import { loadChunk } from "../../platform/http/load-chunk.ts"

type MenuSource = typeof import("./menu-source.ts")

/** Apart from the first chunk: it brings zod and the calls along. */
export function loadMenuSource(): Promise<MenuSource> {
  return loadChunk(() => import("./menu-source.ts"))
}

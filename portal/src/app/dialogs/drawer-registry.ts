import type { DrawerName, DrawerOptions } from "@uc/contract/drawers/drawers"
import type { ComponentType } from "react"
import type { DataRouter } from "react-router"
import { loadChunk } from "../../platform/http/load-chunk.ts"

export interface DrawerProps<N extends DrawerName> {
  readonly options: DrawerOptions<N>
  readonly router: DataRouter
  readonly onDone: () => void
}

/** A drawer without a component does not compile. */
export const loadDrawer: {
  readonly [N in DrawerName]: () => Promise<{ readonly default: ComponentType<DrawerProps<N>> }>
} = {
  page: () => loadChunk(() => import("./page-drawer.tsx")),
  person: () => loadChunk(() => import("../../features/people/person-drawer.tsx")),
}

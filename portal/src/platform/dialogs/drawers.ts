import { drawers, type DrawerName, type DrawerOptions } from "@uc/contract/drawers/drawers"
import { openDialog, type DialogContent } from "./dialogs.ts"

/** Shows something beside the page: `await openDrawer("person", { id })`. Settles once it is closed. */
export async function openDrawer<N extends DrawerName>(
  name: N,
  options: DrawerOptions<N>,
  signal?: AbortSignal,
  openedBy?: string | null,
): Promise<null> {
  await openDialog(drawers[name].key, { kind: "drawer", name, options } as DialogContent, signal, openedBy)
  return null
}

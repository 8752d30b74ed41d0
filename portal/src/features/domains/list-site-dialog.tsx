import { LoadedDialog } from "../../platform/dialogs/loaded-dialog.tsx"
import { loadChunk } from "../../platform/http/load-chunk.ts"
import type { ListSiteProps } from "./list-site-form.tsx"

const load = async () => (await loadChunk(() => import("./list-site-form.tsx"))).ListSiteForm

/** Apart from what every page needs of the authorised domains: it brings all of the forms with it. */
export function ListSiteDialog(props: ListSiteProps) {
  return <LoadedDialog load={load} with={props} />
}

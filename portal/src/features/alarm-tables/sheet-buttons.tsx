import type { ImportKind } from "@uc/contract/imports/import-kinds"
import { ExportPresent, ImportLink } from "../imports/public.ts"

/** By spreadsheet, in and out. */
export function SheetButtons({ kind, isEmpty }: { readonly kind: ImportKind; readonly isEmpty: boolean }) {
  return (
    <>
      <ImportLink kind={kind} />
      {!isEmpty && <ExportPresent kind={kind} />}
    </>
  )
}

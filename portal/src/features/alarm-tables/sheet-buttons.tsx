import type { ImportKind } from "@uc/contract/imports/import-kinds"
import { importCalls } from "@uc/contract/imports/calls"
import { useExport } from "../../platform/http/use-export.ts"
import { ExportButton } from "../../ui/data/export-button.tsx"
import { ImportLink } from "../imports/public.ts"

/** By spreadsheet, in and out. */
export function SheetButtons({ kind, isEmpty }: { readonly kind: ImportKind; readonly isEmpty: boolean }) {
  const file = useExport(importCalls.exportPresent)
  return (
    <>
      <ImportLink kind={kind} />
      {!isEmpty && <ExportButton isBusy={file.isBusy} onExport={() => void file.run({ kind })} />}
    </>
  )
}

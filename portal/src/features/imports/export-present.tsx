import type { ImportKind } from "@uc/contract/imports/import-kinds"
import { importCalls } from "@uc/contract/imports/calls"
import type { Id } from "@uc/contract/core/wire"
import { holds } from "@uc/contract/roles/permissions"
import { useExport } from "../../platform/http/use-export.ts"
import { useUser } from "../../platform/session/session.ts"
import { ExportButton } from "../../ui/data/export-button.tsx"

interface ExportPresentProps {
  readonly kind: ImportKind
  readonly orgid?: Id | undefined
}

/** What is there, as the sheet that an import takes; for whoever may import. */
export function ExportPresent({ kind, orgid }: ExportPresentProps) {
  const user = useUser()
  const file = useExport(importCalls.exportPresent)
  if (!user || !holds(user, "imports.use")) return null
  const whose = orgid === undefined ? {} : { orgid }
  return <ExportButton isBusy={file.isBusy} onExport={() => void file.run({ kind, ...whose })} />
}

import { useExport, type FileCall } from "../../platform/http/use-export.ts"
import { usePhone } from "../../ui/layout/use-phone.ts"
import { ExportButton } from "../../ui/data/export-button.tsx"

interface ListExportProps {
  /** The call that returns the file, with the list's input; inputs that it does not know are ignored. */
  readonly call: FileCall
  readonly input: Readonly<Record<string, unknown>>
}

export function ListExport({ call, input }: ListExportProps) {
  const file = useExport(call)
  const isPhone = usePhone()
  return <ExportButton isSmall={isPhone} isBusy={file.isBusy} onExport={() => void file.run(input)} />
}

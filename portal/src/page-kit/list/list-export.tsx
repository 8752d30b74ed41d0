import { useExport, type FileCall } from "../../platform/http/use-export.ts"
import { ExportButton } from "../../ui/data/export-button.tsx"

interface ListExportProps {
  /** The call that returns the file, with the list's input; inputs that it does not know are ignored. */
  readonly call: FileCall
  readonly input: Readonly<Record<string, unknown>>
}

export function ListExport({ call, input }: ListExportProps) {
  const file = useExport(call)
  return <ExportButton isBusy={file.isBusy} onExport={() => void file.run(input)} />
}

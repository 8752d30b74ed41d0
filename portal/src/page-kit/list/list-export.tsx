import { useExport, type FileCall } from "../../platform/http/use-export.ts"
import { ExportButton } from "../../ui/data/export-button.tsx"

interface ListExportProps {
  /** Answers with a file, and takes what the list is asked; a shape of the list's that it does not know is left out. */
  readonly call: FileCall
  readonly input: Readonly<Record<string, unknown>>
}

export function ListExport({ call, input }: ListExportProps) {
  const file = useExport(call)
  return <ExportButton isBusy={file.isBusy} onExport={() => void file.run(input)} />
}

import { Button } from "../forms/button.tsx"
import { Icon } from "../navigation/icon.tsx"
import { Spinner } from "../feedback/spinner.tsx"

interface ExportButtonProps {
  readonly isBusy: boolean
  readonly words?: string
  readonly onExport: () => void
}

export function ExportButton({ isBusy, words = "导出表格", onExport }: ExportButtonProps) {
  return (
    <Button aria-busy={isBusy} onClick={onExport}>
      {isBusy ? <Spinner sizePx={16} /> : <Icon name="download" sizePx={16} />}
      {isBusy ? "正在生成表格…" : words}
    </Button>
  )
}

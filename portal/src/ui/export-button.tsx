import { Button } from "./button.tsx"
import { Icon } from "./icon.tsx"
import { Spinner } from "./spinner.tsx"

export function ExportButton({
  isBusy,
  onExport,
}: {
  readonly isBusy: boolean
  readonly onExport: () => void
}) {
  return (
    <Button aria-busy={isBusy} onClick={onExport}>
      {isBusy ? <Spinner sizePx={16} /> : <Icon name="download" sizePx={16} />}
      {isBusy ? "正在生成表格…" : "导出表格"}
    </Button>
  )
}

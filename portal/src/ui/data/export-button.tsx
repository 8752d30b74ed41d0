import { Button } from "../forms/button.tsx"
import { Icon } from "../navigation/icon.tsx"
import { Spinner } from "../feedback/spinner.tsx"

interface ExportButtonProps {
  readonly isBusy: boolean
  readonly words?: string
  /** Where there is no room: the words are read aloud and told by holding it. */
  readonly isSmall?: boolean
  readonly onExport: () => void
}

export function ExportButton({ isBusy, words = "导出表格", isSmall = false, onExport }: ExportButtonProps) {
  const shown = isBusy ? "正在生成表格…" : words
  return (
    <Button
      aria-busy={isBusy}
      aria-label={isSmall ? shown : undefined}
      title={isSmall ? shown : undefined}
      onClick={onExport}
    >
      {isBusy ? <Spinner sizePx={16} /> : <Icon name="download" sizePx={16} />}
      {!isSmall && shown}
    </Button>
  )
}

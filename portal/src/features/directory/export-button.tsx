import { useState } from "react"
import { saveFile } from "../../platform/save-file.ts"
import { showFailure, showToast } from "../../platform/toast.ts"
import { Button } from "../../ui/button.tsx"
import { Icon } from "../../ui/icon.tsx"
import { Spinner } from "../../ui/spinner.tsx"

const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

interface Exported {
  readonly name: string
  readonly content: string
  readonly rows: number
  readonly isCut: boolean
}

/** What is on the screen by its filters, and not only the page of it. */
export function ExportButton({ ask }: { readonly ask: () => Promise<Exported> }) {
  const [isBusy, setBusy] = useState(false)

  async function run() {
    if (isBusy) return
    setBusy(true)
    try {
      const { name, content, rows, isCut } = await ask()
      saveFile(name, content, xlsx)
      if (isCut) showToast("warning", `数据较多，只导出了前${rows}条，请缩小范围后再导出其余部分`)
      else showToast("success", `已导出${rows}条`)
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button aria-busy={isBusy} onClick={() => void run()}>
      {isBusy ? <Spinner sizePx={16} /> : <Icon name="download" sizePx={16} />}
      {isBusy ? "正在生成表格…" : "导出表格"}
    </Button>
  )
}

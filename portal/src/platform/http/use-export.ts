import type { Call, InputOf, OutputOf } from "@uc/contract/core/call"
import { useState } from "react"
import { saveXlsx } from "./save-file.ts"
import { send } from "./send.ts"
import { showFailure, showToast } from "../browser/toast.ts"

interface MadeFile {
  readonly name: string
  readonly content: string
  readonly rows: number
  readonly isCut: boolean
}

/** A list as a file: what its filters say, and not only the page that is on the screen. */
export function useExport<C extends Call>(call: C & (OutputOf<C> extends MadeFile ? unknown : never)) {
  const [isBusy, setBusy] = useState(false)

  async function run(question: InputOf<C>) {
    if (isBusy) return
    setBusy(true)
    try {
      // What the signature says; the compiler does not carry it here.
      const { name, content, rows, isCut } = (await send<C>(call, question)) as MadeFile
      saveXlsx(name, content)
      if (isCut)
        showToast(
          "warning",
          `数据较多，只导出了前${rows.toLocaleString("zh-CN")}条，请缩小范围后再导出其余部分`,
        )
      else showToast("success", `已导出${rows.toLocaleString("zh-CN")}条`)
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, run }
}

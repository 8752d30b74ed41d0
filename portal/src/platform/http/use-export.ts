import type { Call, InputOf } from "@uc/contract/core/call"
import type { z } from "zod"
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

/** A call that answers with a file. */
export type FileCall = Call<z.ZodObject, z.ZodType<MadeFile>>

/** A list as a file: all rows of its filters, not only the page on screen. */
export function useExport<C extends FileCall>(call: C) {
  const [isBusy, setBusy] = useState(false)

  async function run(input: InputOf<C>) {
    if (isBusy) return
    setBusy(true)
    try {
      const { name, content, rows, isCut } = await send<FileCall>(call, input)
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

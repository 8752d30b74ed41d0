import { useEffect, useLayoutEffect, useState } from "react"
import type { DataRouter } from "react-router"
import { closeDialogs, useOpenDialogs } from "../../platform/dialogs/dialogs.ts"
import { loadChunk } from "../../platform/http/load-chunk.ts"
import { whileLoading } from "../../platform/browser/loading.ts"
import { showFailure } from "../../platform/browser/toast.ts"
import { watchBack } from "../routing/watch-back.ts"

type DialogView = typeof import("./dialog-view.tsx")

/** Where pickers and drawers open, over every page. What shows them comes with the first one: the login page has none. */
export function DialogHost({ router }: { readonly router: DataRouter }) {
  const dialogs = useOpenDialogs()
  const [view, setView] = useState<DialogView | null>(null)
  const isAny = dialogs.length > 0

  useLayoutEffect(() => (isAny ? watchBack(router, closeDialogs) : undefined), [router, isAny])

  useEffect(() => {
    if (!isAny || view) return
    whileLoading(loadChunk(() => import("./dialog-view.tsx"))).then(setView, (error: unknown) => {
      console.error("Dialogs can't be shown", error)
      showFailure(error, "网络不稳定，窗口打开失败，请重试")
      closeDialogs()
    })
  }, [isAny, view])

  return view && isAny ? <view.DialogViews dialogs={dialogs} router={router} /> : null
}

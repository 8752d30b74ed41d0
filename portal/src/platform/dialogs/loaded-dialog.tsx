import { useEffect, useEffectEvent, useState, type ComponentType } from "react"
import { whileLoading } from "../browser/loading.ts"
import { showFailure } from "../browser/toast.ts"

interface LoadedDialogProps<P> {
  readonly load: () => Promise<ComponentType<P>>
  readonly with: P
}

/** A window whose code comes with its first opening: no first screen waits for it. */
export function LoadedDialog<P extends { readonly onClose: () => void }>({
  load,
  with: props,
}: LoadedDialogProps<P>) {
  const [loaded, setLoaded] = useState<{ readonly Dialog: ComponentType<P> } | null>(null)
  const onFailure = useEffectEvent((error: unknown) => {
    console.error("A window can't be shown", error)
    showFailure(error, "网络不稳定，窗口打开失败，请重试")
    props.onClose()
  })
  useEffect(() => {
    let isGone = false
    whileLoading(load()).then(
      (Dialog) => !isGone && setLoaded({ Dialog }),
      (error: unknown) => !isGone && onFailure(error),
    )
    return () => {
      isGone = true
    }
  }, [load])
  return loaded && <loaded.Dialog {...props} />
}

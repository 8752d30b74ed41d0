import { loadingMessages } from "@uc/contract/core/loading-messages"
import { useEffect, useState, type ComponentType, type ReactNode } from "react"
import { needsReload, reloadPage } from "../../../platform/http/load-chunk.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { Delayed } from "../../../ui/layout/delayed.tsx"
import { Spinner } from "../../../ui/feedback/spinner.tsx"
import css from "./panel.module.css"

export type LoadPart<P> = () => Promise<{ readonly Part: ComponentType<P> }>

/** `kept`: this document can never load it (BARE-2). */
type LoadFailure = "failed" | "kept"

interface LazyPartProps<P> {
  readonly load: LoadPart<P>
  readonly with: P
  /** Instead of the spinner; null: nothing. */
  readonly waiting?: ReactNode
}

/** A part that the account box does not wait for. After a failure it says so in its place and can be retried. */
export function LazyPart<P extends object>({ load, with: props, waiting }: LazyPartProps<P>) {
  const [loaded, setLoaded] = useState<{ readonly Part: ComponentType<P> } | LoadFailure | null>(null)

  useEffect(() => {
    if (loaded !== null) return
    let isWanted = true
    load().then(
      (part) => isWanted && setLoaded(part),
      (error: unknown) => isWanted && setLoaded(needsReload(error) ? "kept" : "failed"),
    )
    return () => {
      isWanted = false
    }
  }, [load, loaded])

  if (loaded === "failed") {
    return (
      <div className={css.part} role="alert">
        <p>网络不稳定，这一部分加载失败</p>
        <Button onClick={() => setLoaded(null)}>重试</Button>
      </div>
    )
  }
  if (loaded === "kept") {
    return (
      <div className={css.part} role="alert">
        <p>{loadingMessages.partNeedsReload}</p>
        <Button onClick={() => void reloadPage()}>{loadingMessages.reloadPage}</Button>
      </div>
    )
  }
  if (loaded === null) {
    if (waiting !== undefined) return waiting
    return (
      <div className={css.part} role="status">
        <Delayed>
          <Spinner sizePx={24} />
          <span className="only-read-aloud">正在加载…</span>
        </Delayed>
      </div>
    )
  }
  return <loaded.Part {...props} />
}

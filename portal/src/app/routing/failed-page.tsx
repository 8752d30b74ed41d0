import { loadingMessages } from "@uc/contract/core/loading-messages"
import { useEffect } from "react"
import { useRouteError } from "react-router"
import { hostedPages } from "../../features/hosting/hosted-pages.ts"
import { reloadWhenReached } from "../loading/reload-when-reached.ts"
import { ChunkFailure, reloadPage } from "../../platform/http/load-chunk.ts"
import { Button } from "../../ui/forms/button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"

/** ROUTE-8, REQ-8: never a blank page. Part of the first chunk, because it must show when others can't be loaded. */
export function FailedPage() {
  const isChunk = useRouteError() instanceof ChunkFailure
  const { pageFailed, pageFailedWhy, openPagesLost, reload } = loadingMessages
  const areOthersOpen = hostedPages().pages.length > 0
  useEffect(() => {
    if (!isChunk) return
    const ended = new AbortController()
    void reloadWhenReached(ended.signal)
    return () => ended.abort()
  }, [isChunk])
  return (
    <EmptyState
      isPage
      isAlert
      art="broken"
      title={isChunk ? pageFailed : "页面出现错误"}
      words={
        isChunk
          ? pageFailedWhy + (areOthersOpen ? openPagesLost : "")
          : "请重新加载页面；如果仍然出现，请将此页面反馈给系统管理员。"
      }
      actions={
        <Button look="primary" onClick={() => void reloadPage()}>
          {reload}
        </Button>
      }
    />
  )
}

import { useRouteError } from "react-router"
import { Button } from "../ui/button.tsx"
import { Face } from "../ui/face.tsx"
import { ChunkFailure } from "./chunk-retry.ts"

/** ROUTE-8, REQ-8: never a blank page. Part of the first chunk, because it must show when others can't be fetched. */
export function FailedPage() {
  const isChunk = useRouteError() instanceof ChunkFailure
  return (
    <Face
      isPage
      isAlert
      art="broken"
      title={isChunk ? "页面没有加载成功" : "页面出现错误"}
      words={
        isChunk
          ? "可能是网络不稳定，或者系统刚刚更新。请重新加载页面。"
          : "请重新加载页面；如果仍然出现，请把此页告诉系统管理员。"
      }
      actions={
        <Button look="primary" onClick={() => window.location.reload()}>
          重新加载
        </Button>
      }
    />
  )
}

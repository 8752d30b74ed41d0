import { loadingMessages } from "@uc/contract/core/loading-messages"
import { reloadPage } from "../../../platform/http/load-chunk.ts"
import { useRetryWhenBack } from "../../../platform/http/network.ts"
import { CautionBar } from "../../../ui/feedback/caution-bar.tsx"
import type { LoadFailure } from "../../loading/use-loaded.ts"
import css from "../shell.module.css"

/** BARE-2: without that file there is neither a menu nor a way to sign out. Above the page: a phone has no place for the menu. */
export function LaterPartsBar({ failure: { needsReload, retry } }: { readonly failure: LoadFailure }) {
  useRetryWhenBack(needsReload ? null : retry)
  return (
    <CautionBar
      isAlert
      words="菜单和顶部工具加载失败"
      action={needsReload ? loadingMessages.reloadPage : "重试"}
      onAction={needsReload ? reloadPage : retry}
      className={css.update}
    />
  )
}

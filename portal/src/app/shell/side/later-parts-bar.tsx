import { loadingMessages } from "@uc/contract/core/loading-messages"
import { reloadPage } from "../../../platform/http/load-chunk.ts"
import { useRetryWhenBack } from "../../../platform/http/network.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import type { LoadFailure } from "../../loading/use-loaded.ts"
import css from "../shell.module.css"

/** BARE-2: without that file there is neither a menu nor a way to sign out. Above the page: a phone has no place for the menu. */
export function LaterPartsBar({ failure: { needsReload, retry } }: { readonly failure: LoadFailure }) {
  useRetryWhenBack(needsReload ? null : retry)
  return (
    <Row
      gap={8}
      padX={12}
      padY={4}
      surface="caution"
      tone="caution"
      size={13}
      role="alert"
      className={css.update}
    >
      <Icon name="caution" sizePx={16} />
      <Text grow>菜单和顶部工具加载失败</Text>
      <Button look="text" onClick={() => (needsReload ? void reloadPage() : retry())}>
        {needsReload ? loadingMessages.reloadPage : "重试"}
      </Button>
    </Row>
  )
}

import { newsCalls } from "@uc/contract/news/calls"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import { Card } from "../../ui/layout/card.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { RowList } from "../../ui/layout/row-list.tsx"
import { Text } from "../../ui/primitives/text.tsx"

/** Only http and https: the address comes out of a table that people fill in. */
function isWeb(address: string): boolean {
  return /^https?:\/\//i.test(address)
}

export function FriendLinks() {
  const { data, error, refetch } = useCall(newsCalls.friendLinks, {}, { staleMs: 60_000 })
  const links = data?.filter(({ address }) => isWeb(address)) ?? []
  return (
    <Card title="友情链接" icon="link">
      {error && !data ? (
        <SmallEmptyState
          isAlert
          icon="caution"
          words={messageOf(error) ?? "链接加载失败"}
          action="重试"
          onAction={refetch}
        />
      ) : !data ? (
        <BarsSkeleton heightsPx={[32, 32]} />
      ) : links.length === 0 ? (
        <Text as="p" tone="faint">
          暂无友情链接。
        </Text>
      ) : (
        <RowList
          label="友情链接"
          rows={links.map(({ id, name, address }) => ({
            key: id,
            to: address,
            isOutside: true,
            title: name,
            mark: <Icon name="globe" sizePx={16} />,
            aside: (
              <>
                <Icon name="outside" sizePx={14} />
                <span className="only-read-aloud">（在新窗口打开）</span>
              </>
            ),
          }))}
        />
      )}
    </Card>
  )
}

import { subscriptionCalls, type Subscription } from "@uc/contract/subscriptions/calls"
import { audiences, homeCard, type CardContent } from "../home/public.ts"
import { RowList } from "../../ui/layout/row-list.tsx"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import { Tag } from "../../ui/marks/tag.tsx"

const place = "/main/service?see=subscriptions"

function Content({ data }: CardContent<readonly Subscription[]>) {
  if (data.length === 0) return <SmallEmptyState icon="bell" words="目前没有可订阅的内容" />
  return (
    <RowList
      isShortened
      label="我的订阅"
      rows={data.map(({ code, name, isSubscribed }) => ({
        key: code,
        to: place,
        title: name,
        aside: isSubscribed ? (
          <Tag tone="done" icon="check">
            已订阅
          </Tag>
        ) : (
          <Tag>未订阅</Tag>
        ),
      }))}
    />
  )
}

export const card = homeCard({
  key: "subscriptions",
  title: "我的订阅",
  icon: "bell",
  audience: audiences,
  order: 130,
  size: { w: 4, h: 4 },
  least: { w: 3, h: 3 },
  more: { words: "设置", to: place },
  shape: subscriptionCalls.check.output,
  load: ({ ask }) => ask(subscriptionCalls.check, {}),
  Content,
})

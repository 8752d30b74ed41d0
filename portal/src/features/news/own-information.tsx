import { newsCalls } from "@uc/contract/news/calls"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import { Card } from "../../ui/layout/card.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { RowList } from "../../ui/layout/row-list.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { placeOf } from "./service-filters.ts"
import { Text } from "../../ui/primitives/text.tsx"

/** HOME-4: the information list of the own organisation. */
export function OwnInformation() {
  const { data, error, refetch } = useCall(newsCalls.information, { limit: 5 }, { staleMs: 60_000 })
  return (
    <Card title="本单位信息" icon="building">
      {error && !data ? (
        <SmallEmptyState
          isAlert
          icon="caution"
          words={messageOf(error) ?? "信息没有加载成功"}
          action="重试"
          onAction={refetch}
        />
      ) : !data ? (
        <BarsSkeleton heightsPx={[32, 32, 32]} />
      ) : data.items.length === 0 ? (
        <Text as="p" tone="faint">
          本单位还没有发布信息。
        </Text>
      ) : (
        <RowList
          label="本单位信息"
          rows={data.items.map(({ id, title, createtime }) => ({
            key: id,
            to: placeOf({ news: id }),
            title,
            aside: formatMoment(createtime, nowMs()),
          }))}
        />
      )}
    </Card>
  )
}

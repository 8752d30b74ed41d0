import { newsCalls } from "@uc/contract/news/calls"
import { useState } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { Pager } from "../../ui/data/pager.tsx"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import { Card } from "../../ui/layout/card.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { RowList } from "../../ui/layout/row-list.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { placeOf } from "./service-filters.ts"
import { Text } from "../../ui/primitives/text.tsx"

const pageSize = 5

/** HOME-4: the information list, what the own organisation alone has to say. */
export function OwnInformation() {
  const [page, setPage] = useState(0)
  const { data, error, refetch } = useCall(
    newsCalls.information,
    { start: page * pageSize, limit: pageSize },
    { staleMs: 60_000, keepsPrevious: true },
  )
  const isBeyond = data !== undefined && page > 0 && data.items.length === 0
  // What was taken back meanwhile may have been all of this page.
  if (isBeyond) setPage(0)
  return (
    <Card title="本单位信息" icon="building">
      {error && !data ? (
        <SmallEmptyState
          isAlert
          icon="caution"
          words={messageOf(error) ?? "信息加载失败"}
          action="重试"
          onAction={refetch}
        />
      ) : !data ? (
        <BarsSkeleton heightsPx={[32, 32, 32]} />
      ) : data.items.length === 0 ? (
        <Text as="p" tone="faint">
          本单位暂无信息。
        </Text>
      ) : (
        <>
          <RowList
            label="本单位信息"
            rows={data.items.map(({ id, title, createtime }) => ({
              key: id,
              to: placeOf({ news: id }),
              title,
              aside: formatMoment(createtime, nowMs()),
            }))}
          />
          {data.total > pageSize && (
            <Pager
              total={data.total}
              pageSize={pageSize}
              page={page}
              onPage={setPage}
              label="本单位信息翻页"
            />
          )}
        </>
      )}
    </Card>
  )
}

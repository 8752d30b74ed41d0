import { NewsItem, newsCalls, type PortalColumn } from "@uc/contract/news/calls"
import { useState } from "react"
import { z } from "zod"
import { nowMs } from "../../platform/browser/clock.ts"
import { audiences, homeCard, type CardContent } from "../home/public.ts"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { RowList } from "../../ui/layout/row-list.tsx"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import { Tabs } from "../../ui/layout/tabs.tsx"

const shape = z.array(z.object({ name: z.string(), category: z.string(), items: z.array(NewsItem) }))

const columnsAtMost = 5
const newsOfEach = 5

function flat(columns: readonly PortalColumn[]): readonly PortalColumn[] {
  return columns.flatMap((column) => [column, ...flat(column.children)])
}

function Content({ data }: CardContent<z.infer<typeof shape>>) {
  const [chosen, setChosen] = useState("")
  const column = data.find(({ category }) => category === chosen) ?? data[0]
  if (!column) return <SmallEmptyState icon="news" words="暂无新闻资讯" />
  return (
    <Tabs
      label="栏目"
      tabs={Object.fromEntries(data.map(({ category, name }) => [category, name]))}
      current={column.category}
      onChange={setChosen}
    >
      <RowList
        isShortened
        label={column.name}
        rows={column.items.map(({ id, title, createtime }) => ({
          key: id,
          to: `/main/service?category=${encodeURIComponent(column.category)}&news=${id}`,
          title,
          aside: formatMoment(createtime, nowMs()),
        }))}
      />
    </Tabs>
  )
}

export const card = homeCard({
  key: "news",
  title: "新闻资讯",
  icon: "news",
  audience: audiences,
  order: 120,
  size: { w: 8, h: 4 },
  sizeFor: { administrator: { w: 12, h: 4 } },
  least: { w: 4, h: 3 },
  more: { words: "全部资讯", to: "/main/service" },
  shape,
  load: async ({ ask }) => {
    const columns = flat(await ask(newsCalls.columns, {}))
    const all = await Promise.all(
      columns.slice(0, columnsAtMost).map(async ({ name, category }) => {
        const { items } = await ask(newsCalls.ofColumn, { category, limit: newsOfEach })
        return { name, category, items }
      }),
    )
    return all.filter(({ items }) => items.length > 0)
  },
  Content,
})

import { newsCalls, type ListedNews, type PortalColumn } from "@uc/contract/news/calls"
import { Link } from "../../ui/navigation/link.tsx"
import { List } from "../../page-kit/list/list.tsx"
import type { UrlState } from "../../page-kit/list/use-url-filters.ts"
import { nowMs } from "../../platform/browser/clock.ts"
import { buttonClass } from "../../ui/forms/button.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Tag } from "../../ui/marks/tag.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { placeOf, type ServiceFilterState } from "./service-filters.ts"
import css from "./news.module.css"

function nameOf(columns: readonly PortalColumn[] | undefined, category: string): string | null {
  for (const column of columns ?? []) {
    const found = column.category === category ? column.name : nameOf(column.children, category)
    if (found !== null) return found
  }
  return null
}

interface NewsListProps {
  readonly url: UrlState<ServiceFilterState>
  readonly columns: readonly PortalColumn[] | undefined
}

export function NewsList({ url, columns }: NewsListProps) {
  const { category } = url.state
  const title = category === "" ? "全部资讯" : (nameOf(columns, category) ?? "资讯")
  return (
    <Stack as="section" gap={8} pad={16} surface="card" aria-label={title}>
      <Text as="h2" size={15}>
        {title}
      </Text>
      <List
        label={title}
        what="资讯"
        url={url}
        call={newsCalls.list}
        input={{ ...(category && { category }) }}
        rowsOf={({ items }) => items}
        keyOf={({ id }) => id}
        renderRows={(rows, isStale) => (
          <ul className={css.list} aria-busy={isStale}>
            {rows.map((item) => (
              <Listed key={item.id} item={item} to={url.addressWith({ news: item.id })} />
            ))}
          </ul>
        )}
        paging={{
          by: "keys",
          before: "before",
          after: "after",
          size: 12,
          newerOf: ({ newer }) => newer,
          olderOf: ({ older }) => older,
        }}
        empty={{
          title: "暂无资讯",
          words: "发布后会出现在这里，最新的在最前。",
          actions: category !== "" && (
            <Link className={buttonClass()} to={placeOf({})}>
              查看全部资讯
            </Link>
          ),
        }}
      />
    </Stack>
  )
}

function Listed({ item, to }: { readonly item: ListedNews; readonly to: string }) {
  const { title, summary, createtime, orgname, columnname } = item
  return (
    <Row as="li" gap={16} padY={12} padX={8} align="start" className={css.item}>
      <Stack
        as="time"
        size={12}
        tone="soft"
        surface="brand"
        centred
        figures
        rigid
        className={css.day}
        dateTime={createtime.slice(0, 10)}
        title={createtime}
      >
        <Text as="b" size={20} tone="brand">
          {createtime.slice(8, 10)}
        </Text>
        {createtime.slice(0, 7).replace("-", ".")}
      </Stack>
      <Stack gap={4} grow>
        <Text as="h3" size={15} breaks>
          <Link to={to}>{title}</Link>
        </Text>
        {summary && (
          <Text as="p" tone="soft" breaks className={css.summary}>
            {summary}
          </Text>
        )}
        <Row gap={4} columnGap={12} wrap tone="faint" size={12}>
          <Tag>{columnname}</Tag>
          <span>{orgname}</span>
          <span>{formatMoment(createtime, nowMs())}</span>
        </Row>
      </Stack>
    </Row>
  )
}

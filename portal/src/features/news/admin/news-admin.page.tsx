import { newsLimits } from "@uc/contract/news/calls"
import {
  newsAdminCalls,
  newsStates,
  type NewsState,
  type WrittenColumn,
  type WrittenNews,
} from "@uc/contract/news/admin-calls"
import { useState } from "react"
import { Link } from "react-router"
import { ListPage } from "../../../page-kit/list/list-page.tsx"
import { useUrlFilters } from "../../../page-kit/list/use-url-filters.ts"
import { nowMs } from "../../../platform/browser/clock.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import type { Column } from "../../../ui/data/data-table.tsx"
import { Button, buttonClass } from "../../../ui/forms/button.tsx"
import { formatMoment } from "../../../ui/format/moment-in-words.ts"
import { Tag } from "../../../ui/marks/tag.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { AdministratorsOnly } from "./administrators-only.tsx"
import { columnChoices } from "./column-levels.ts"
import { PublishDialog, RemoveNews, WithdrawNews } from "./news-actions.tsx"
import { newsFilters } from "./news-filters.ts"
import { stateTones } from "./news-labels.ts"
import { SpreadTags } from "./spread-ticks.tsx"

export function Component() {
  return <AdministratorsOnly>{() => <NewsAdmin />}</AdministratorsOnly>
}

type Open = { readonly at: "publish" | "withdraw" | "remove"; readonly piece: WrittenNews } | null

const states = [["", "全部"], ...(Object.entries(newsStates) as [NewsState, string][])] as const

function NewsAdmin() {
  const url = useUrlFilters(newsFilters)
  const { columnId, state, title } = url.state
  const [open, setOpen] = useState<Open>(null)
  const columns = useCall(newsAdminCalls.columns, {}, { staleMs: 10_000 })
  const write = (
    <Link
      className={buttonClass({ look: "primary" })}
      to={`/main/newsEditor${columnId && `?columnId=${columnId}`}`}
    >
      <Icon name="edit" sizePx={16} />
      写新闻
    </Link>
  )
  return (
    <ListPage
      title="新闻管理"
      words="写好先存草稿，预览无误再发布；可以定时发布，也可以撤回。"
      pageActions={write}
      label="新闻列表"
      what="新闻"
      url={url}
      fields={[
        { choice: "state", label: "状态", choices: states },
        {
          choice: "columnId",
          label: "栏目",
          choices: [["", "全部"], ...offered(columns.data?.columns ?? [], columnId)],
        },
        { search: "title", label: "标题", placeholder: "搜索标题", maxLength: newsLimits.searched },
      ]}
      call={newsAdminCalls.list}
      input={{
        ...(columnId && { columnId }),
        ...(state && { state }),
        ...(title.trim() && { title: title.trim() }),
      }}
      rowsOf={({ items }) => items.map((piece): Shown => ({ piece, open: (at) => setOpen({ at, piece }) }))}
      keyOf={({ piece }) => piece.id}
      columns={tableColumns}
      paging={{
        by: "keys",
        before: "before",
        after: "after",
        size: 15,
        newerOf: ({ newer }) => newer,
        olderOf: ({ older }) => older,
      }}
      file={newsAdminCalls.exportList}
      empty={{ title: "暂无新闻", words: "写下第一篇，先存草稿，再发布。", actions: write }}
    >
      {open?.at === "publish" && <PublishDialog piece={open.piece} onClose={() => setOpen(null)} />}
      {open?.at === "withdraw" && <WithdrawNews piece={open.piece} onClose={() => setOpen(null)} />}
      {open?.at === "remove" && <RemoveNews piece={open.piece} onClose={() => setOpen(null)} />}
    </ListPage>
  )
}

/** The chosen value is always among the choices, also when it came from a link. */
function offered(columns: readonly WrittenColumn[], chosen: string): (readonly [string, string])[] {
  const isKnown = chosen === "" || columns.some(({ id }) => id === chosen)
  return [...columnChoices(columns), ...(isKnown ? [] : [[chosen, "其他栏目"] as const])]
}

interface Shown {
  readonly piece: WrittenNews
  readonly open: (at: "publish" | "withdraw" | "remove") => void
}

const tableColumns: readonly Column<Shown>[] = [
  {
    title: "标题",
    sortedBy: "title",
    isName: true,
    cell: ({ piece }) => (
      <>
        <Link to={`/main/newsEditor?id=${piece.id}`}>{piece.title}</Link>
        <Row gap={4} wrap>
          <SpreadTags {...piece} />
        </Row>
      </>
    ),
  },
  { title: "栏目", sortedBy: "column", width: "16%", cell: ({ piece }) => piece.columnname },
  {
    title: "状态",
    sortedBy: "state",
    width: "90px",
    cell: ({ piece: { state } }) => <Tag tone={stateTones[state]}>{newsStates[state]}</Tag>,
  },
  {
    title: "发布时间",
    sortedBy: "publishedAt",
    width: "160px",
    cell: ({ piece: { publishedAt } }) =>
      publishedAt === null ? "—" : <time title={publishedAt}>{formatMoment(publishedAt, nowMs())}</time>,
  },
  {
    title: "操作",
    width: "190px",
    cell: ({ piece, open }) => (
      <Row gap={8}>
        <Button
          aria-label={`${piece.state === "draft" ? "发布" : "撤回"}${piece.title}`}
          onClick={() => open(piece.state === "draft" ? "publish" : "withdraw")}
        >
          {piece.state === "draft" ? "发布" : "撤回"}
        </Button>
        <Button look="quiet" aria-label={`删除${piece.title}`} onClick={() => open("remove")}>
          <Icon name="trash" />
        </Button>
      </Row>
    ),
  },
]

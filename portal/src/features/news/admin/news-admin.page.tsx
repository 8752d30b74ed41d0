import { newsLimits } from "@uc/contract/news/calls"
import {
  newsAdminCalls,
  NewsState,
  newsStates,
  type WrittenColumn,
  type WrittenNews,
} from "@uc/contract/news/admin-calls"
import { Cursor, Id, text } from "@uc/contract/core/wire"
import { useState } from "react"
import { Link, useSearchParams } from "react-router"
import { nowMs } from "../../../platform/browser/clock.ts"
import { messageOf } from "../../../platform/http/failure.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { useExport } from "../../../platform/http/use-export.ts"
import { Button, buttonClass } from "../../../ui/forms/button.tsx"
import { ChoiceFilter } from "../../../ui/forms/choice-filter.tsx"
import { DataTable, type Column } from "../../../ui/data/data-table.tsx"
import { ExportButton } from "../../../ui/data/export-button.tsx"
import { EmptyState } from "../../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { KeyPager } from "../../../ui/data/key-pager.tsx"
import { formatMoment } from "../../../ui/format/moment-in-words.ts"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { Tag, type TagTone } from "../../../ui/marks/tag.tsx"
import { AdministratorsOnly } from "./administrators-only.tsx"
import { levelOf } from "./column-levels.ts"
import { PublishDialog, RemoveNews, WithdrawNews } from "./news-actions.tsx"
import { SpreadTags } from "./spread-ticks.tsx"
import css from "./news-admin.module.css"

const shapes = {
  state: NewsState,
  columnId: Id,
  title: text(newsLimits.searched),
  before: Cursor,
  after: Cursor,
} as const
type Place = Partial<Record<keyof typeof shapes, string>>

/** The filters stand in the address: a reload, a link and "back" lead to the same list. */
function filtersFromUrl(address: URLSearchParams): Place {
  const said = Object.entries(shapes).flatMap(([key, shape]) => {
    const value = shape.safeParse(address.get(key)).data
    return value ? [[key, value] as const] : []
  })
  return Object.fromEntries(said)
}

const stateTones: Readonly<Record<NewsState, TagTone>> = {
  draft: "plain",
  scheduled: "caution",
  published: "done",
}

export function Component() {
  return <AdministratorsOnly>{() => <NewsAdmin />}</AdministratorsOnly>
}

type Open = { readonly at: "publish" | "withdraw" | "remove"; readonly piece: WrittenNews } | null

function NewsAdmin() {
  const [address, setAddress] = useSearchParams()
  const place = filtersFromUrl(address)
  const state = NewsState.safeParse(place.state).data
  const [open, setOpen] = useState<Open>(null)
  const columns = useCall(newsAdminCalls.columns, {}, { staleMs: 10_000 })
  const { state: _state, before: newerThan, after: olderThan, ...rest } = place
  const filters = { ...rest, ...(state && { state }) }
  const list = useCall(
    newsAdminCalls.list,
    {
      ...filters,
      ...(newerThan && { before: newerThan }),
      ...(olderThan && { after: olderThan }),
      limit: 15,
    },
    { keepsPrevious: true },
  )
  const file = useExport(newsAdminCalls.exportList)
  const filter = (change: Place) => {
    const { before: _before, after: _after, ...kept } = { ...place, ...change }
    setAddress(new URLSearchParams(Object.entries(kept).filter(([, value]) => value !== "")), {
      replace: true,
    })
  }
  const isFiltered = place.state !== undefined || place.columnId !== undefined || place.title !== undefined
  const write = (
    <Link
      className={buttonClass({ look: "primary" })}
      to={`/main/newsEditor${place.columnId ? `?columnId=${place.columnId}` : ""}`}
    >
      <Icon name="edit" sizePx={16} />
      写新闻
    </Link>
  )
  return (
    <div className={css.page}>
      <header className={css.top}>
        <div>
          <h1>新闻管理</h1>
          <p>写好先存草稿，预览无误再发布；可以定时发布，也可以撤回。</p>
        </div>
        {write}
      </header>
      <section className={css.card} aria-label="新闻">
        <div className={css.filters} role="search" aria-label="筛选">
          <ChoiceFilter
            label="状态"
            value={state ?? ""}
            choices={[["", "全部"], ...(Object.entries(newsStates) as [NewsState, string][])]}
            onChange={(key) => filter({ state: key })}
          />
          <ChoiceFilter
            label="栏目"
            value={place.columnId ?? ""}
            choices={[["", "全部"], ...columnChoices(columns.data?.columns ?? [], place.columnId)]}
            onChange={(columnId) => filter({ columnId })}
          />
          <TitleSearch
            key={place.title ?? ""}
            title={place.title ?? ""}
            onSearch={(title) => filter({ title })}
          />
          {isFiltered && (
            <Button onClick={() => setAddress(new URLSearchParams(), { replace: true })}>重置</Button>
          )}
          <ExportButton isBusy={file.isBusy} onExport={() => void file.run(filters)} />
        </div>
        {list.error && !list.data ? (
          <ErrorState title="新闻没有加载成功" words={messageOf(list.error)} onRetry={list.refetch} />
        ) : !list.data ? (
          <BarsSkeleton heightsPx={Array.from({ length: 8 }, () => 40)} />
        ) : list.data.items.length === 0 ? (
          <EmptyState
            art="empty"
            title={isFiltered ? "没有符合条件的新闻" : "还没有新闻"}
            words={isFiltered ? "试试放宽筛选条件。" : "写下第一篇，先存草稿，再发布。"}
            actions={!isFiltered && write}
          />
        ) : (
          <DataTable
            label="新闻列表"
            columns={tableColumns}
            rows={list.data.items.map((piece): Row => ({ piece, open: (at) => setOpen({ at, piece }) }))}
            keyOf={({ piece }) => piece.id}
            isStale={list.isPlaceholderData}
          />
        )}
        {list.data && (
          <KeyPager
            newer={list.data.newer}
            older={list.data.older}
            onPage={({ before, after }) => {
              const to = { ...place, before, after }
              setAddress(new URLSearchParams(Object.entries(to).filter(([, value]) => value !== "")))
            }}
          />
        )}
      </section>
      {open?.at === "publish" && <PublishDialog piece={open.piece} onClose={() => setOpen(null)} />}
      {open?.at === "withdraw" && <WithdrawNews piece={open.piece} onClose={() => setOpen(null)} />}
      {open?.at === "remove" && <RemoveNews piece={open.piece} onClose={() => setOpen(null)} />}
    </div>
  )
}

function columnChoices(columns: readonly WrittenColumn[], chosen: string | undefined): [string, string][] {
  const known = columns.map((column): [string, string] => [
    column.id,
    `${"　".repeat(levelOf(columns, column))}${column.name}`,
  ])
  // What is chosen is always among the choices, also where a link brought it along.
  const isKnown = chosen === undefined || columns.some(({ id }) => id === chosen)
  return isKnown ? known : [...known, [chosen, "其他栏目"]]
}

interface TitleSearchProps {
  readonly title: string
  readonly onSearch: (title: string) => void
}

function TitleSearch({ title, onSearch }: TitleSearchProps) {
  const [typed, setTyped] = useState(title)
  return (
    <form
      className={css.search}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.trim())
      }}
    >
      <input
        type="search"
        aria-label="标题"
        placeholder="按标题查找"
        value={typed}
        maxLength={newsLimits.searched}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit">查找</Button>
    </form>
  )
}

interface Row {
  readonly piece: WrittenNews
  readonly open: (at: "publish" | "withdraw" | "remove") => void
}

const tableColumns: readonly Column<Row>[] = [
  {
    title: "标题",
    cell: ({ piece }) => (
      <>
        <Link to={`/main/newsEditor?id=${piece.id}`}>{piece.title}</Link>
        <span className={css.tags}>
          <SpreadTags {...piece} />
        </span>
      </>
    ),
  },
  { title: "栏目", width: "16%", cell: ({ piece }) => piece.columnname },
  {
    title: "状态",
    width: "90px",
    cell: ({ piece: { state } }) => <Tag tone={stateTones[state]}>{newsStates[state]}</Tag>,
  },
  {
    title: "发布时间",
    width: "160px",
    cell: ({ piece: { publishedAt } }) =>
      publishedAt === null ? "—" : <time title={publishedAt}>{formatMoment(publishedAt, nowMs())}</time>,
  },
  {
    title: "操作",
    width: "190px",
    cell: ({ piece, open }) => (
      <span className={css.acts}>
        <Button
          aria-label={`${piece.state === "draft" ? "发布" : "撤回"}${piece.title}`}
          onClick={() => open(piece.state === "draft" ? "publish" : "withdraw")}
        >
          {piece.state === "draft" ? "发布" : "撤回"}
        </Button>
        <Button look="quiet" aria-label={`删除${piece.title}`} onClick={() => open("remove")}>
          <Icon name="trash" />
        </Button>
      </span>
    ),
  },
]

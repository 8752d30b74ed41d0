import { noticeCalls, noticeLimits, noticeMessages, type Notice } from "@uc/contract/notices/calls"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useInformationList } from "./information.ts"
import { onEvent } from "../../platform/realtime/events.ts"
import { showFailure, showToast } from "../../platform/browser/toast.ts"
import { invalidateAndRefetch, useCall } from "../../platform/http/use-call.ts"
import { useExport } from "../../platform/http/use-export.ts"
import { Button } from "../../ui/forms/button.tsx"
import { ChoiceFilter } from "../../ui/forms/choice-filter.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { ExportButton } from "../../ui/data/export-button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Pager } from "../../ui/data/pager.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { readFromBell, useBell } from "./bell-store.ts"
import { useKeyPages } from "./use-key-pages.ts"
import css from "./notices.module.css"

const pageSize = 15
const states = [
  ["all", "全部"],
  ["unread", "未读"],
  ["pinned", "置顶"],
] as const

interface Filters {
  readonly state: (typeof states)[number][0]
  readonly kind: string
  readonly title: string
}
const none: Filters = { state: "all", kind: "", title: "" }

function isNarrow({ state, kind, title }: Filters): boolean {
  return state !== none.state || kind !== none.kind || title !== none.title
}

interface NoticeListProps {
  /** Which ones it begins with, as an address says it: whoever comes from the number of unread ones sees those. */
  readonly startsWith: string | null
  readonly onOpen: (id: string) => void
}

export function NoticeList({ startsWith, onOpen }: NoticeListProps) {
  const client = useQueryClient()
  const [filters, setFilters] = useState(() => ({
    ...none,
    state: states.find(([state]) => state === startsWith)?.[0] ?? none.state,
  }))
  const { state, kind, title } = filters
  const { page, after, onPage } = useKeyPages(JSON.stringify(filters))
  const unread = useBell().bell?.unread ?? 0
  const question = {
    ...(state === "unread" && { isunread: 1 as const }),
    ...(state === "pinned" && { ispinned: 1 as const }),
    ...(kind !== "" && { kind }),
    ...(title !== "" && { title }),
  }
  const { data, error, isPlaceholderData, refetch } = useCall(
    noticeCalls.list,
    { ...question, limit: pageSize, ...(after !== undefined && { before: after }) },
    { keepsPrevious: true },
  )
  const file = useExport(noticeCalls.exportList)
  // The bell says that there is another one, or that one was read elsewhere.
  useEffect(() => onEvent("bell", () => void invalidateAndRefetch(client, noticeCalls.list)), [client])

  async function readAll() {
    try {
      await readFromBell("all")
      await invalidateAndRefetch(client, noticeCalls.list)
      showToast("success", noticeMessages.readAll)
    } catch (failure) {
      showFailure(failure)
    }
  }

  const kinds = [["", "全部"] as const, ...useInformationList().map((name) => [name, name] as const)]
  return (
    <>
      <div className={css.filters} role="search" aria-label="筛选">
        <ChoiceFilter
          label="范围"
          value={state}
          choices={states}
          onChange={(to) => setFilters({ ...filters, state: to })}
        />
        <ChoiceFilter
          label="分类"
          value={kind}
          choices={kinds}
          onChange={(to) => setFilters({ ...filters, kind: to })}
        />
        <TitleSearch key={title} title={title} onSearch={(to) => setFilters({ ...filters, title: to })} />
        {isNarrow(filters) && <Button onClick={() => setFilters(none)}>重置</Button>}
        <ExportButton isBusy={file.isBusy} onExport={() => void file.run(question)} />
        {unread > 0 && (
          <Button className={css.last ?? ""} onClick={() => void readAll()}>
            <Icon name="check" sizePx={16} />
            全部标为已读
          </Button>
        )}
      </div>
      {error && !data ? (
        <ErrorState title="通知没有加载成功" words={messageOf(error)} onRetry={refetch} />
      ) : !data ? (
        <BarsSkeleton heightsPx={Array.from({ length: 6 }, () => 56)} />
      ) : data.total === 0 ? (
        !isNarrow(filters) ? (
          <EmptyState art="empty" title="还没有通知" words="上级和本单位发布的通知会出现在这里。" />
        ) : (
          <EmptyState art="empty" title="没有符合条件的通知" words="试试放宽筛选条件。" />
        )
      ) : (
        <>
          <ul className={css.list} aria-label="通知" aria-busy={isPlaceholderData}>
            {data.items.map((notice) => (
              <Row key={notice.id} notice={notice} onOpen={onOpen} />
            ))}
          </ul>
          <Pager total={data.total} pageSize={pageSize} page={page} onPage={(to) => onPage(to, data.older)} />
        </>
      )}
    </>
  )
}

function Row({ notice, onOpen }: { readonly notice: Notice; readonly onOpen: (id: string) => void }) {
  const { id, title, category, orgname, createtime, isPinned, isRead } = notice
  return (
    <li>
      <button type="button" className={classes(css.row, !isRead && css.unread)} onClick={() => onOpen(id)}>
        <span className={css.dot} aria-hidden="true" />
        <span className={css.words}>
          <span className={css.title}>
            {!isRead && <span className="only-read-aloud">未读，</span>}
            {title}
          </span>
          <span className={css.facts}>
            {isPinned && (
              <Tag tone="brand" icon="pin">
                置顶
              </Tag>
            )}
            <Tag>{category}</Tag>
            <span>{orgname}</span>
          </span>
        </span>
        <time dateTime={createtime}>{formatMoment(createtime, nowMs())}</time>
      </button>
    </li>
  )
}

interface TitleSearchProps {
  readonly title: string
  readonly onSearch: (title: string) => void
}

export function TitleSearch({ title, onSearch }: TitleSearchProps) {
  return (
    <form
      className={css.search}
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget).get("title")
        onSearch(typeof typed === "string" ? typed.trim() : "")
      }}
    >
      <input
        name="title"
        aria-label="标题"
        defaultValue={title}
        maxLength={noticeLimits.searched}
        placeholder="标题，按回车查询"
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit">查询</Button>
    </form>
  )
}

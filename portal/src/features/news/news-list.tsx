import { newsCalls, type ListedNews, type PortalColumn } from "@uc/contract/news/calls"
import { Link } from "react-router"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { buttonClass } from "../../ui/forms/button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { KeyPager } from "../../ui/data/key-pager.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { urlOf, noFilterState, type ServiceFilterState } from "./service-filters-url.ts"
import css from "./news.module.css"

const pageSize = 12

function nameOf(columns: readonly PortalColumn[] | undefined, category: string): string | null {
  for (const column of columns ?? []) {
    const found = column.category === category ? column.name : nameOf(column.children, category)
    if (found !== null) return found
  }
  return null
}

interface NewsListProps {
  readonly place: ServiceFilterState
  readonly columns: readonly PortalColumn[] | undefined
  readonly onPage: (change: Pick<ServiceFilterState, "before" | "after">) => void
}

export function NewsList({ place, columns, onPage }: NewsListProps) {
  const { category, before, after } = place
  const list = useCall(
    newsCalls.list,
    {
      limit: pageSize,
      ...(category && { category }),
      ...(before && { before }),
      ...(after && { after }),
    },
    { keepsPrevious: true },
  )
  const isFirst = before === "" && after === ""
  const title = category === "" ? "全部资讯" : (nameOf(columns, category) ?? "资讯")
  return (
    <section className={css.card} aria-label={title}>
      <h2>{title}</h2>
      {list.error && !list.data ? (
        <ErrorState title="资讯没有加载成功" words={messageOf(list.error)} onRetry={list.refetch} />
      ) : !list.data ? (
        <BarsSkeleton heightsPx={Array.from({ length: 6 }, () => 72)} />
      ) : list.data.items.length === 0 ? (
        <EmptyState
          art="empty"
          title={isFirst ? "这里还没有资讯" : "这一页没有资讯了"}
          words={isFirst ? "发布后会出现在这里，最新的在最前。" : "内容可能已被撤回。"}
          actions={
            (!isFirst || category !== "") && (
              <Link
                className={buttonClass()}
                to={urlOf(isFirst ? noFilterState : { ...noFilterState, category })}
              >
                {isFirst ? "查看全部资讯" : "回到最新"}
              </Link>
            )
          }
        />
      ) : (
        <ul className={css.list} aria-busy={list.isPlaceholderData}>
          {list.data.items.map((item) => (
            <Listed key={item.id} item={item} to={urlOf({ ...place, news: item.id })} />
          ))}
        </ul>
      )}
      {list.data && <KeyPager newer={list.data.newer} older={list.data.older} onPage={onPage} />}
    </section>
  )
}

function Listed({ item, to }: { readonly item: ListedNews; readonly to: string }) {
  const { title, summary, createtime, orgname, columnname } = item
  return (
    <li className={css.item}>
      <time className={css.day} dateTime={createtime.slice(0, 10)} title={createtime}>
        <b>{createtime.slice(8, 10)}</b>
        {createtime.slice(0, 7).replace("-", ".")}
      </time>
      <div className={css.what}>
        <h3>
          <Link to={to}>{title}</Link>
        </h3>
        {summary && <p>{summary}</p>}
        <span className={css.facts}>
          <Tag>{columnname}</Tag>
          <span>{orgname}</span>
          <span>{formatMoment(createtime, nowMs())}</span>
        </span>
      </div>
    </li>
  )
}

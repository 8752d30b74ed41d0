import type { PortalColumn } from "@uc/contract/news/calls"
import { Link } from "react-router"
import { messageOf, type Failure } from "../../platform/http/failure.ts"
import { Button } from "../../ui/forms/button.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { urlOf, noFilterState } from "./service-filters-url.ts"
import css from "./news.module.css"

interface ColumnNavProps {
  readonly columns: {
    readonly data: readonly PortalColumn[] | undefined
    readonly error: Failure | null
    readonly refetch: () => unknown
  }
  readonly chosen: string
}

function Branch({ columns, chosen }: { readonly columns: readonly PortalColumn[]; readonly chosen: string }) {
  return (
    <ul>
      {columns.map(({ id, name, category, children }) => (
        <li key={id}>
          <Link
            to={urlOf({ ...noFilterState, category })}
            className={css.column}
            aria-current={category === chosen ? "page" : undefined}
            title={name}
          >
            {name}
          </Link>
          {children.length > 0 && <Branch columns={children} chosen={chosen} />}
        </li>
      ))}
    </ul>
  )
}

export function ColumnNav({ columns: { data, error, refetch }, chosen }: ColumnNavProps) {
  return (
    <nav className={css.columns} aria-label="栏目">
      <h2>栏目</h2>
      {data ? (
        <>
          <Link
            to={urlOf(noFilterState)}
            className={css.column}
            aria-current={chosen === "" ? "page" : undefined}
          >
            全部资讯
          </Link>
          <Branch columns={data} chosen={chosen} />
        </>
      ) : error ? (
        <div className={css.small} role="alert">
          <p>{messageOf(error) ?? "栏目没有加载成功"}</p>
          <Button onClick={() => void refetch()}>重试</Button>
        </div>
      ) : (
        <BarsSkeleton heightsPx={[32, 32, 32, 32]} />
      )}
    </nav>
  )
}

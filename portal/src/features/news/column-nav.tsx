import type { PortalColumn } from "@uc/contract/news/calls"
import { Link } from "../../ui/navigation/link.tsx"
import { messageOf, type Failure } from "../../platform/http/failure.ts"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { placeOf } from "./service-filters.ts"
import { Text } from "../../ui/primitives/text.tsx"
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
          <Text
            as={Link}
            to={placeOf({ category })}
            truncate
            className={css.column}
            aria-current={category === chosen ? "page" : undefined}
            title={name}
          >
            {name}
          </Text>
          {children.length > 0 && <Branch columns={children} chosen={chosen} />}
        </li>
      ))}
    </ul>
  )
}

export function ColumnNav({ columns: { data, error, refetch }, chosen }: ColumnNavProps) {
  return (
    <nav className={css.columns} aria-label="栏目">
      <Text as="h2" size={15} padX={8} padY={4}>
        栏目
      </Text>
      {data ? (
        <>
          <Link to={placeOf({})} className={css.column} aria-current={chosen === "" ? "page" : undefined}>
            全部资讯
          </Link>
          <Branch columns={data} chosen={chosen} />
        </>
      ) : error ? (
        <SmallEmptyState
          isAlert
          icon="caution"
          words={messageOf(error) ?? "栏目加载失败"}
          action="重试"
          onAction={refetch}
        />
      ) : (
        <BarsSkeleton heightsPx={[32, 32, 32, 32]} />
      )}
    </nav>
  )
}

import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { inThousands } from "../../ui/format/in-thousands.ts"
import { pageKeys, type Paging } from "./paging.tsx"
import type { UrlState } from "./use-url-filters.ts"

interface BeyondEndProps<S extends object, A> {
  readonly what: string
  readonly url: UrlState<S>
  readonly paging: Paging<S, A>
  readonly answer: A
}

/** A page that the list does not have, or no longer: an old link, or what stood there is gone. The filters are not to blame. */
export function BeyondEnd<S extends object, A>({ what, url, paging, answer }: BeyondEndProps<S, A>) {
  const total = paging.by === "number" ? paging.totalOf(answer) : null
  const last = paging.by === "number" ? Math.ceil((total ?? 0) / paging.size) - 1 : 0
  const goTo = (page: string) =>
    url.replace(Object.fromEntries(pageKeys(paging).map((key) => [key, page])) as Partial<S>)
  return (
    <EmptyState
      art="empty"
      title={`这一页没有${what}`}
      words={
        total === null
          ? "列表可能有变化，请从第一页开始查看。"
          : `共 ${inThousands(total)} 条，最后一页是第 ${last + 1} 页。`
      }
      actions={
        <>
          {last > 0 && <Button onClick={() => goTo(String(last))}>最后一页</Button>}
          <Button onClick={() => goTo("")}>第一页</Button>
        </>
      }
    />
  )
}

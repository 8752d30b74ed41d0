import { CursorPager } from "../../ui/data/cursor-pager.tsx"
import { KeyPager } from "../../ui/data/key-pager.tsx"
import { Pager } from "../../ui/data/pager.tsx"
import { ChoiceFilter } from "../../ui/forms/filters/choice-filter.tsx"
import { usePageTrail } from "./use-page-trail.ts"
import type { UrlState } from "./use-url-filters.ts"
import css from "./paging.module.css"

/** How a list is paged, which its call decides. `key`, `before` and `after` are parameters of the address. */
export type Paging<S extends object, Answer> =
  | { readonly by: "none" }
  | {
      readonly by: "number"
      readonly key: keyof S & string
      readonly size: number
      readonly totalOf: (answer: Answer) => number
    }
  | {
      readonly by: "cursor"
      readonly key: keyof S & string
      /** The call's name for it. */
      readonly input: string
      readonly size?: number
      readonly nextOf: (answer: Answer) => string | null
      /** Null: only the first page has it. */
      readonly totalOf?: (answer: Answer) => number | null
      readonly unit?: string
    }
  | {
      readonly by: "keys"
      readonly before: keyof S & string
      readonly after: keyof S & string
      readonly size?: number
      readonly newerOf: (answer: Answer) => string | null
      readonly olderOf: (answer: Answer) => string | null
    }

const text = <S extends object>(state: S, key: keyof S) => String(state[key])

/** The names under which calls take the page: no filter is called so. */
export type PagingInput = "start" | "limit" | "before" | "after" | "beforeid" | "cursor"

export function isFirstPage<S extends object, A>(paging: Paging<S, A>, state: S): boolean {
  if (paging.by === "none") return true
  if (paging.by === "keys") return text(state, paging.before) === "" && text(state, paging.after) === ""
  return text(state, paging.key) === ""
}

/** What the call is sent beside the filters. */
export function pageInput<S extends object, A>(
  paging: Paging<S, A>,
  state: S,
): Readonly<Record<string, string | number>> {
  if (paging.by === "none") return {}
  if (paging.by === "number")
    return { start: Number(text(state, paging.key)) * paging.size, limit: paging.size }
  const size = paging.size === undefined ? {} : { limit: paging.size }
  const cursors: readonly (readonly [string, string])[] =
    paging.by === "cursor"
      ? [[paging.input, text(state, paging.key)]]
      : [
          // An address may have both; the server takes one.
          ["before", text(state, paging.after) === "" ? text(state, paging.before) : ""],
          ["after", text(state, paging.after)],
        ]
  return { ...size, ...Object.fromEntries(cursors.filter(([, cursor]) => cursor !== "")) }
}

/** The parameters of the address that say the page. */
export function pageKeys<S extends object, A>(paging: Paging<S, A>): readonly (keyof S & string)[] {
  if (paging.by === "none") return []
  return paging.by === "keys" ? [paging.before, paging.after] : [paging.key]
}

/** Whether it is known that no page has anything. */
export function isEmpty<S extends object, A>(paging: Paging<S, A>, answer: A): boolean {
  return paging.by === "number" && paging.totalOf(answer) === 0
}

/** How many rows a page has, and what else it may have. */
export interface PageSizeChoice {
  readonly size: number
  /** Empty: the call takes no other. */
  readonly sizes: readonly number[]
  readonly onSize: (size: number) => void
}

interface ListPagerProps<S extends object, A> {
  /** What tells this list from the same with other filters. */
  readonly name: string
  readonly paging: Paging<S, A>
  readonly url: UrlState<S>
  readonly answer: A
  readonly size?: PageSizeChoice
}

/** The pager, and how many rows a page has where there is more than a page of the smallest size. */
export function ListPager<S extends object, A>({ size, ...pager }: ListPagerProps<S, A>) {
  const { paging, url, answer } = pager
  const least = size?.sizes[0] ?? 0
  const isLong =
    size !== undefined &&
    size.sizes.length > 1 &&
    (size.size > least || !isFirstPage(paging, url.state) || isThereMore(paging, answer))
  if (!isLong) return <Pages {...pager} />
  return (
    <div className={css.foot}>
      <Pages {...pager} />
      <ChoiceFilter
        label="每页"
        value={size.size}
        choices={size.sizes.map((each) => [each, `${each} 条`] as const)}
        onChange={(to) => {
          size.onSize(to)
          // Where a page of the new size begins is not where one of the old did.
          url.replace(Object.fromEntries(pageKeys(paging).map((key) => [key, ""])) as Partial<S>)
        }}
      />
    </div>
  )
}

function isThereMore<S extends object, A>(paging: Paging<S, A>, answer: A): boolean {
  switch (paging.by) {
    case "none":
      return false
    case "number":
      return paging.totalOf(answer) > paging.size
    case "cursor":
      return paging.nextOf(answer) !== null
    case "keys":
      return paging.olderOf(answer) !== null
  }
}

function Pages<S extends object, A>({
  name,
  paging,
  url: { state, go },
  answer,
}: Omit<ListPagerProps<S, A>, "size">) {
  const [trail, keepTrail] = usePageTrail(name)
  const set = (change: Readonly<Record<string, string>>) => go(change as Partial<S>)
  if (paging.by === "none") return null
  if (paging.by === "number")
    return (
      <Pager
        total={paging.totalOf(answer)}
        pageSize={paging.size}
        page={Number(text(state, paging.key))}
        onPage={(page) => set({ [paging.key]: page === 0 ? "" : String(page) })}
      />
    )
  if (paging.by === "keys")
    return (
      <KeyPager
        newer={paging.newerOf(answer)}
        older={paging.olderOf(answer)}
        onPage={({ before, after }) => set({ [paging.before]: before, [paging.after]: after })}
      />
    )
  return (
    <CursorPager
      // A total of other filters is not this one's.
      key={name}
      trail={trail}
      onTrail={keepTrail}
      cursor={text(state, paging.key)}
      next={paging.nextOf(answer)}
      total={paging.totalOf?.(answer) ?? undefined}
      unit={paging.unit}
      onPage={(cursor) => set({ [paging.key]: cursor })}
    />
  )
}

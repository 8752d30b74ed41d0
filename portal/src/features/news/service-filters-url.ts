import { newsLimits } from "@uc/contract/news/calls"
import { Cursor, Id, text } from "@uc/contract/core/wire"

/** Which column, which page of it and which piece is open: all of it stands in the address. */
export interface ServiceFilterState {
  readonly category: string
  readonly before: string
  readonly after: string
  readonly news: string
}

export const noFilterState: ServiceFilterState = { category: "", before: "", after: "", news: "" }

const shapes = { category: text(newsLimits.category), before: Cursor, after: Cursor, news: Id } as const

/** An address may be typed by anybody: what it says wrongly, it does not say. */
export function filtersFromUrl(address: URLSearchParams): ServiceFilterState {
  const said = (key: keyof ServiceFilterState) => shapes[key].safeParse(address.get(key)).data ?? ""
  const [before, after] = [said("before"), said("after")]
  return { category: said("category"), before, after: before === "" ? after : "", news: said("news") }
}

export function urlOf(place: ServiceFilterState): string {
  const address = new URLSearchParams(Object.entries(place).filter(([, value]) => value !== ""))
  return `?${address.toString()}`
}

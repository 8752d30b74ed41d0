import { isStorable } from "@uc/contract/core/wire"
import { z } from "zod"

/**
 * What a parameter of a list's address is for. `filter`: narrows the list, cleared by a reset. `view`: which list it is,
 * kept by a reset. `page`: the page, cleared when anything else changes. `open`: what is open beside the list.
 */
type Purpose = "filter" | "view" | "page" | "open"

interface Parameter<T extends string | boolean> {
  readonly purpose: Purpose
  readonly usual: T
  /** Undefined: not a valid value. */
  readonly read: (text: string) => T | undefined
}

function parameter<T extends string>(purpose: Purpose, shape: z.ZodType<T>, usual: T): Parameter<T> {
  return { purpose, usual, read: (text) => (isStorable(text) ? shape.safeParse(text).data : undefined) }
}

/** A filter that does not narrow unless it is set: its usual value is the empty text. */
export function filter<T extends string>(shape: z.ZodType<T>): Parameter<T | "">
export function filter<T extends string>(shape: z.ZodType<T>, usual: T): Parameter<T>
export function filter<T extends string>(shape: z.ZodType<T>, usual: T | "" = ""): Parameter<T | ""> {
  return parameter<T | "">("filter", shape, usual)
}

/** On or off; `1` in the address. */
export function tick(purpose: "filter" | "view" = "filter"): Parameter<boolean> {
  return { purpose, usual: false, read: (text) => text === "1" }
}

export function view<T extends string>(shape: z.ZodType<T>, usual: T): Parameter<T> {
  return parameter("view", shape, usual)
}

/** DAY-13: what the list is sorted by, out of what the calls on its page take; empty: its own order. A reset keeps it. */
export function sorting<T extends string>(
  ...calls: readonly [SortedCall<T>, ...SortedCall<T>[]]
): Parameter<T | ""> {
  return parameter<T | "">("view", z.union(calls.map(({ input }) => input.shape.sort.unwrap())), "")
}

interface SortedCall<T extends string> {
  readonly input: { readonly shape: { readonly sort: z.ZodOptional<z.ZodType<T>> } }
}

/** A cursor of the server, or a page's number. */
export function pageAt(shape: z.ZodType<string>): Parameter<string> {
  return parameter("page", shape, "")
}

/** Counted from 0; the first page is not in the address. */
export const pageNumber = pageAt(z.string().regex(/^[1-9][0-9]{0,5}$/))

export function openItem(shape: z.ZodType<string>): Parameter<string> {
  return parameter("open", shape, "")
}

type Parameters = Readonly<Record<string, Parameter<string> | Parameter<boolean>>>
export type StateOf<P extends Parameters> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T : never
}

/** The state of a list as its address holds it: a reload, a link and "back" lead to the same list. */
export interface UrlFilters<S extends object> {
  readonly usual: S
  /** Invalid values are ignored: anybody may type an address. */
  readonly read: (address: URLSearchParams) => S
  /** Default values are left out. */
  readonly write: (state: S) => URLSearchParams
  readonly isFiltered: (state: S) => boolean
  /** The filters that are set. */
  readonly setFilters: (state: S) => readonly string[]
  /** The same list without filters. */
  readonly reset: (state: S) => S
  /** Without what the call refuses: these are as usual. */
  readonly without: (state: S, keys: readonly string[]) => S
  /** Whatever is changed, the list begins at its beginning unless the change says where. */
  readonly narrow: (state: S, change: Partial<S>) => S
}

export function urlFilters<P extends Parameters>(parameters: P): UrlFilters<StateOf<P>> {
  type S = StateOf<P>
  const entries = Object.entries(parameters)
  const usual = Object.fromEntries(entries.map(([key, { usual: value }]) => [key, value])) as S
  const keysFor = (purpose: Purpose) =>
    entries.filter(([, each]) => each.purpose === purpose).map(([key]) => key)
  const usualOf = (...purposes: Purpose[]) =>
    Object.fromEntries(purposes.flatMap(keysFor).map((key) => [key, usual[key]])) as Partial<S>
  const setFilters = (state: S) => keysFor("filter").filter((key) => state[key] !== usual[key])
  return {
    usual,
    read: (address) =>
      Object.fromEntries(
        entries.map(([key, { usual: value, read }]) => {
          const text = address.get(key)
          return [key, (text === null ? undefined : read(text)) ?? value]
        }),
      ) as S,
    write: (state) =>
      new URLSearchParams(
        Object.entries(state)
          // Nothing is no value where the usual one is another.
          .filter(([key, value]) => value !== usual[key] && value !== "")
          .map(([key, value]) => [key, value === true ? "1" : String(value)]),
      ),
    isFiltered: (state) => setFilters(state).length > 0,
    setFilters,
    reset: (state) => ({ ...state, ...usualOf("filter", "page") }),
    without: (state, keys) => ({ ...state, ...Object.fromEntries(keys.map((key) => [key, usual[key]])) }),
    narrow: (state, change) => ({ ...state, ...usualOf("page"), ...change }),
  }
}

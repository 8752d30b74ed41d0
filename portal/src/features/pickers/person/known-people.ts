import type { Gone } from "../gone.ts"
import type { Person } from "./person-tree-nodes.ts"

export type Defaults =
  | { readonly at: "loading" | "ready" }
  | { readonly at: "failed"; readonly error: unknown }

/** What is known of people who were chosen earlier. */
export interface KnownPeople {
  readonly defaults: Defaults
  readonly recent: readonly Person[]
  readonly gone: Gone
}

export type KnownPeopleEvent =
  | { readonly type: "requested" }
  | { readonly type: "failed"; readonly error: unknown }
  | { readonly type: "loaded"; readonly recent: readonly Person[]; readonly missing: number }
  | { readonly type: "vanished"; readonly names: readonly string[] }

export function noneKnown(hasDefaults: boolean): KnownPeople {
  return { defaults: { at: hasDefaults ? "loading" : "ready" }, recent: [], gone: { defaults: 0, names: [] } }
}

export function reduceKnownPeople(known: KnownPeople, event: KnownPeopleEvent): KnownPeople {
  switch (event.type) {
    case "requested":
      return { ...known, defaults: { at: "loading" } }
    case "failed":
      return { ...known, defaults: { at: "failed", error: event.error } }
    case "loaded":
      return {
        defaults: { at: "ready" },
        recent: event.recent,
        gone: { ...known.gone, defaults: event.missing },
      }
    case "vanished":
      return { ...known, gone: { ...known.gone, names: [...known.gone.names, ...event.names] } }
  }
}

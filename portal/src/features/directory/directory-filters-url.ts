import { directoryKinds, type DirectoryKind } from "@uc/contract/directory/calls"
import { personStates, type PersonState } from "@uc/contract/people/admin-calls"
import type { Id } from "@uc/contract/core/wire"

/** A node as the address names it: `organisation-12`. */
export interface NodeRef {
  readonly kind: DirectoryKind
  readonly id: Id
}

/** What the address of both trees holds. */
export interface DirectoryFilterState {
  readonly node: NodeRef | null
  /** Those that are out of use too. */
  readonly withDisabled: boolean
  readonly name: string
  readonly state: PersonState
  readonly isAdmin: boolean
  readonly isDirect: boolean
  readonly person: Id | null
}

export function nodeFrom(key: string | null): NodeRef | null {
  const [, kind = "", id = ""] = /^([a-z]+)-([0-9]{1,18})$/.exec(key ?? "") ?? []
  return Object.hasOwn(directoryKinds, kind) ? { kind: kind as DirectoryKind, id } : null
}

/** Whatever somebody wrote into the address: what can't be read is left out. */
export function filtersFromUrl(address: URLSearchParams): DirectoryFilterState {
  const state = address.get("state") ?? "on"
  const person = address.get("person")
  return {
    node: nodeFrom(address.get("node")),
    withDisabled: address.get("off") === "1",
    name: (address.get("name") ?? "").slice(0, 50),
    state: Object.hasOwn(personStates, state) ? (state as PersonState) : "on",
    isAdmin: address.get("admin") === "1",
    isDirect: address.get("direct") === "1",
    person: person !== null && /^[0-9]{1,18}$/.test(person) ? person : null,
  }
}

export function urlOf(place: DirectoryFilterState): URLSearchParams {
  const address = new URLSearchParams()
  if (place.node) address.set("node", `${place.node.kind}-${place.node.id}`)
  if (place.withDisabled) address.set("off", "1")
  if (place.name !== "") address.set("name", place.name)
  if (place.state !== "on") address.set("state", place.state)
  if (place.isAdmin) address.set("admin", "1")
  if (place.isDirect) address.set("direct", "1")
  if (place.person !== null) address.set("person", place.person)
  return address
}

/** The same as the calls of the directory ask for it. */
export function asked(node: NodeRef | null): { areaid?: Id; orgid?: Id; deptid?: Id } {
  if (!node) return {}
  if (node.kind === "area") return { areaid: node.id }
  return node.kind === "organisation" ? { orgid: node.id } : { deptid: node.id }
}

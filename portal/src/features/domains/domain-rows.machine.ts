import { domainAddress } from "@uc/contract/domains/domain-address"
import {
  defaultHelpers,
  Domain,
  domainLimits,
  everyHelper,
  type DomainHelper,
  type InheritedDomain,
  type ListedDomain,
  type RefusedOrigin,
} from "@uc/contract/domains/calls"
import { defaultUserFields, everyUserField, type DomainUserField } from "@uc/contract/domains/user-fields"

/** What somebody types. */
export interface DomainFields {
  readonly name: string
  readonly domainIp: string
  readonly helpers: readonly DomainHelper[]
  /** DISTRICT-14. */
  readonly userFields: readonly DomainUserField[]
  /** DISTRICT-12. */
  readonly isForBelow: boolean
}

export interface DomainRow extends DomainFields {
  /** Of the row on this screen; a new one has no id yet. */
  readonly key: string
  /** As the server has it; null: not saved yet. */
  readonly saved: ListedDomain | null
  /** Beside the address. */
  readonly problem: string | null
  /** Another administrator was faster: the typed text stays, and theirs is shown. */
  readonly overtaken: "changed" | "removed" | null
  readonly isBusy: boolean
}

export interface DomainRows {
  readonly at: "loading" | "failed" | "ready"
  readonly rows: readonly DomainRow[]
  /** DISTRICT-12: from organisations above. */
  readonly inherited: readonly InheritedDomain[]
  readonly refused: readonly RefusedOrigin[]
  readonly lastKey: number
  /** The row that was just added, which gets the focus. */
  readonly fresh: string | null
}

export type DomainEvent =
  | { readonly type: "asked" | "failed" | "added" }
  | {
      readonly type: "listed"
      readonly domainList: readonly ListedDomain[]
      readonly inheritedDomains: readonly InheritedDomain[]
      readonly refusedOrigins: readonly RefusedOrigin[]
    }
  | { readonly type: "offered"; readonly origin: string }
  | { readonly type: "typed"; readonly key: string; readonly fields: Partial<DomainFields> }
  | { readonly type: "found"; readonly key: string; readonly problem: string }
  | { readonly type: "saving" | "refused" | "removed" | "reverted"; readonly key: string }
  | { readonly type: "saved"; readonly key: string; readonly domain: ListedDomain }

const empty: DomainFields = {
  name: "",
  domainIp: "",
  helpers: defaultHelpers,
  userFields: defaultUserFields,
  isForBelow: false,
}

function newRow(key: number, fields: DomainFields): DomainRow {
  return { ...fields, key: `new-${key}`, saved: null, problem: null, overtaken: null, isBusy: false }
}

export const noRows: DomainRows = {
  at: "loading",
  rows: [],
  inherited: [],
  refused: [],
  lastKey: 0,
  fresh: null,
}

function areSame(one: DomainFields, other: DomainFields): boolean {
  return (
    one.name === other.name &&
    one.domainIp === other.domainIp &&
    one.isForBelow === other.isForBelow &&
    everyHelper.every((helper) => one.helpers.includes(helper) === other.helpers.includes(helper)) &&
    everyUserField.every((field) => one.userFields.includes(field) === other.userFields.includes(field))
  )
}

/** There are unsaved changes. */
export function isUnsaved(row: DomainRow): boolean {
  return !areSame(row, row.saved ?? empty)
}

/** DOM-5, DOM-6: the contract's own rule; null: nothing is wrong. */
export function problemOf({ name, domainIp }: Pick<DomainFields, "name" | "domainIp">): string | null {
  const checked = Domain.pick({ name: true, domainIp: true }).safeParse({ name, domainIp })
  if (checked.success) return null
  const address = checked.error.issues.find(({ path }) => path[0] === "domainIp")
  return (address ?? checked.error.issues[0])?.message ?? null
}

/** What was probably meant by an address copied from the browser's address bar; null: unknown. */
export function meantAddress(typed: string): string | null {
  const text = typed.normalize("NFKC").trim()
  // A name before an @ and a backslash are there to deceive: no suggestion is made of them.
  if (/[@\\\p{Cc}\p{Cf}]/u.test(text)) return null
  const hasScheme = /^https?:\/\//i.test(text)
  const address = hasScheme ? text : `https://${text}`
  if (!URL.canParse(address)) return null
  const { origin, host } = new URL(address)
  const meant = (hasScheme ? origin : host).replace(/\.(?=$|:)/, "")
  return meant !== typed && meant.length <= domainLimits.fieldLength && domainAddress.test(meant)
    ? meant
    : null
}

function shown(saved: ListedDomain, key: string): DomainRow {
  const { name, domainIp, helpers, userFields, isForBelow } = saved
  return {
    name,
    domainIp,
    helpers,
    userFields,
    isForBelow,
    key,
    saved,
    problem: null,
    overtaken: null,
    isBusy: false,
  }
}

/** DOM-1: there is always a row to type into. */
function atLeastOne(state: DomainRows): DomainRows {
  if (state.rows.length > 0) return state
  return { ...state, rows: [newRow(state.lastKey + 1, empty)], lastKey: state.lastKey + 1 }
}

function withNew(state: DomainRows, rows: readonly DomainRow[], fields: DomainFields): DomainRows {
  const lastKey = state.lastKey + 1
  const row = newRow(lastKey, fields)
  return { ...state, rows: [...rows, row], lastKey, fresh: row.key }
}

/** An earlier row beside the server's answer; null: it was removed, and nothing is lost. */
function met(row: DomainRow, domainList: readonly ListedDomain[]): DomainRow | null {
  const { saved } = row
  if (!saved || row.isBusy) return row
  const now = domainList.find(({ id }) => id === saved.id)
  if (!now) return isUnsaved(row) ? { ...row, saved: null, overtaken: "removed" } : null
  if (!isUnsaved(row) || areSame(row, now)) return shown(now, row.key)
  const isOvertaken = now.version !== saved.version || row.overtaken === "changed"
  return { ...row, saved: now, overtaken: isOvertaken ? "changed" : row.overtaken }
}

function listed(state: DomainRows, domainList: readonly ListedDomain[]): readonly DomainRow[] {
  const known = new Set(state.rows.flatMap(({ saved }) => saved?.id ?? []))
  const kept = state.rows.flatMap((row) => met(row, domainList) ?? [])
  const others = domainList.filter(({ id }) => !known.has(id)).map((domain) => shown(domain, domain.id))
  // Unsaved rows stand after the list; an empty row beside others is dropped.
  const drafts = kept.filter((row) => row.saved === null && isUnsaved(row))
  return [...kept.filter(({ saved }) => saved !== null), ...others, ...drafts]
}

function changed(state: DomainRows, key: string, change: (row: DomainRow) => Partial<DomainRow>): DomainRows {
  return { ...state, rows: state.rows.map((row) => (row.key === key ? { ...row, ...change(row) } : row)) }
}

export function reduceDomains(state: DomainRows, event: DomainEvent): DomainRows {
  switch (event.type) {
    case "asked":
      return { ...state, at: state.at === "failed" ? "loading" : state.at }
    case "failed":
      // SPEC-5: the console alone tells of it, and the page is worked on.
      return atLeastOne({ ...state, at: "failed" })
    case "listed": {
      const { domainList, inheritedDomains, refusedOrigins } = event
      const rows = listed(state, domainList)
      return atLeastOne({ ...state, at: "ready", rows, inherited: inheritedDomains, refused: refusedOrigins })
    }
    case "added":
      return withNew(state, state.rows, empty)
    case "offered": {
      const name = new URL(event.origin).host.slice(0, domainLimits.fieldLength)
      // An untouched row is used for it.
      const rows = state.rows.filter((other) => other.saved !== null || isUnsaved(other))
      return withNew(state, rows, { ...empty, name, domainIp: event.origin })
    }
    case "typed":
      return changed(state, event.key, () => ({ ...event.fields, problem: null }))
    case "found":
      return changed(state, event.key, () => ({ problem: event.problem }))
    case "saving":
      return changed(state, event.key, () => ({ isBusy: true, problem: null }))
    case "refused":
      return changed(state, event.key, () => ({ isBusy: false }))
    case "saved":
      // DOM-2: it has its id now; what was typed meanwhile stays.
      return changed(state, event.key, () => ({ saved: event.domain, isBusy: false, overtaken: null }))
    case "reverted":
      return changed(state, event.key, (row) => (row.saved ? shown(row.saved, row.key) : {}))
    case "removed":
      return atLeastOne({ ...state, rows: state.rows.filter(({ key }) => key !== event.key) })
  }
}

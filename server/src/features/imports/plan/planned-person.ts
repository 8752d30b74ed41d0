import { admintypes, type Admintype } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import type { KnownOrganisation } from "./import-plan.ts"
import type { KnownPerson } from "./known-people.ts"
import { isOther } from "./plan-lines.ts"

/** A department that the file puts somebody into; `post`: null where the file has none. */
export interface PlannedPlace {
  readonly departmentId: Id
  readonly post: { readonly id: Id | null; readonly name: string } | null
}

export interface PlannedPerson {
  readonly line: number
  readonly org: KnownOrganisation
  readonly account: string
  readonly name: string
  /** Undefined: unchanged. */
  readonly phone: string | undefined
  readonly email: string | undefined
  readonly sex: string | undefined
  readonly idcard: string | undefined
  readonly admintype: Admintype | undefined
  readonly places: readonly PlannedPlace[]
  readonly known: KnownPerson | null
  readonly changesPlaces: boolean
}

export function changeOf(person: PlannedPerson): "new" | "changed" | "unchanged" {
  const { known, name, phone, email, sex, idcard, changesPlaces } = person
  if (!known) return "new"
  const isOtherwise =
    known.name !== name ||
    isOther(phone, known.phone) ||
    isOther(email, known.email) ||
    isOther(sex, known.sex) ||
    isOther(idcard, known.idcard) ||
    isGranted(person) ||
    changesPlaces
  return isOtherwise ? "changed" : "unchanged"
}

export function isChanged(person: PlannedPerson): boolean {
  return changeOf(person) === "changed"
}

/** Who becomes an administrator of something, or none any more. */
export function isGranted({ known, admintype }: PlannedPerson): boolean {
  return admintype !== undefined && admintype !== (known?.admintype ?? admintypes.none)
}

/** FAULT-1: by another phone somebody else could sign in. */
export function changesAccess({ known, phone }: PlannedPerson): boolean {
  return known !== null && isOther(phone, known.phone)
}

import type { CurrentUser } from "@uc/contract/account/calls"
import { holds } from "@uc/contract/roles/permissions"
import {
  directoryKinds,
  organisationKinds,
  type DirectoryKind,
  type OrganisationFilter,
  type OrganisationKind,
} from "@uc/contract/directory/calls"
import { tagLimits } from "@uc/contract/organisations/school-levels"
import type { Id } from "@uc/contract/core/wire"
import {
  peopleAdminCalls,
  peopleAdminLimits,
  personStates,
  type PersonState,
} from "@uc/contract/people/admin-calls"
import { z } from "zod"
import { filter, openItem, pageAt, sorting, tick, urlFilters, view } from "../../page-kit/list/url-filters.ts"

/** A node as the address names it: `organisation-12`. */
export interface NodeRef {
  readonly kind: DirectoryKind
  readonly id: Id
}

const kinds = Object.keys(directoryKinds).join("|")
const nodeKey = new RegExp(`^(?:(${kinds})-([0-9]{1,18}))?$`)

/** What the address of both trees holds. */
export const directoryFilters = urlFilters({
  node: view(z.string().regex(nodeKey), ""),
  /** Those that are out of use too. */
  off: tick("view"),
  /** DISTRICT-7: organisations of this kind, 学段 and tag are listed instead of the tree. */
  kind: view(z.enum(["", ...(Object.keys(organisationKinds) as OrganisationKind[])]), ""),
  level: view(z.string().max(64), ""),
  tag: view(z.string().max(tagLimits.tag), ""),
  name: filter(z.string().max(peopleAdminLimits.searched)),
  state: filter(z.enum(Object.keys(personStates) as [PersonState, ...PersonState[]]), "on"),
  admin: tick(),
  direct: tick(),
  /** Who has not activated the account yet. */
  inactive: tick(),
  /** First passwords are open beside the list. */
  passwords: tick("view"),
  /** Transfers are open beside the list. */
  transfers: tick("view"),
  after: pageAt(z.string().max(200)),
  sort: sorting(peopleAdminCalls.list),
  person: openItem(z.string().regex(/^[0-9]{1,18}$/)),
})

interface InUrl {
  readonly kind: OrganisationKind | ""
  readonly level: string
  readonly tag: string
}

/** What the address says of kind, 学段 and tag. */
export function organisationFilterOf({ kind, level, tag }: InUrl): OrganisationFilter {
  return {
    ...(kind !== "" && { kind }),
    ...(level !== "" && { schoolLevel: level }),
    ...(tag !== "" && { tag }),
  }
}

/** The change for another filter. */
export function changeToFilter({ kind, schoolLevel, tag }: OrganisationFilter): InUrl {
  return { kind: kind ?? "", level: schoolLevel ?? "", tag: tag ?? "" }
}

/** The change for another node: its people from the first page, none of them open. */
export function changeTo(node: NodeRef | null) {
  return { node: node ? `${node.kind}-${node.id}` : "", direct: false, after: "", person: "" }
}

export function nodeFrom(key: string): NodeRef | null {
  const [, kind, id] = nodeKey.exec(key) ?? []
  return kind === undefined || id === undefined ? null : { kind: kind as DirectoryKind, id }
}

/** Whether those that are out of use are asked for: the address may say it to somebody whom the server does not show them. */
export function showsDisabled(user: CurrentUser, { off }: { readonly off: boolean }): boolean {
  return off && holds(user, "people.manage")
}

/** The same as input of the directory's calls. */
export function asked(node: NodeRef | null): { areaid?: Id; orgid?: Id; deptid?: Id } {
  if (!node) return {}
  if (node.kind === "area") return { areaid: node.id }
  return node.kind === "organisation" ? { orgid: node.id } : { deptid: node.id }
}

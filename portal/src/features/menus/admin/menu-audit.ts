import { inThousands } from "../../../ui/format/in-thousands.ts"
import {
  fitsAudience,
  whoSee,
  type Authorised,
  type AdministeredMenu,
  type OrganisationsOfKind,
  type PeopleAlike,
} from "@uc/contract/menus/admin-calls"
import { mixedContentProblem } from "@uc/contract/domains/mixed-content"
import { permittedAddress } from "@uc/contract/domains/permitted-address"
import type { Id } from "@uc/contract/core/wire"
import { above, below } from "../../../ui/tree/placed-items.ts"

export type MenuFault =
  | "cycle"
  | "unknown-page"
  | "unauthorised"
  | "partly-authorised"
  | "mixed-content"
  | "nobody"
  | "hidden-parent"
  | "partly-hidden"
  | "same-place"
  | "empty-group"

export interface Finding {
  readonly id: Id
  readonly fault: MenuFault
  /** `danger`: nobody can use it as it is. */
  readonly tone: "danger" | "caution"
  readonly words: string
  /** DISTRICT-12: listing this site is the remedy. */
  readonly origin?: string
}

export interface MenuAudit {
  readonly items: readonly AdministeredMenu[]
  readonly people: readonly PeopleAlike[]
  readonly authorised: readonly Authorised[]
  readonly organisations: readonly OrganisationsOfKind[]
  /** The portal's address: the own site needs no authorised domain. */
  readonly base: string
  readonly hasPage: (path: string) => boolean
}

type Group = PeopleAlike

function sum(groups: readonly Group[]): number {
  return groups.reduce((all, { people }) => all + people, 0)
}

/** Who fits its own rows, whatever is above it. */
function meantFor({ audience }: Pick<AdministeredMenu, "audience">, people: readonly Group[]): Group[] {
  return people.filter((group) => audience.some((row) => fitsAudience(row, group)))
}

/** Who sees it: it and everything above it is enabled and meant for them. */
function seenBy(item: AdministeredMenu, { items, people }: Pick<MenuAudit, "items" | "people">): Group[] {
  const parents = above(items, item.id)
  if (parents === null) return []
  return whoSee([...parents, item], people)
}

/** How many people have each item in their menu. */
export function countsOf(audit: Pick<MenuAudit, "items" | "people">): ReadonlyMap<Id, number> {
  return new Map(audit.items.map((item) => [item.id, sum(seenBy(item, audit))]))
}

/** Who would see an item that is still being edited. */
export function countFor(
  draft: AdministeredMenu,
  { items, people }: Pick<MenuAudit, "items" | "people">,
): number {
  const others = items.filter(({ id }) => id !== draft.id)
  return sum(seenBy(draft, { items: [...others, draft], people }))
}

/** MENU-5: finds problems before people do. Disabled items are skipped. */
export function auditMenus(audit: MenuAudit): readonly Finding[] {
  return audit.items.flatMap((item) => {
    if (above(audit.items, item.id) === null)
      return [danger(item, "cycle", "它和它的上级互为上级，形成了循环，所有人都看不到；请移动到别处")]
    if (item.isDisabled) return []
    return [...audienceFindings(item, audit), ...placeFindings(item, audit)]
  })
}

function danger({ id }: AdministeredMenu, fault: MenuFault, words: string): Finding {
  return { id, fault, tone: "danger", words }
}

function caution({ id }: AdministeredMenu, fault: MenuFault, words: string): Finding {
  return { id, fault, tone: "caution", words }
}

function audienceFindings(item: AdministeredMenu, audit: MenuAudit): Finding[] {
  const meant = sum(meantFor(item, audit.people))
  if (item.audience.length === 0) return [danger(item, "nobody", "没有设置可见范围，所有人都看不到")]
  if (meant === 0) return [danger(item, "nobody", "没有人符合它的可见范围，所有人都看不到")]
  const seen = sum(seenBy(item, audit))
  if (seen === meant) return []
  const parents = above(audit.items, item.id) ?? []
  const hiding = parents.find((parent) => parent.isDisabled || sum(seenBy(parent, audit)) < meant)
  const name = hiding?.text ?? ""
  if (hiding?.isDisabled) return [caution(item, "hidden-parent", `上级“${name}”已停用，它也看不到`)]
  if (seen === 0)
    return [danger(item, "hidden-parent", `能看到它的人都看不到上级“${name}”，因此无人能够打开`)]
  const missing = inThousands(meant - seen)
  return [caution(item, "partly-hidden", `可见范围内有${missing}人看不到上级“${name}”，因此也看不到它`)]
}

function placeFindings(item: AdministeredMenu, audit: MenuAudit): Finding[] {
  switch (item.kind) {
    case "group":
      return below(audit.items, item.id).some(({ isDisabled }) => !isDisabled)
        ? []
        : [caution(item, "empty-group", "它没有启用的下级，打开后是空的")]
    case "router":
      return [
        ...(audit.hasPage(item.path)
          ? []
          : [danger(item, "unknown-page", `页面“${item.path}”不存在，打开后是错误页`)]),
        ...sameFindings(item, audit),
      ]
    case "hosted":
      return [...addressFindings(item, audit), ...sameFindings(item, audit)]
  }
}

function addressFindings(item: AdministeredMenu, audit: MenuAudit): Finding[] {
  const { authorised, organisations, base } = audit
  const address = permittedAddress(
    item.path,
    base,
    authorised.map(({ origin }) => origin),
  )
  const blocked = mixedContentProblem(item.path, base)
  const blockedFindings = blocked === null ? [] : [caution(item, "mixed-content", blocked)]
  const kinds = new Set(seenBy(item, audit).map(({ usertype }) => usertype))
  const isTheirs = ({ usertype }: { readonly usertype: number }) => kinds.has(usertype as never)
  if (address.origin === null || (!address.isPermitted && address.origin === new URL(base).origin))
    return [danger(item, "unauthorised", "它的地址不能在门户中打开")]
  if (address.origin === new URL(base).origin) return []
  const having = authorised
    .filter((each) => each.origin === address.origin && isTheirs(each))
    .reduce((all, each) => all + each.organisations, 0)
  if (!address.isPermitted || (having === 0 && kinds.size > 0))
    return [
      {
        ...danger(item, "unauthorised", `${address.origin} 不在任何可见单位的授权域名内，打开后会被拒绝`),
        origin: address.origin,
      },
    ]
  const all = organisations.filter(isTheirs).reduce((sofar, each) => sofar + each.organisations, 0)
  // It is unknown here whether one organisation is the one that has it.
  if (having >= all || item.audience.every(({ orgid }) => orgid !== null)) return blockedFindings
  const lacking = inThousands(all - having)
  return [
    ...blockedFindings,
    {
      ...caution(
        item,
        "partly-authorised",
        `可见的单位中有${lacking}个没有授权 ${address.origin}，在那里会被拒绝`,
      ),
      origin: address.origin,
    },
  ]
}

function sameFindings(item: AdministeredMenu, audit: MenuAudit): Finding[] {
  const own = seenBy(item, audit)
  const twin = audit.items.find(
    (other) =>
      other.id !== item.id &&
      !other.isDisabled &&
      other.kind === item.kind &&
      plain(other.path) === plain(item.path) &&
      seenBy(other, audit).some((group) => own.includes(group)),
  )
  return twin ? [caution(item, "same-place", `与“${twin.text}”打开的是同一个地方`)] : []
}

function plain(path: string): string {
  return path.trim().replace(/\/+$/, "").toLowerCase()
}

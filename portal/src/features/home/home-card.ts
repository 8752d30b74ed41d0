import type { Call, InputOf, OutputOf } from "@uc/contract/core/call"
import type { EventTopic } from "@uc/contract/core/events"
import { admintypes, usertypes, type CurrentUser } from "@uc/contract/account/calls"
import type { PermissionId } from "@uc/contract/roles/permission-id"
import { holds } from "@uc/contract/roles/permissions"
import type { ComponentType } from "react"
import type { z } from "zod"

/** HOME-1: for whom a home page is made. */
export const audiences = ["platform", "bureau", "administrator", "staff"] as const
export type Audience = (typeof audiences)[number]

export function audienceOf({ usertype, admintype }: Pick<CurrentUser, "usertype" | "admintype">): Audience {
  if (usertype === usertypes.platform) return "platform"
  if (usertype === usertypes.bureau) return "bureau"
  return admintype === admintypes.none ? "staff" : "administrator"
}

/** In cells: the grid has 12 columns, and rows of 64 px with 16 px between them. */
export interface CardSize {
  readonly w: number
  readonly h: number
}

export interface CardRequest {
  readonly user: CurrentUser
  readonly nowMs: number
  /** Makes a call with its own time limit. Two cards with the same call at the same time share one request. */
  readonly ask: <C extends Call>(call: C, input: InputOf<C>) => Promise<OutputOf<C>>
}

export interface CardContent<Data> {
  readonly data: Data
  readonly user: CurrentUser
}

interface DeclaredCard<Data> {
  /** Its name in saved layouts: never changed, never given to another card. */
  readonly key: string
  readonly title: string
  /** A name of `ui/navigation/icon.tsx`. */
  readonly icon: string
  readonly audience: readonly Audience[]
  /** Its list needs it: the card is for whoever holds it, with or without administration. */
  readonly permission?: PermissionId
  /** The default position; the smallest first. */
  readonly order: number
  readonly size: CardSize
  /** Sizes for audiences with more or less to see. */
  readonly sizeFor?: Partial<Readonly<Record<Audience, CardSize>>>
  /** It can't be made smaller. */
  readonly least: CardSize
  /** DAY-10: it is loaded again when there may be something new of these topics. */
  readonly refreshedBy?: readonly EventTopic[]
  /** Where the list behind it is. */
  readonly more?: { readonly words: string; readonly to: string }
  /** The shape of what `load` returns, and of what the browser has stored, maybe by an older version. */
  readonly shape: z.ZodType<Data>
  readonly load: (request: CardRequest) => Promise<Data>
  readonly Content: ComponentType<CardContent<Data>>
}

/** A card of the home page: `export const card` of `features/<noun>/<name>.card.tsx`, found by glob. */
export type HomeCard = DeclaredCard<unknown>

/** What a card loads is what it shows; nothing else needs its type. */
export function homeCard<Data>(declared: DeclaredCard<Data>): HomeCard {
  return declared as unknown as HomeCard
}

let found: readonly HomeCard[] = []
let loadAll: (() => Promise<readonly HomeCard[]>) | null = null

/** Called by app/shell/home/home-cards.ts, which alone may import every feature, before a page shows cards. `load`: all cards, the first one too. */
export function keepFirstCard(card: HomeCard, load: () => Promise<readonly HomeCard[]>): void {
  found = [card]
  loadAll = load
}

export function keepHomeCards(cards: readonly HomeCard[]): void {
  found = cards
  loadAll = null
}

export function hasAllHomeCards(): boolean {
  return loadAll === null
}

export async function loadHomeCards(): Promise<void> {
  if (loadAll) keepHomeCards(await loadAll())
}

/** Those that are loaded. The same list until there are others. */
export function homeCardsAtHand(): readonly HomeCard[] {
  return found
}

export function homeCardsFor(
  user: Pick<CurrentUser, "usertype" | "admintype" | "permissions">,
  cards = found,
): readonly HomeCard[] {
  const audience = audienceOf(user)
  return cards
    .filter((card) => isFor(card, audience) && (!card.permission || holds(user, card.permission)))
    .map((card) => ({ ...card, size: card.sizeFor?.[audience] ?? card.size }))
}

/** What is made for an organisation's administrators is for those too who were given its permission. */
function isFor({ audience: meant, permission }: HomeCard, audience: Audience): boolean {
  return (
    meant.includes(audience) ||
    (permission !== undefined && audience === "staff" && meant.includes("administrator"))
  )
}

/** Cards that an organisation may pin: those of the organisations below. */
export function pinnableCards(): readonly HomeCard[] {
  return found.filter(({ audience }) => audience.includes("administrator") || audience.includes("staff"))
}

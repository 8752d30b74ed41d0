import type { Admintype, Usertype } from "@uc/contract/account/calls"
import type { OrganisationKind } from "../db/schema/organisations.ts"
import type { Random } from "./random.ts"
import type { Rows } from "./rows.ts"

const hourMs = 3_600_000
export const dayMs = 24 * hourMs
const shanghaiOffsetMs = 8 * hourMs

/** What every function that makes a part of the world is handed. */
export interface World {
  readonly random: Random
  readonly rows: Rows
  readonly now: Date
  /** The record of the demo password, the same for all. */
  readonly phc: string
  readonly pepperKid: string
  /** Whether all may sign in, or only those with an account of their own. */
  readonly everybodySignsIn: boolean
  readonly takenAccounts: Map<string, number>
}

export interface DemoArea {
  readonly id: string
  readonly path: string
  readonly name: string
}

export interface DemoPerson {
  readonly id: string
  readonly account: string
  readonly name: string
  readonly usertype: Usertype
  readonly admintype: Admintype
}

export interface DemoDepartment {
  readonly id: string
  readonly name: string
  /** Ancestors, the root first. */
  readonly ids: readonly string[]
}

export interface DemoPlace {
  readonly id: string
  readonly name: string
  /** `教学楼 3层 301教室` */
  readonly fullName: string
}

export interface DemoOrganisation {
  readonly id: string
  readonly kind: OrganisationKind
  readonly name: string
  readonly shortName: string
  readonly area: DemoArea
  readonly departments: readonly DemoDepartment[]
  readonly people: readonly DemoPerson[]
  readonly buildings: readonly DemoPlace[]
  readonly layers: readonly DemoPlace[]
  readonly rooms: readonly DemoPlace[]
}

/** Where food is made, or any room of a place where none is. */
export function kitchensOf({ rooms }: Pick<DemoOrganisation, "rooms">): readonly DemoPlace[] {
  const kitchens = rooms.filter(({ fullName }) => /食堂|加工间/.test(fullName))
  return kitchens.length > 0 ? kitchens : rooms
}

/** Midnight in Shanghai of the day that this moment is in. */
export function startOfDay(moment: Date): Date {
  const time = moment.getTime() + shanghaiOffsetMs
  return new Date(time - (time % dayMs) - shanghaiOffsetMs)
}

/** The day in Shanghai as `2026-11-15`. */
export function dayOf(moment: Date): string {
  return new Date(moment.getTime() + shanghaiOffsetMs).toISOString().slice(0, 10)
}

export function before(moment: Date, ms: number): Date {
  return new Date(moment.getTime() - ms)
}

/** A moment on a day some days ago at a time of day; never later than now. */
export function daysAgo(now: Date, days: number, hours = 9, minutes = 0): Date {
  const wanted = startOfDay(now).getTime() - days * dayMs + (hours * 60 + minutes) * 60_000
  return new Date(Math.min(wanted, now.getTime() - 60_000))
}

/** The first person who administers the organisation, or simply the first. */
export function headOf(org: DemoOrganisation): DemoPerson {
  const head = org.people.find(({ admintype }) => admintype > 0) ?? org.people[0]
  if (!head) throw new Error(`${org.name} has no people.`)
  return head
}

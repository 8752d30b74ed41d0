import { admintypes, usertypes, type Admintype, type Usertype } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"

/** How far somebody reaches (ROLE-2). It follows from the session alone; a request may only narrow it. */
export interface Scope {
  readonly reach: "none" | "orgs" | "all"
  readonly orgs: readonly Id[]
  /** The area whose tree of areas may be seen; empty where `reach` is none, and everything where it is all. */
  readonly areaPath: string
}

export const nobody: Scope = { reach: "none", orgs: [], areaPath: "" }

/** For work across organisations without a signed-in person: sign-in, start-up, jobs, the demo data. */
export const unrestricted: Scope = { reach: "all", orgs: [], areaPath: "" }

export function scopeOf(user: {
  usertype: Usertype
  orgid: Id
  areaPath: string
  orgsInArea: readonly Id[]
}): Scope {
  switch (user.usertype) {
    case usertypes.platform:
      return unrestricted
    case usertypes.bureau:
      return { reach: "orgs", orgs: user.orgsInArea, areaPath: user.areaPath }
    case usertypes.school:
    case usertypes.enterprise:
      return { reach: "orgs", orgs: [user.orgid], areaPath: user.areaPath }
  }
}

/**
 * Which organisations somebody administers: narrower than what they see. A bureau's staff read the whole area, but its
 * 单位管理员 administers the bureau alone (BARE-8). The platform's own organisation may be in an area, but its people
 * reach everything: it is never an area administrator's (BARE-6).
 */
export function administeredBy(
  user: { readonly admintype: Admintype; readonly orgid: Id; readonly platformOrgs: readonly Id[] },
  scope: Scope,
): Scope {
  const { admintype, orgid, platformOrgs } = user
  switch (admintype) {
    case admintypes.none:
      return nobody
    case admintypes.organisation:
      return { ...scope, reach: "orgs", orgs: [orgid] }
    case admintypes.area:
      // Without a list of organisations none could be left out; no such account is ever made.
      if (scope.reach !== "orgs") return nobody
      return platformOrgs.length === 0
        ? scope
        : { ...scope, orgs: scope.orgs.filter((org) => !platformOrgs.includes(org)) }
    case admintypes.platform:
      return scope
  }
}

/** The administered organisations where they are fewer than the visible ones; null: all of those. */
export function onlyAdministered(scope: Scope, administered: Scope): readonly Id[] | null {
  if (administered.reach === "all") return null
  return scope.reach === "orgs" && scope.orgs.length === administered.orgs.length ? null : administered.orgs
}

/** Whether there is any other organisation in it. */
export function reachesBeyond({ reach, orgs }: Scope, org: Id): boolean {
  return reach === "all" || orgs.some((each) => each !== org)
}

export function reaches(scope: Scope, org: Id): boolean {
  return scope.reach === "all" || scope.orgs.includes(org)
}

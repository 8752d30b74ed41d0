import { usertypes, type Usertype } from "@uc/contract/session"
import type { Id } from "@uc/contract/wire"

/** How far somebody reaches (ROLE-2). It follows from the session alone; a request may only narrow it. */
export interface Scope {
  readonly reach: "none" | "orgs" | "all"
  readonly orgs: readonly Id[]
  /** The area whose tree of areas may be seen; empty where `reach` is none, and everything where it is all. */
  readonly areaPath: string
}

export const nobody: Scope = { reach: "none", orgs: [], areaPath: "" }

/** For what must look across organisations before anybody is known: sign-in, start-up, the demo data. */
export const everything: Scope = { reach: "all", orgs: [], areaPath: "" }

export function scopeOf(user: {
  usertype: Usertype
  orgid: Id
  areaPath: string
  orgsInArea: readonly Id[]
}): Scope {
  switch (user.usertype) {
    case usertypes.platform:
      return everything
    case usertypes.bureau:
      return { reach: "orgs", orgs: user.orgsInArea, areaPath: user.areaPath }
    case usertypes.school:
    case usertypes.enterprise:
      return { reach: "orgs", orgs: [user.orgid], areaPath: user.areaPath }
  }
}

export function reaches(scope: Scope, org: Id): boolean {
  return scope.reach === "all" || scope.orgs.includes(org)
}

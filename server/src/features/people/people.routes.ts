import { peopleCalls } from "@uc/contract/people"
import { organisationOf } from "../../db/organisation-of.ts"
import { answer } from "../../http/answer.ts"
import { mustBeThere, mustReach } from "../../http/reach.ts"
import { personTree, postTree, searchPeople } from "./people.store.ts"

export const peopleRoutes = answer(peopleCalls, () => ({
  departmentTree: async ({ orgid, deptid, leveldept }, { db, scope }) =>
    mustBeThere(
      await personTree(db, { org: mustReach(scope, orgid), from: deptid ?? null, levels: leveldept ?? null }),
    ),

  search: ({ orgid, usertype, username }, { db, scope }) =>
    searchPeople(db, { org: mustReach(scope, orgid), name: username, type: usertype }),

  postTree: async ({ "user.id": id }, { db, scope }) =>
    postTree(db, mustReach(scope, mustBeThere(await organisationOf(db, "person", id)))),
}))

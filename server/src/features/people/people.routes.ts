import { peopleCalls } from "@uc/contract/people/calls"
import { idsOf } from "@uc/contract/core/wire"
import { organisationOf } from "../organisations/public.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { foundOrForbidden, mustReach } from "../../session/reach.ts"
import { findPeople, phoneToCall } from "./find-people.ts"
import { matchPeople, peopleOfIds, searchPeople } from "./found-people.ts"
import { personTree, postTree } from "./people.store.ts"

export const peopleRoutes = implementCalls(peopleCalls, () => ({
  departmentTree: async ({ orgid, usercode, deptid, leveldept }, { db, scope }) =>
    foundOrForbidden(
      await personTree(db, {
        org: mustReach(scope, orgid),
        account: usercode ?? null,
        from: deptid ?? null,
        levels: leveldept ?? null,
      }),
    ),

  search: ({ orgid, usertype, username }, { db, scope }) =>
    searchPeople(db, { org: mustReach(scope, orgid), name: username, type: usertype }),

  match: ({ orgid, names }, { db, scope }) => matchPeople(db, mustReach(scope, orgid), names),

  ofIds: ({ orgid, ids }, { db, scope }) => peopleOfIds(db, mustReach(scope, orgid), idsOf(ids)),

  find: ({ words }, context) => findPeople(context, words),

  phoneOf: async ({ personid }, context) => ({ phone: await phoneToCall(context, personid) }),

  postTree: async ({ "user.id": id }, { db, scope }) =>
    postTree(db, mustReach(scope, foundOrForbidden(await organisationOf(db, "person", id)))),
}))

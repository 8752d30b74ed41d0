import { peopleCalls } from "@uc/contract/people/calls"
import type { Id } from "@uc/contract/core/wire"
import { send } from "../../../platform/http/send.ts"
import { personOf, type Person } from "./person-tree-nodes.ts"

/** As many ids as one call takes. */
export const lookupLimit = 1000

/** Those of these people that exist, by id, in the order asked. One call after the other: it may be a whole school. */
export async function peopleOfIds(
  orgid: Id,
  ids: readonly Id[],
  signal: AbortSignal,
): Promise<ReadonlyMap<Id, Person>> {
  const found = new Map<Id, Person>()
  for (let at = 0; at < ids.length; at += lookupLimit) {
    const some = ids.slice(at, at + lookupLimit).join(",")
    // oxlint-disable-next-line no-await-in-loop
    for (const one of await send(peopleCalls.ofIds, { orgid, ids: some }, { signal })) {
      found.set(one.id, personOf(one))
    }
  }
  return found
}

/** Chosen people who were removed meanwhile. If the call fails the choice stands. */
export async function removedPeople(
  orgid: Id,
  people: readonly Person[],
  signal: AbortSignal,
): Promise<Person[]> {
  try {
    const ids = people.map(({ id }) => id)
    const found = await peopleOfIds(orgid, ids, signal)
    return people.filter(({ id }) => !found.has(id))
  } catch {
    return []
  }
}

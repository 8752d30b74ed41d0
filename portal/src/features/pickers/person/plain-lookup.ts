import { peopleCalls, type SearchedPerson } from "@uc/contract/people/calls"
import type { Id } from "@uc/contract/core/wire"
import { isNotOffered } from "../../../platform/http/not-offered.ts"
import { send } from "../../../platform/http/send.ts"
import { peopleOfIds } from "./person-lookup.ts"
import { personOf, type Person } from "./person-tree-nodes.ts"

/**
 * DISTRICT-16: people who were chosen before, also of a service that can't name them by id: out of the list of everybody. Whoever
 * is not in it stays chosen, called by their id: nobody may be dropped only because they can't be looked up.
 */
export async function namedPeople(
  orgid: Id,
  ids: readonly Id[],
  signal: AbortSignal,
): Promise<ReadonlyMap<Id, Person>> {
  try {
    return await peopleOfIds(orgid, ids, signal)
  } catch (error) {
    if (!isNotOffered(error, peopleCalls.ofIds.service)) throw error
    const all = await send(peopleCalls.search, { orgid, username: "" }, { signal })
    const listed = new Map(all.map((one) => [one.id, personOf(one)]))
    const unnamed = (id: Id): Person => ({ id, name: id, deptname: "", postname: "", ids: null })
    return new Map(ids.map((id) => [id, listed.get(id) ?? unnamed(id)]))
  }
}

interface Alike {
  readonly name: string
  readonly people: readonly SearchedPerson[]
}

/** Who is meant by each of these names; at least the first is answered. One by one where the service has no call for many. */
export async function matchedPeople(
  orgid: Id,
  names: readonly string[],
  signal: AbortSignal,
): Promise<readonly Alike[]> {
  try {
    return await send(peopleCalls.match, { orgid, names: [...names] }, { signal })
  } catch (error) {
    if (!isNotOffered(error, peopleCalls.match.service)) throw error
    const answers: Alike[] = []
    for (const name of names) {
      // oxlint-disable-next-line no-await-in-loop
      const found = await send(peopleCalls.search, { orgid, username: name }, { signal })
      const called = found.filter(({ username }) => username === name)
      const people = called.length > 0 ? called : found.filter(({ usercode }) => usercode === name)
      answers.push({ name, people })
    }
    return answers
  }
}

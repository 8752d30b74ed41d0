import type { Services } from "../../http/services.ts"
import { ByOtherFailure, type Source } from "./providers/provider.ts"

/** One that answers as usual is done in a part of a second, so that a whole school signs in by a few at once. */
const askedTogether = { source: 20, organisation: 40, all: 300 } as const

/** FAULT-4: requests that wait for a source which hangs are bounded; those that come meanwhile are told so at once. */
export async function askInTurn<T>(
  { underWay }: Pick<Services, "underWay">,
  { id, orgId }: Source,
  ask: () => Promise<T>,
): Promise<T> {
  const leave = underWay.enter([
    { key: `source ${id}`, atMost: askedTogether.source },
    { key: `sources of organisation ${orgId}`, atMost: askedTogether.organisation },
    { key: "sources", atMost: askedTogether.all },
  ])
  if (!leave) throw new ByOtherFailure("crowded", "too many wait for its answer")
  try {
    return await ask()
  } finally {
    leave()
  }
}

import type { Id } from "@uc/contract/core/wire"
import { and, eq } from "drizzle-orm"
import type { Database } from "../../db/open.ts"
import { knownDevice } from "../../db/schema/sign-in.ts"
import { unrestricted } from "../../db/scope.ts"
import { currentCount, type Counter } from "../attempt-rules.ts"
import { counterStates } from "../attempt-statements.ts"
import { hasFailedSliders } from "./sliders.ts"

interface Somebody {
  readonly personId: Id
  readonly sessionId: string
  /** The hash of the browser's own cookie. */
  readonly holder: Buffer
}

/**
 * DAY-1: somebody with a session, in a browser that they have signed in with, and without a failure lately: no slider for
 * what the specification does not ask one for. The first failure brings it back.
 */
export function isKnownAndCalm(
  database: Database,
  { personId, sessionId, holder }: Somebody,
): Promise<boolean> {
  return database.transaction(unrestricted, async (db) => {
    const [known] = await db
      .select({ id: knownDevice.id })
      .from(knownDevice)
      .where(and(eq(knownDevice.personId, personId), eq(knownDevice.deviceHash, holder)))
    if (!known || (await hasFailedSliders(db, holder))) return false
    const counters: Counter[] = [
      { scope: "mistyped-browser", key: holder.toString("hex") },
      { scope: "reauth-session", key: sessionId },
      { scope: "reauth-person", key: personId },
    ]
    const states = await counterStates(db, counters)
    return counters.every(({ scope }) => currentCount(states, scope) === 0)
  })
}

import { levelSubject } from "@uc/contract/awareness/told"
import type { Id } from "@uc/contract/core/wire"
import type { Db } from "../../db/open.ts"
import { alarmConfirmation } from "../../db/schema/alarms.ts"
import { publishEvent } from "../../realtime/publish-event.ts"
import { toldTo } from "./told-rules.store.ts"

/** An alarm has come, or is over: the people of its organisation ask for their cards, if its level is told to anybody. */
export async function tellOfAlarms(
  db: Db,
  alarms: readonly { readonly orgid: Id; readonly level: number }[],
): Promise<void> {
  if (alarms.length === 0) return
  const told = await toldTo(db)
  const orgs = alarms.flatMap(({ orgid, level }) => (told(levelSubject(level)) === "nobody" ? [] : [orgid]))
  if (orgs.length > 0) await publishEvent(db, "told", [...new Set(orgs)])
}

interface Knowing {
  readonly orgid: Id
  readonly alarm: Id
  readonly person: Id
}

/** However often: the first moment stays. Whoever acts on an alarm of their own organisation knows of it, too. */
export async function keepConfirmation(db: Db, { orgid, alarm, person }: Knowing): Promise<void> {
  const { rowCount } = await db
    .insert(alarmConfirmation)
    .values({ orgId: orgid, alarmId: alarm, personId: person })
    .onConflictDoNothing()
  if (!rowCount) return
  await publishEvent(db, "confirmed", orgid)
  // Their card goes in every tab and on every device.
  await publishEvent(db, "told", { people: [person] })
}

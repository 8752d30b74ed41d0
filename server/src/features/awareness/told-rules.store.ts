import { levelSubject, subjectNames, toldByDefault, type ToldAudience } from "@uc/contract/awareness/told"
import type { ToldRule } from "@uc/contract/awareness/calls"
import { asc } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { alarmLevel, toldRule } from "../../db/schema/alarms.ts"

/** Whom a subject (`level-1`, `drill`, `emergency`) is told to. */
export async function toldTo(db: Db): Promise<(subject: string) => ToldAudience> {
  const rows = await db.select().from(toldRule)
  const decided = new Map(rows.map(({ subject, told }) => [subject, told]))
  return (subject) => decided.get(subject) ?? toldByDefault(subject)
}

/** One for each level of the site, then drills and emergencies. */
export async function toldRules(db: Db): Promise<ToldRule[]> {
  const told = await toldTo(db)
  const levels = await db
    .select({ level: alarmLevel.level, name: alarmLevel.name })
    .from(alarmLevel)
    .orderBy(asc(alarmLevel.level))
  return [
    ...levels.map(({ level, name }) => ({
      subject: levelSubject(level),
      name,
      level,
      told: told(levelSubject(level)),
    })),
    ...(["emergency", "drill"] as const).map((subject) => ({
      subject,
      name: subjectNames[subject],
      level: null,
      told: told(subject),
    })),
  ]
}

export async function putRule(db: Db, subject: string, told: ToldAudience): Promise<void> {
  await db.insert(toldRule).values({ subject, told }).onConflictDoUpdate({
    target: toldRule.subject,
    set: { told },
  })
}

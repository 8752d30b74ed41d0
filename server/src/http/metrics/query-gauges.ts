import { sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { noticeFacts } from "../../db/application-notices.ts"
import { backupFacts, hasFailedLast } from "../../db/backup-facts.ts"
import { monthFacts } from "../../db/month-facts.ts"

interface GaugeOf {
  readonly name: string
  readonly help: string
  readonly labelNames?: readonly string[]
}

export interface Sample {
  readonly name: string
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

/** Gauges that are read out of the database when Prometheus scrapes. */
export interface QueryGauges {
  readonly gauges: readonly GaugeOf[]
  /** One cheap statement; it has a second together with all others. No sample: there is nothing to say. */
  readonly read: (db: Db) => Promise<readonly Sample[]>
}

/** Decision 015: what waits to be sent, text messages and webhooks. */
const outbox: QueryGauges = {
  gauges: [
    { name: "uc_outbox_waiting", help: "Messages that wait to be sent.", labelNames: ["channel"] },
    {
      name: "uc_outbox_oldest_seconds",
      help: "How long the oldest of them has been due; 0: none is.",
      labelNames: ["channel"],
    },
    {
      name: "uc_outbox_failed_day",
      help: "Messages of the last day that were given up.",
      labelNames: ["channel"],
    },
  ],
  async read(db) {
    const { rows } = await db.execute<{
      channel: string
      waiting: number
      oldest: number
      failed: number
    }>(sql`
      select channel,
        (count(*) filter (where state = 'waiting'))::int as waiting,
        coalesce(extract(epoch from now() - min(created_at) filter (where state = 'waiting' and next_at <= now())), 0)::float8 as oldest,
        (count(*) filter (where state = 'failed' and created_at > now() - interval '1 day'))::int as failed
      from (values ('sms'), ('webhook')) as c (channel)
      left join sms_outbox using (channel)
      group by channel`)
    return rows.flatMap(({ channel, waiting, oldest, failed }) => [
      { name: "uc_outbox_waiting", labels: { channel }, value: waiting },
      { name: "uc_outbox_oldest_seconds", labels: { channel }, value: oldest },
      { name: "uc_outbox_failed_day", labels: { channel }, value: failed },
    ])
  },
}

/** OPS-1: the newest good backup of the site, whoever made it, and whether there was one after it that failed; nothing where there was none. */
const backups: QueryGauges = {
  gauges: [
    { name: "uc_backup_last_success_timestamp_seconds", help: "When the newest good backup was finished." },
    { name: "uc_backup_last_size_bytes", help: "Its size." },
    { name: "uc_backup_last_verified", help: "1: it was restored into a scratch database and compared." },
    { name: "uc_backup_failing", help: "1: the newest backup that has ended has failed." },
  ],
  async read(db) {
    const facts = await backupFacts(db)
    const { lastOkAt, lastErrorAt, bytes, isVerified } = facts
    const failing = { name: "uc_backup_failing", value: Number(hasFailedLast(facts)) }
    if (lastOkAt === null) return lastErrorAt === null ? [] : [failing]
    return [
      failing,
      { name: "uc_backup_last_success_timestamp_seconds", value: lastOkAt.getTime() / 1000 },
      ...(bytes === null ? [] : [{ name: "uc_backup_last_size_bytes", value: bytes }]),
      { name: "uc_backup_last_verified", value: Number(isVerified) },
    ]
  },
}

/** OPS-6: both are 0 where the job that makes months runs; rows without a month of their own are found more slowly and archived last. */
const months: QueryGauges = {
  gauges: [
    { name: "uc_months_missing", help: "Tables for which next month has no part of its own." },
    { name: "uc_months_unplaced", help: "Tables with rows of a month that no part was made for." },
  ],
  async read(db) {
    const { missing, unplaced } = await monthFacts(db)
    return [
      { name: "uc_months_missing", value: missing.length },
      { name: "uc_months_unplaced", value: unplaced.length },
    ]
  },
}

/** SSO-5, SSO-7: what applications are still to be told of: `sign-out` or `change`. */
const notices: QueryGauges = {
  gauges: [
    {
      name: "uc_application_notices_waiting",
      help: "Notices that applications have not accepted yet.",
      labelNames: ["kind"],
    },
    {
      name: "uc_application_notices_oldest_seconds",
      help: "How long the oldest of them has been waiting; 0: none is.",
      labelNames: ["kind"],
    },
    {
      name: "uc_application_notices_given_up_day",
      help: "Notices that were given up in the last day.",
      labelNames: ["kind"],
    },
  ],
  async read(db) {
    return (await noticeFacts(db)).flatMap(({ kind, waiting, oldestS, givenUp }) => [
      { name: "uc_application_notices_waiting", labels: { kind }, value: waiting },
      { name: "uc_application_notices_oldest_seconds", labels: { kind }, value: oldestS ?? 0 },
      { name: "uc_application_notices_given_up_day", labels: { kind }, value: givenUp },
    ])
  },
}

/** What is read out of the database. */
export const queryGauges: readonly QueryGauges[] = [outbox, backups, months, notices]

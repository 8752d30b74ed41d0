import { importLimits, importMessages } from "@uc/contract/imports/calls"
import type { ImportKind } from "@uc/contract/imports/import-kinds"
import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { unrestricted } from "../../db/scope.ts"
import type { Services } from "../../http/services.ts"
import type { SignedIn } from "../../session/signed-in.ts"
import { audit } from "../../security/audit.ts"
import { BadFile } from "../../sheet/bad-file.ts"
import { checkedFile, foundIn, writingScope, type Found, type OnProgress } from "./files/checked-file.ts"
import type { ReadFile, ReadImport } from "./import-reader.ts"
import { dropFile, fileOf, holdImport, settle, heartbeat } from "./imports.store.ts"
import { ChangedMeanwhile } from "./plan/plan-lines.ts"

export interface Job {
  readonly id: Id
  readonly kind: ImportKind
  readonly signedIn: SignedIn
  readonly ip: string
}

export interface Confirmed extends Job {
  readonly found: Found
  readonly disablesMissing: boolean
}

export interface ImportJobs {
  /** Called by the request that queues it: it begins after the commit, and not at all after a rollback. */
  check(job: Job): void
  run(job: Confirmed): void
  /** Checks and imports run a few at a time. */
  oneAtATime<T>(work: () => Promise<T>): Promise<T>
  /** Rolls back what is running, and marks it so. */
  stop(): Promise<void>
}

/** It was ended elsewhere: cancelled by the person, or taken for abandoned by the job. */
class Stopped extends Error {}

/** A file and its content take memory: so many at a time, the others wait. */
const concurrency = 2

const jobs = new WeakMap<Services, ImportJobs>()

/** One for each process. */
export function importJobs(services: Services, readImport: ReadImport): ImportJobs {
  const known = jobs.get(services)
  if (known) return known
  const made = makeJobs(services, readImport)
  jobs.set(services, made)
  return made
}

export async function stopImports(services: Services): Promise<void> {
  await jobs.get(services)?.stop()
}

function makeJobs(services: Services, readImport: ReadImport): ImportJobs {
  const { database } = services
  const under = new Map<Promise<void>, AbortController>()
  const waiting: (() => void)[] = []
  let running = 0

  const oneAtATime = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  const start = (from: "checking" | "running", job: Job, work: (control: Control) => Promise<void>) => {
    const controller = new AbortController()
    const working = (async () => {
      const control = controlOf(services, job.id, {
        signal: controller.signal,
        abort: () => controller.abort(),
      })
      if (!(await control.begin())) return
      try {
        await oneAtATime(() => work(control))
      } catch (error) {
        await control.rest()
        await notifyFailure(services, from, job, error, controller.signal)
      } finally {
        await control.rest()
      }
    })().catch((error: unknown) => services.warn(`import ${job.id}`, error))
    under.set(working, controller)
    void working.finally(() => under.delete(working))
  }

  const check =
    (job: Job, message: string | null, from: "checking" | "running") => async (control: Control) => {
      const found = await foundNow(services, readImport, job, control)
      await control.rest()
      control.goOn()
      const state = found.problemCount > 0 ? "faulty" : "ready"
      const said = message ?? (state === "ready" && isIdle(found) ? importMessages.nothingToDo : null)
      const isSettled = await database.transaction(unrestricted, (db) =>
        settle(db, job.id, from, { state, found, message: said }),
      )
      if (!isSettled) throw new Stopped()
    }

  return {
    oneAtATime,
    check: (job) => start("checking", job, check(job, null, "checking")),
    run: (job) =>
      start("running", job, async (control) => {
        try {
          await write(services, readImport, job, control)
        } catch (error) {
          if (!isOutdated(error)) throw error
          await check(job, importMessages.changedMeanwhile, "running")(control)
        }
      }),
    async stop() {
      for (const controller of under.values()) controller.abort()
      await Promise.all(under.keys())
    },
  }
}

function isIdle({ preview }: Found): boolean {
  return preview !== null && preview.new + preview.changed + preview.canDisable === 0
}

interface Control {
  /** Throws when it has to stop. */
  readonly onProgress: OnProgress
  /** Starts the heartbeat and the progress. False: there is nothing to do. */
  begin(): Promise<boolean>
  /** Stops the heartbeat: the row is free for who writes the result. */
  rest(): Promise<void>
  goOn(): void
}

function controlOf({ database }: Services, id: Id, { signal, abort }: AbortControl): Control {
  const progress = { phase: "reading", done: 0, total: 0 }
  let last: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const beat = async () => {
    const beating = database.transaction(unrestricted, (db) => heartbeat(db, id, progress))
    last = beating.catch(() => {})
    const life = await beating
    if (!life || life.isCancelled) abort()
    return life !== null
  }
  const goOn = () => {
    if (signal.aborted) throw new Stopped()
  }
  return {
    goOn,
    onProgress(phase, done, total) {
      goOn()
      Object.assign(progress, { phase, done, total })
    },
    async begin() {
      // By id alone: waits for a request that is just queueing the row, instead of reading its earlier state.
      await database.transaction(unrestricted, (db) => holdImport(db, id))
      const isThere = await beat()
      // If the database is away for a moment, the next heartbeat reports it.
      if (isThere) timer = setInterval(() => void beat().catch(() => {}), importLimits.aliveEveryS * 1000)
      return isThere
    },
    async rest() {
      clearInterval(timer)
      await last
    },
  }
}

interface AbortControl {
  readonly signal: AbortSignal
  readonly abort: () => void
}

/** Outside of the transaction that compares it with the data: reading a file may take long. */
async function readNow(
  { database }: Services,
  readImport: ReadImport,
  { id, kind }: Job,
  { onProgress }: Control,
): Promise<ReadFile> {
  const file = await database.transaction(unrestricted, (db) => fileOf(db, id))
  const read = await readImport(kind, file, onProgress)
  await read.close()
  return read
}

async function foundNow(
  services: Services,
  readImport: ReadImport,
  job: Job,
  control: Control,
): Promise<Found> {
  const { database } = services
  const read = await readNow(services, readImport, job, control)
  return database.transaction(writingScope(job.signedIn), async (db) => {
    const checked = await checkedFile(
      db,
      { services, signedIn: job.signedIn, ip: job.ip },
      { kind: job.kind, read },
      control.onProgress,
    )
    return foundIn(checked)
  })
}

/** DATA-3: all of it or nothing. The result is written in the same transaction. */
async function write(
  services: Services,
  readImport: ReadImport,
  job: Confirmed,
  control: Control,
): Promise<void> {
  const { database } = services
  const { id, kind, signedIn, disablesMissing } = job
  const read = await readNow(services, readImport, job, control)
  await database.transaction(writingScope(signedIn), async (db) => {
    const checked = await checkedFile(
      db,
      { services, signedIn, ip: job.ip },
      { kind, read },
      control.onProgress,
    )
    await mustStillImport(db, signedIn)
    await holdOrganisations(db, checked.plan.touched)
    const found = foundIn(checked)
    const isSame =
      found.problemCount === 0 &&
      found.digest === job.found.digest &&
      (!disablesMissing || found.goneDigest === job.found.goneDigest)
    if (!isSame) throw new ChangedMeanwhile()
    const total = (found.preview?.new ?? 0) + (found.preview?.changed ?? 0)
    control.onProgress("writing", 0, total)
    const { disabled } = await checked.plan.write(db, {
      importId: id,
      disablesMissing,
      onDone: (done) => control.onProgress("writing", done, total),
    })
    await control.rest()
    control.goOn()
    const { user, sessionId } = signedIn
    const counts = { new: found.preview?.new, changed: found.preview?.changed, disabled }
    await audit(db, {
      person: { id: user.id, orgId: user.orgid },
      sessionId,
      action: "imports.done",
      result: "done",
      ip: job.ip,
      detail: { id, kind, rows: found.rows, ...counts },
    })
    await dropFile(db, id)
    const message =
      kind === "people" && (found.preview?.new ?? 0) > 0
        ? importMessages.passwordsLater(services.sms !== null)
        : null
    const isDone = await settle(db, id, "running", { state: "done", message, found: { ...found, disabled } })
    if (!isDone) throw new Stopped()
  })
}

/** FAULT-1: an import may have waited for others, and whoever confirmed it may have lost their rights meanwhile. */
async function mustStillImport(db: Db, { user }: SignedIn): Promise<void> {
  const { rows } = await db.execute(sql`
    select from person where id = ${user.id}::bigint and disabled_at is null and admintype >= ${user.admintype}
      and org_id = ${user.orgid}::bigint and not uc_is_disabled(org_id)`)
  if (rows.length === 0) throw new ChangedMeanwhile()
}

/** Merging, moving or disabling one of them meanwhile waits. In the order of ids, to avoid a deadlock. */
async function holdOrganisations(db: Db, orgs: readonly Id[]): Promise<void> {
  await db.execute(sql`
    select id from organisation where id = any(${sql.param(orgs)}::bigint[]) order by id for no key update`)
}

/** Another transaction was first: a key is taken, a row is gone, or there was a deadlock. */
function isOutdated(error: unknown): boolean {
  if (error instanceof ChangedMeanwhile) return true
  for (let inner: unknown = error; inner instanceof Error; inner = inner.cause)
    if ("code" in inner && ["23503", "23505", "40001", "40P01"].includes(String(inner.code))) return true
  return false
}

async function notifyFailure(
  { database, warn }: Services,
  from: "checking" | "running",
  { id }: Job,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  const isStopped = error instanceof Stopped || signal.aborted
  const isBad = error instanceof BadFile
  if (!isStopped && !isBad) warn(`import ${id}`, error)
  await database.transaction(unrestricted, async (db) => {
    const { rows } = await db.execute<{ asked: boolean }>(
      sql`select cancel_asked_at is not null as asked from data_import where id = ${id}`,
    )
    if (isBad) await settle(db, id, from, { state: "failed", message: error.message })
    else if (!isStopped) await settle(db, id, from, { state: "failed", message: importMessages.failed })
    else if (rows[0]?.asked) {
      await settle(db, id, from, { state: "cancelled", message: importMessages.cancelled })
      await dropFile(db, id)
    } else await settle(db, id, from, { state: "interrupted", message: importMessages.interrupted })
  })
}

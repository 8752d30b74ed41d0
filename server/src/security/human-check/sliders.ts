import { createHash, randomBytes } from "node:crypto"
import { captchaLimits, type captchaPurposes } from "@uc/contract/captcha/calls"
import { and, eq, gt, sql } from "drizzle-orm"
import type { Database, Db } from "../../db/open.ts"
import { captchaChallenge, captchaTrack } from "../../db/schema/human-checks.ts"
import { authFailure } from "../../db/schema/sign-in.ts"
import { unrestricted } from "../../db/scope.ts"
import { difficultyOf, levelAfter } from "../../slider/levels.ts"
import type { SliderPicture } from "../../slider/picture-maker.ts"
import { addressKey } from "../address-key.ts"
import { countOne, lockQuotas, quotaWait, takeQuota } from "../quota.ts"
import { isWorkDone } from "./slider-work.ts"
import { judgeTrack, trackLimits, type DragBy } from "./track.ts"

export type SliderPurpose = (typeof captchaPurposes)[number]

/** The fields of a solved slider in a call. */
export interface SliderGiven {
  readonly chenckMoveId?: string | undefined
  readonly chenckMoveCode?: number | undefined
  readonly chenckMoveTrack?: string | undefined
  readonly chenckMoveBy?: DragBy | undefined
  readonly chenckMoveWork?: string | undefined
}

/** How exact an answer must be, and how often a browser (the holder of the cookie) or an address may try. */
const limits = {
  tolerance: 5,
  /** Plain calls with only the fields of the specification, without track or proof of work, pass in small numbers. */
  trackless: { tolerance: 3, ofHolder: { seconds: 3600, atMost: 3 }, ofAll: { seconds: 3600, atMost: 60 } },
  ofHolder: { seconds: 60, atMost: 20 },
  ofAddress: { seconds: 60, atMost: 120 },
  /** After so many failures in a minute the browser has to wait. */
  failures: { seconds: 60, atMost: 5, pauseS: 300 },
  /** How long failures make pictures harder; how many do stands in the table of levels. */
  hardS: 900,
  recordedH: 24,
} as const

const failedKey = (holder: Buffer) => `slider-failed:${holder.toString("hex")}`
const failedAddressKey = (address: string) => `slider-failed-address:${addressKey(address)}`

export function sliderHash(id: string): Buffer {
  return createHash("sha256").update(id).digest()
}

type Admitted =
  | { readonly ok: true; readonly level: number }
  | { readonly ok: false; readonly retryAfterS: number }

interface PictureRequest {
  /** The hash of the browser's own cookie. */
  readonly holder: Buffer
  readonly address: string
}

/** Whether this browser may have one more picture, and how hard it is to be. */
function admit(database: Database, { holder, address }: PictureRequest): Promise<Admitted> {
  return database.transaction(unrestricted, async (db) => {
    const pauseS = await pauseOf(db, holder)
    if (pauseS !== null) return { ok: false, retryAfterS: pauseS }
    const taken = await takeQuota(db, [
      { key: `slider-holder:${holder.toString("hex")}`, ...limits.ofHolder },
      { key: `slider-address:${addressKey(address)}`, ...limits.ofAddress },
    ])
    return taken.ok ? { ok: true, level: await levelFor(db, { holder, address }) } : taken
  })
}

/** The seconds that are left of a pause, null without one. */
async function pauseOf(db: Db, holder: Buffer): Promise<number | null> {
  const { seconds, atMost, pauseS } = limits.failures
  const { rows } = await db.execute<{ wait: number | null }>(sql`
    select extract(epoch from max(bucket) + make_interval(secs => ${pauseS}) - now())::float8 as wait
    from (select bucket, sum(n) over (
                   order by bucket range between make_interval(secs => ${seconds}) preceding and current row) as close
            from quota
           where key = ${failedKey(holder)} and bucket > now() - make_interval(secs => ${pauseS + seconds})) failed
    where close >= ${atMost}`)
  const wait = rows[0]?.wait ?? 0
  return wait > 0 ? Math.ceil(Math.min(wait, pauseS)) : null
}

/** Whether this browser has answered one wrongly lately. */
export async function hasFailedSliders(db: Db, holder: Buffer): Promise<boolean> {
  return (await quotaWait(db, { key: failedKey(holder), seconds: limits.hardS, atMost: 1 })) !== null
}

/** DAY-1: decoys and work grow with the failures of the browser and of its address, and with nothing else. */
async function levelFor(db: Db, { holder, address }: PictureRequest): Promise<number> {
  const since = sql`now() - make_interval(secs => ${limits.hardS})`
  const { rows } = await db.execute<{ own: number; ofAddress: number }>(sql`
    select
      (select coalesce(sum(n), 0)::int from quota
        where key = ${failedKey(holder)} and bucket > ${since}) as own,
      (select coalesce(sum(n), 0)::int from quota
        where key = ${failedAddressKey(address)} and bucket > ${since})
      + coalesce((select n from ${authFailure} where scope = 'mistyped-address'
          and key = ${addressKey(address)} and window_start > ${since}), 0) as "ofAddress"`)
  const { own = 0, ofAddress = 0 } = rows[0] ?? {}
  return levelAfter(own, ofAddress)
}

type Issued =
  | { readonly ok: true; readonly id: string; readonly picture: SliderPicture }
  | { readonly ok: false; readonly retryAfterS: number }

/** CAPT-1, CAPT-6. The position of the hole stays on the server. Where `picture` throws, nothing is issued. */
export async function issueSlider(
  database: Database,
  {
    purpose,
    holder,
    address,
    picture,
  }: PictureRequest & { purpose: SliderPurpose; picture: (level: number) => Promise<SliderPicture> },
): Promise<Issued> {
  const admitted = await admit(database, { holder, address })
  if (!admitted.ok) return admitted
  // No transaction is open during the drawing.
  const { level } = admitted
  const drawn = await picture(level)
  const id = randomBytes(16).toString("base64url")
  await database.transaction(unrestricted, (db) =>
    db.insert(captchaChallenge).values({
      idHash: sliderHash(id),
      purpose,
      holderHash: holder,
      x: drawn.x,
      y: drawn.y,
      level,
      expiresAt: sql`now() + make_interval(secs => ${captchaLimits.expiryS})`,
    }),
  )
  return { ok: true, id, picture: drawn }
}

/** CAPT-4: how long it may still be answered; 0 for one that is unknown, expired, answered or another browser's. */
export async function sliderSeconds(db: Db, { id, holder }: { id: string; holder: Buffer }): Promise<number> {
  const [left] = await db
    .select({ seconds: sql<number>`ceil(extract(epoch from ${captchaChallenge.expiresAt} - now()))::int` })
    .from(captchaChallenge)
    .where(isAnswerable(id, holder))
  return left?.seconds ?? 0
}

/** DAY-1: how many zero bits its proof of work needs; 0 as above. */
export async function sliderWorkBits(
  db: Db,
  { id, holder }: { id: string; holder: Buffer },
): Promise<number> {
  const [found] = await db
    .select({ level: captchaChallenge.level })
    .from(captchaChallenge)
    .where(isAnswerable(id, holder))
  return found ? difficultyOf(found.level).workBits : 0
}

function isAnswerable(id: string, holder: Buffer) {
  return and(
    eq(captchaChallenge.idHash, sliderHash(id)),
    eq(captchaChallenge.holderHash, holder),
    eq(captchaChallenge.state, "issued"),
    gt(captchaChallenge.expiresAt, sql`now()`),
  )
}

interface SliderAnswer {
  readonly id: string
  /** In image pixels (CAPT-7). */
  readonly code: number
  readonly track?: string | undefined
  readonly by?: DragBy | undefined
  readonly work?: string | undefined
  readonly holder: Buffer
  /** Failures make the pictures of the whole address harder. */
  readonly address: string
}

/** The release of the block: issued → passed, or failed for good. In a transaction of its own, so that the result stays. */
export function takeSlider(database: Database, answer: SliderAnswer): Promise<boolean> {
  return database.transaction(unrestricted, (db) => judgeOnce(db, answer, null))
}

/**
 * For a protected call, before its own transaction: a slider that was passed in the last minute is spent, one that was not
 * judged yet is judged and spent at once. It stays spent whether the call succeeds or not.
 */
export function consumeSlider(
  database: Database,
  given: SliderGiven,
  { purpose, holder, address }: PictureRequest & { readonly purpose: SliderPurpose },
): Promise<"spent" | "missing" | "failed"> {
  const { chenckMoveId: id, chenckMoveCode: code = -1, chenckMoveTrack: track } = given
  const { chenckMoveBy: by, chenckMoveWork: work } = given
  if (id === undefined || id === "") return Promise.resolve("missing")
  return database.transaction(unrestricted, async (db) => {
    const spent = await db
      .update(captchaChallenge)
      .set({ state: "spent" })
      .where(
        and(
          eq(captchaChallenge.idHash, sliderHash(id)),
          eq(captchaChallenge.purpose, purpose),
          eq(captchaChallenge.holderHash, holder),
          eq(captchaChallenge.state, "passed"),
          gt(captchaChallenge.passedAt, sql`now() - make_interval(secs => ${captchaLimits.passedS})`),
        ),
      )
      .returning({ x: captchaChallenge.x })
    if (spent.length > 0) return "spent"
    return (await judgeOnce(db, { id, code, track, by, work, holder, address }, purpose)) ? "spent" : "failed"
  })
}

/** With a purpose it is spent at once. */
async function judgeOnce(db: Db, answer: SliderAnswer, purpose: SliderPurpose | null): Promise<boolean> {
  const { id, holder, address } = answer
  // One at a time for one browser, so that a hundred guesses at once are still five in a minute.
  await lockQuotas(db, [failedKey(holder)])
  if ((await pauseOf(db, holder)) !== null) return false
  // Stored as failed until it is found to be right: no other request gets past this line.
  const [taken] = await db
    .update(captchaChallenge)
    .set({ state: "failed" })
    .where(
      and(isAnswerable(id, holder), purpose === null ? undefined : eq(captchaChallenge.purpose, purpose)),
    )
    .returning({
      x: captchaChallenge.x,
      level: captchaChallenge.level,
      elapsedMs: sql<number>`(extract(epoch from now() - ${captchaChallenge.issuedAt}) * 1000)::float8`,
    })
  if (!taken) return false
  if (!(await isRight(db, taken, answer))) {
    await countOne(db, failedKey(holder))
    await countOne(db, failedAddressKey(address))
    return false
  }
  await db
    .update(captchaChallenge)
    .set({ state: purpose === null ? "passed" : "spent", passedAt: sql`now()` })
    .where(eq(captchaChallenge.idHash, sliderHash(id)))
  return true
}

async function isRight(
  db: Db,
  { x, level, elapsedMs }: { x: number; level: number; elapsedMs: number },
  { id, code, track, by = "mouse", work, holder }: SliderAnswer,
): Promise<boolean> {
  const off = Math.abs(code - x)
  const hasWork = work !== undefined && work !== ""
  if (track === undefined || track === "" || !hasWork) {
    const { tolerance, ofHolder, ofAll } = limits.trackless
    if (off > tolerance || elapsedMs < trackLimits.elapsedMs) return false
    const taken = await takeQuota(db, [
      { key: `slider-trackless:${holder.toString("hex")}`, ...ofHolder },
      // Without its cookie a browser counts as a new one each time.
      { key: "slider-trackless", ...ofAll },
    ])
    return taken.ok
  }
  if (off > limits.tolerance || !isWorkDone(id, work, difficultyOf(level).workBits)) return false
  const judged = judgeTrack({ track, by, code, elapsedMs })
  return judged.isGood && (await isNew(db, judged.fingerprint))
}

/** A track that was seen before is a recording and refused. */
async function isNew(db: Db, fingerprint: string): Promise<boolean> {
  const remembered = await db
    .insert(captchaTrack)
    .values({ hash: createHash("sha256").update(fingerprint).digest() })
    .onConflictDoUpdate({
      target: captchaTrack.hash,
      set: { seenAt: sql`now()` },
      setWhere: sql`${captchaTrack.seenAt} < now() - make_interval(hours => ${limits.recordedH})`,
    })
    .returning({ hash: captchaTrack.hash })
  return remembered.length > 0
}

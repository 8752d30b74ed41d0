import type { AssessmentDetail, AssessmentRow, FilledItem } from "@uc/contract/assessments/admin-calls"
import { AssessmentStage, weightedSum } from "@uc/contract/assessments/steps"
import type { Attachment } from "@uc/contract/attachments/calls"
import type { SortBy } from "@uc/contract/core/sorting"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, sql, type SQL } from "drizzle-orm"
import { attachmentsOf } from "../attachments/public.ts"
import type { Db } from "../../db/open.ts"
import type { Scope } from "../../db/scope.ts"
import { isOfAdministered } from "./seen-assessment.ts"
import { assessment, assessmentItem, assessmentScore } from "../../db/schema/assessments.ts"
import { attachment } from "../../db/schema/attachments.ts"
import { placeAmong, rowsBefore, sortedOrder, sortedPage } from "../../db/queries/sorted.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { itemsOfScheme } from "./schemes.store.ts"

/** China's day. */
const today = sql`(now() at time zone 'Asia/Shanghai')::date`

export async function todayOf(db: Db): Promise<string> {
  const { rows } = await db.execute<{ today: string }>(sql`select ${today}::text as today`)
  return rows[0]?.today ?? ""
}

const rowColumns = sql`a.id::text, s.name as title, a.period, a.org_id::text as orgid, o.name as orgname,
  a.starts_on::text as begins, a.due_on::text as ends, a.state as stage, a.score,
  ${asMoment(sql`a.submitted_at`)} as "submittedAt", n.items, n."full",
  (select count(*)::int from assessment_score c where c.assessment_id = a.id and c.own_score is not null) as filled`
const rowTables = sql`join organisation o on o.id = a.org_id join assessment_scheme s on s.id = a.scheme_id
  cross join lateral (select count(*)::int as items,
    coalesce(sum(i.weight::numeric * i.max_score::numeric), 0)::float8 as "full"
    from assessment_item i where i.scheme_id = a.scheme_id) n`

export interface AssessmentFilter {
  /** A sub-select of ids. */
  readonly orgs: SQL
  readonly administered: Scope
  /** Of whose schemes; null: of anybody's. */
  readonly giver: Id | null
  /**
   * With what other organisations gave themselves and submitted: their superiors review it where they have nobody else.
   */
  readonly withOwn: boolean
  readonly stage?: AssessmentStage | undefined
  readonly search?: string | undefined
  /** Undefined: by deadline, the latest first. */
  readonly sort?: SortBy<keyof typeof sortable> | undefined
}

const sortable = {
  title: sql`s.name`,
  period: sql`a.period`,
  orgname: sql`o.pinyin`,
  stage: placeAmong(AssessmentStage.options, sql`a.state`),
  ends: sql`a.due_on`,
  submittedAt: sql`a.submitted_at`,
  score: sql`a.score`,
}

const dayMs = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** By deadline, latest first; paged by key. */
export async function assessmentPage(
  db: Db,
  { orgs, administered, giver, withOwn, stage, search = "", sort }: AssessmentFilter,
  { limit, before }: { readonly limit: number; readonly before?: string | undefined },
): Promise<{ items: AssessmentRow[]; older: string | null }> {
  const [ms, last] = before?.split("-") ?? []
  const called = search.trim().toLowerCase()
  const conditions = [
    sql`a.org_id in ${orgs}`,
    isOfAdministered(administered) ?? sql`true`,
    ...(giver === null
      ? []
      : [
          withOwn
            ? sql`(s.org_id = ${giver}::bigint or (s.org_id = a.org_id and a.state = 'submitted'))`
            : sql`s.org_id = ${giver}::bigint`,
        ]),
    ...(stage === undefined ? [] : [sql`a.state = ${stage}`]),
    ...(called === ""
      ? []
      : [sql`(strpos(lower(o.name), ${called}) > 0 or strpos(lower(s.name), ${called}) > 0)`]),
    ...(before === undefined || sort !== undefined
      ? []
      : [
          sql`(a.due_on, a.id) < (${new Date(Number(ms)).toISOString().slice(0, 10)}::date, ${last}::bigint)`,
        ]),
  ]
  const start = sort === undefined ? 0 : rowsBefore(before)
  const order = sortedOrder(sort ?? "-ends", sortable, sql`a.id`)
  const { rows } = await db.execute<AssessmentRow & Record<string, unknown>>(sql`
    select ${rowColumns} from assessment a ${rowTables} where ${sql.join(conditions, sql` and `)}
    order by ${order} offset ${start} limit ${limit + 1}`)
  if (sort !== undefined) {
    const { items, next } = sortedPage(rows, { start, limit })
    return { items, older: next }
  }
  const items = rows.slice(0, limit)
  const end = items.at(-1)
  return { items, older: end && rows.length > limit ? `${dayMs(end.ends)}-${end.id}` : null }
}

export interface FoundAssessment {
  readonly id: Id
  readonly orgId: Id
  readonly orgname: string
  readonly schemeId: Id
  readonly schemeOrg: Id
  readonly title: string
  readonly stage: AssessmentStage
  readonly begins: string
  readonly ends: string
  readonly version: number
  /** Who filled in items, and who submitted it. */
  readonly fillers: readonly Id[]
  readonly today: string
  readonly isReviewBegun: boolean
}

/** `share`: its stage can't change meanwhile; `update`: nor can its items. */
export async function assessmentOf(
  db: Db,
  id: Id,
  lock: "none" | "share" | "update",
): Promise<FoundAssessment | null> {
  const locking = { none: sql``, share: sql`for share of a`, update: sql`for update of a` }[lock]
  const { rows } = await db.execute<Omit<FoundAssessment, "isReviewBegun"> & Record<string, unknown>>(sql`
    select a.id::text, a.org_id::text as "orgId", o.name as orgname, a.scheme_id::text as "schemeId",
      s.org_id::text as "schemeOrg", concat_ws(' ', a.period, s.name) as title, a.state as stage,
      a.starts_on::text as begins, a.due_on::text as ends, a.version, ${today}::text as today,
      array(select c.filled_by::text from assessment_score c where c.assessment_id = a.id and c.filled_by is not null
        union select a.submitted_by::text where a.submitted_by is not null) as fillers
    from assessment a join organisation o on o.id = a.org_id join assessment_scheme s on s.id = a.scheme_id
    where a.id = ${id}::bigint ${locking}`)
  const found = rows[0]
  return found
    ? { ...found, isReviewBegun: found.stage === "submitted" && (await isReviewBegun(db, id)) }
    : null
}

/**
 * DAY-9: a statement of its own, so that it sees what a reviewer has committed while the lock was waited for. After the
 * submission only reviewers write these rows.
 */
async function isReviewBegun(db: Db, id: Id): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from assessment a join assessment_score c on c.assessment_id = a.id
    where a.id = ${id}::bigint and c.updated_at > a.submitted_at limit 1`)
  return rows.length > 0
}

type Written = Omit<AssessmentDetail, "mayFill" | "mayReview" | "why">

export async function writtenOf(db: Db, { id, schemeId }: FoundAssessment): Promise<Written | null> {
  interface Head extends Record<string, unknown>, Omit<Written, "items" | "ownSum"> {
    readonly items: number
  }
  const { rows } = await db.execute<Head>(sql`
    select ${rowColumns}, s.description, a.reason, a.version, ${asMoment(sql`a.reviewed_at`)} as "reviewedAt",
      (select name from person p where p.id = a.submitted_by) as "submittedBy",
      (select name from person p where p.id = a.reviewed_by) as "reviewedBy"
    from assessment a ${rowTables} where a.id = ${id}::bigint`)
  const head = rows[0]
  if (!head) return null
  const items = await filledItems(db, id, schemeId)
  const ownSum = weightedSum(items.map(({ weight, ownScore }) => ({ weight, score: ownScore })))
  return { ...head, items, ownSum }
}

export async function filledItems(db: Db, id: Id, schemeId: Id): Promise<FilledItem[]> {
  const scores = await db.select().from(assessmentScore).where(eq(assessmentScore.assessmentId, id))
  const evidence = await attachmentsOf(
    db,
    "assessment",
    scores.map((each) => each.id),
  )
  const byItem = new Map(scores.map((each) => [each.itemId, each]))
  return (await itemsOfScheme(db, schemeId)).map(({ id: itemId, ...item }) => {
    const written = byItem.get(itemId)
    return {
      itemId,
      ...item,
      words: written?.evidence ?? "",
      ownScore: written?.ownScore ?? null,
      reviewScore: written?.reviewScore ?? null,
      remark: written?.note ?? "",
      evidence: (written && evidence.get(written.id)) ?? [],
      version: written?.version ?? 0,
    }
  })
}

/** An item of the scheme, with its full score. */
export async function fullScoreOf(db: Db, schemeId: Id, itemId: Id): Promise<number | null> {
  const [item] = await db
    .select({ full: assessmentItem.maxScore })
    .from(assessmentItem)
    .where(and(eq(assessmentItem.schemeId, schemeId), eq(assessmentItem.id, itemId)))
  return item?.full ?? null
}

interface WantedItem {
  readonly itemId: Id
  readonly by: Id
  readonly version: number
  readonly words: string
  readonly ownScore: number | null
}

interface SavedItem {
  readonly score: Id
  readonly version: number
}

/** "changed": somebody else has changed it since. A changed item loses its review. */
export async function saveFilledItem(
  db: Db,
  { id, orgId }: FoundAssessment,
  { itemId, by, version, words, ownScore }: WantedItem,
): Promise<SavedItem | "changed"> {
  const returning = { score: assessmentScore.id, version: assessmentScore.version }
  const [saved] =
    version === 0
      ? await db
          .insert(assessmentScore)
          .values({ orgId, assessmentId: id, itemId, evidence: words, ownScore, filledBy: by })
          .onConflictDoNothing()
          .returning(returning)
      : await db
          .update(assessmentScore)
          .set({
            evidence: words,
            ownScore,
            reviewScore: null,
            filledBy: by,
            version: sql`${assessmentScore.version} + 1`,
            updatedAt: sql`now()`,
          })
          .where(and(isOf(id, itemId), eq(assessmentScore.version, version)))
          .returning(returning)
  if (saved) return saved
  // The response may have been lost: saving the same content again succeeds.
  const [there] = await db
    .select({ ...returning, words: assessmentScore.evidence, ownScore: assessmentScore.ownScore })
    .from(assessmentScore)
    .where(isOf(id, itemId))
  const isSame = there && (there.words ?? "") === words && there.ownScore === ownScore
  return isSame ? { score: there.score, version: there.version } : "changed"
}

function isOf(id: Id, itemId: Id) {
  return and(eq(assessmentScore.assessmentId, id), eq(assessmentScore.itemId, itemId))
}

export async function scoreRowOf(db: Db, id: Id, itemId: Id): Promise<Id | null> {
  const [row] = await db.select({ id: assessmentScore.id }).from(assessmentScore).where(isOf(id, itemId))
  return row?.id ?? null
}

export async function evidenceOf(db: Db, score: Id): Promise<Attachment[]> {
  return (await attachmentsOf(db, "assessment", [score])).get(score) ?? []
}

/** Unlinked; the job for orphaned files removes it. */
export async function unlinkEvidence(db: Db, score: Id, attachmentId: Id, by: Id): Promise<boolean> {
  const taken = await db
    .update(attachment)
    .set({ subject: null, subjectId: null })
    .where(
      and(
        eq(attachment.id, attachmentId),
        eq(attachment.subject, "assessment"),
        eq(attachment.subjectId, score),
      ),
    )
    .returning({ id: attachment.id })
  if (taken.length !== 1) return false
  // The version stays: somebody who edits the text at the same time has nothing to decide.
  await db
    .update(assessmentScore)
    .set({ reviewScore: null, filledBy: by })
    .where(eq(assessmentScore.id, score))
  return true
}

/** The new version; null: another reviewer was first. */
export async function saveReview(
  db: Db,
  id: Id,
  wanted: {
    readonly itemId: Id
    readonly version: number
    readonly reviewScore: number | null
    readonly remark: string
  },
): Promise<number | null> {
  const [saved] = await db
    .update(assessmentScore)
    .set({
      reviewScore: wanted.reviewScore,
      note: wanted.remark,
      version: sql`${assessmentScore.version} + 1`,
      // Not the transaction's beginning: the submission may have been committed since.
      updatedAt: sql`clock_timestamp()`,
    })
    .where(and(isOf(id, wanted.itemId), eq(assessmentScore.version, wanted.version)))
    .returning({ version: assessmentScore.version })
  if (saved) return saved.version
  // As for filling in: the response may have been lost.
  const [there] = await db.select().from(assessmentScore).where(isOf(id, wanted.itemId))
  const isSame = there && there.reviewScore === wanted.reviewScore && (there.note ?? "") === wanted.remark
  return isSame ? there.version : null
}

/** For those who have not submitted; they are reminded again before the new deadline. */
export async function extend(db: Db, id: Id, ends: string): Promise<number> {
  const [saved] = await db
    .update(assessment)
    .set({ dueOn: ends, soonToldAt: null, version: sql`${assessment.version} + 1` })
    .where(eq(assessment.id, id))
    .returning({ version: assessment.version })
  if (!saved) throw new Error("An assessment is gone though it is locked")
  return saved.version
}

type NextStage =
  | { readonly to: "submitted"; readonly by: Id }
  | { readonly to: "open" }
  | { readonly to: "returned"; readonly by: Id; readonly reason: string; readonly ends: string }
  | { readonly to: "accepted"; readonly by: Id; readonly score: number }

export async function advanceStage(db: Db, id: Id, next: NextStage): Promise<number> {
  const [saved] = await db
    .update(assessment)
    .set({
      // DAY-9: taken back, it is what it was before: returned, where there is a reason.
      state: next.to === "open" ? sql`case when reason is null then 'open' else 'returned' end` : next.to,
      version: sql`${assessment.version} + 1`,
      // By the clock: what was filled in up to this moment is before it, what is reviewed from now on after it.
      ...(next.to === "submitted" && { submittedBy: next.by, submittedAt: sql`clock_timestamp()` }),
      ...(next.to === "open" && { submittedBy: null, submittedAt: null }),
      ...((next.to === "returned" || next.to === "accepted") && {
        reviewedBy: next.by,
        reviewedAt: sql`now()`,
      }),
      ...(next.to === "returned" && { reason: next.reason, dueOn: next.ends, soonToldAt: null }),
      ...(next.to === "accepted" && { reason: null, score: next.score }),
    })
    .where(eq(assessment.id, id))
    .returning({ version: assessment.version })
  if (!saved) throw new Error("An assessment is gone though it is locked")
  return saved.version
}

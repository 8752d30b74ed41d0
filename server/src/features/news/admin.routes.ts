import { cutText } from "@uc/contract/core/cut-text"
import {
  maySpread,
  newsAdminCalls,
  newsAdminLimits,
  newsAdminMessages,
  type NewsDraft,
} from "@uc/contract/news/admin-calls"
import { idsOf, type Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import { letGoOfAttachments } from "../attachments/public.ts"
import { cleanHtml, isBlank, linkPictures, plainTextOf } from "../rich-text/public.ts"
import { momentFrom } from "../../db/queries/wire-moment.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { mustNotVersionNew, mustPageOneWay } from "../../http/calls/parameters-with-effect.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { Refusal } from "../../errors/refusal.ts"
import { mustAdministerAllBelow } from "../../session/administered.ts"
import { mustAdminister } from "../../session/reach.ts"
import { columnSheet, linkSheet } from "./column-export.ts"
import { addLink, changeLink, ownLinks, removeLink, sortLinks } from "./friend-links.store.ts"
import {
  addColumn,
  changeColumn,
  moveColumn,
  ownColumns,
  removeColumn,
  writtenColumns,
  type OwnColumn,
  type Saved,
} from "./news-columns.store.ts"
import { newsSheet } from "./news-export.ts"
import { addDraft, changeDraft, draftOf, lockDraft, ownNews, removeDraft } from "./news-writing.store.ts"
import { areaPathOf } from "./news.store.ts"

const messages = newsAdminMessages

/** The column has milliseconds and would round up, into the future. */
const thisMoment = sql`date_trunc('milliseconds', now())`

export const newsAdminRoutes = implementCalls(newsAdminCalls, () => ({
  columns: async (_input, context) => ({ columns: await writtenColumns(context.db, mustWrite(context)) }),

  exportColumns: async (_input, context) => {
    const sheets = [columnSheet(await writtenColumns(context.db, mustWrite(context)))]
    return exportedFile(context, { action: "newsAdmin.exportColumns", name: "栏目", sheets })
  },

  saveColumn: async ({ id, version, parentId, name, category, ...spread }, context) => {
    const org = mustWrite(context)
    // DISTRICT-15: refused and not dropped.
    if (id !== undefined && parentId !== undefined)
      throw new Refusal(messages.parentByMove, { field: "parentId" })
    if (id !== undefined && category === "") throw new Refusal(messages.categoryStays, { field: "category" })
    mustNotVersionNew(id, version)
    const sharedPath = await sharedWith(context, org, spread)
    const wanted = { name, category, isPublic: spread.isPublic, sharedPath }
    const saved =
      id === undefined
        ? await addColumn(context.db, org, parentId ?? null, wanted)
        : await changeColumn(context.db, org, { id, version: version ?? 0 }, wanted)
    return settledColumn(context, "newsAdmin.saveColumn", saved)
  },

  moveColumn: async ({ id, version, parentId = null, place }, context) => {
    const saved = await moveColumn(context.db, mustWrite(context), { id, version, parentId, place })
    return settledColumn(context, "newsAdmin.moveColumn", saved)
  },

  removeColumn: async ({ id, version }, context) => {
    const removed = await removeColumn(context.db, mustWrite(context), { id, version })
    if (removed === "news") throw conflict(messages.columnHasNews)
    if (removed === "children") throw conflict(messages.columnHasChildren)
    if (typeof removed === "string") throw notNow(removed, messages.columnGone)
    await mustReachReaders(context, removed)
    await writeAuditEntry(context, "newsAdmin.removeColumn", {
      id,
      before: columnInLog(removed),
      after: null,
    })
    return {}
  },

  list: (asked, context) => {
    const org = mustWrite(context)
    mustPageOneWay(asked)
    return ownNews(context.db, org, asked)
  },

  exportList: (filters, context) => {
    const sheets = [newsSheet(context.db, mustWrite(context), filters)]
    return exportedFile(context, { action: "newsAdmin.exportList", name: "新闻", sheets })
  },

  read: async ({ id }, context) => {
    const draft = await draftOf(context.db, mustWrite(context), id)
    if (!draft) throw new Refusal(messages.newsGone, { status: 403 })
    return draft
  },

  save: async ({ id, version, columnId, title, summary, author, body, ...spread }, context) => {
    const { db } = context
    const org = mustWrite(context)
    mustNotVersionNew(id, version)
    const column = (await ownColumns(db, org)).find((each) => each.id === columnId)
    if (!column) throw conflict(messages.columnGone)
    const sharedPath = await sharedWith(context, org, spread)
    if (spread.isShared && !column.sharedPath) throw new Refusal(messages.columnNotShared)
    if (spread.isPublic && !column.isPublic) throw new Refusal(messages.columnNotPublic)
    const clean = cleanHtml(body)
    const plain = plainTextOf(clean)
    const wanted = {
      columnId,
      title,
      sharedPath,
      isPublic: spread.isPublic,
      body: clean,
      author: author || null,
      summary: summary || cutText(plain, newsAdminLimits.summary),
    }
    if (id === undefined) {
      await mustReachReaders(context, wanted)
      const added = await addDraft(db, org, wanted)
      await linkPictures(context, clean, { subject: "news", subjectId: added.id })
      await writeAuditEntry(context, "newsAdmin.save", {
        id: added.id,
        before: null,
        after: newsInLog(added),
      })
      return added
    }
    const before = await mustLock(context, org, { id, version: version ?? 0 })
    await mustReachReaders(context, wanted)
    if (before.state !== "draft" && isBlank(clean)) throw new Refusal(messages.bodyMissing)
    await linkPictures(context, clean, { subject: "news", subjectId: id })
    const after = await changeDraft(db, org, id, wanted)
    await writeAuditEntry(context, "newsAdmin.save", {
      id,
      before: newsInLog(before),
      after: newsInLog(after),
    })
    return after
  },

  preview: ({ body }, context) => {
    mustWrite(context)
    return { body: cleanHtml(body) }
  },

  publish: async ({ id, version, at }, context) => {
    const org = mustWrite(context)
    const before = await mustLock(context, org, { id, version })
    if (isBlank(before.body)) throw new Refusal(messages.bodyMissing)
    const moment = at === undefined ? null : momentFrom(at)
    const latest = sql`now() + make_interval(days => ${newsAdminLimits.aheadDays}::int)`
    if (moment) {
      const { rows } = await context.db.execute<{ far: boolean }>(
        sql`select ${moment.toISOString()}::timestamptz > ${latest} as far`,
      )
      if (rows[0]?.far) throw new Refusal(messages.tooFarAhead)
    }
    // A date in the past means now: nothing is published into yesterday's list.
    const publishedAt = moment
      ? sql`greatest(${moment.toISOString()}::timestamptz, ${thisMoment})`
      : sql`case when published_at <= now() then published_at else ${thisMoment} end`
    const after = await changeDraft(context.db, org, id, { publishedAt })
    await writeAuditEntry(context, "newsAdmin.publish", {
      id,
      before: newsInLog(before),
      after: newsInLog(after),
    })
    return after
  },

  withdraw: async ({ id, version }, context) => {
    const org = mustWrite(context)
    const before = await mustLock(context, org, { id, version })
    const after = await changeDraft(context.db, org, id, { publishedAt: null })
    await writeAuditEntry(context, "newsAdmin.withdraw", {
      id,
      before: newsInLog(before),
      after: newsInLog(after),
    })
    return after
  },

  remove: async ({ id, version }, context) => {
    const org = mustWrite(context)
    const before = await mustLock(context, org, { id, version })
    await letGoOfAttachments(context.db, ["news"], id)
    await removeDraft(context.db, org, id)
    await writeAuditEntry(context, "newsAdmin.remove", { id, before: newsInLog(before), after: null })
    return {}
  },

  links: async (_input, context) => ({ links: await ownLinks(context.db, mustWrite(context)) }),

  exportLinks: async (_input, context) => {
    const sheets = [linkSheet(await ownLinks(context.db, mustWrite(context)))]
    return exportedFile(context, { action: "newsAdmin.exportLinks", name: "友情链接", sheets })
  },

  saveLink: async ({ id, version, name, address, ...spread }, context) => {
    const org = mustWrite(context)
    mustNotVersionNew(id, version)
    const wanted = {
      name,
      address,
      isPublic: spread.isPublic,
      sharedPath: await sharedWith(context, org, spread),
    }
    const saved =
      id === undefined
        ? await addLink(context.db, org, wanted)
        : await changeLink(context.db, org, { id, version: version ?? 0 }, wanted)
    if (saved.at === "full") throw new Refusal(messages.tooManyLinks)
    if (saved.at !== "saved") throw notNow(saved.at, messages.linkGone)
    const { before, after } = saved
    await mustReachReaders(context, before, after)
    await writeAuditEntry(context, "newsAdmin.saveLink", { id: after.id, before, after })
    return after
  },

  sortLinks: async ({ linkIds }, context) => {
    const isSorted = await sortLinks(context.db, mustWrite(context), idsOf(linkIds))
    if (!isSorted) throw conflict(messages.changedMeanwhile)
    await writeAuditEntry(context, "newsAdmin.sortLinks", {})
    return {}
  },

  removeLink: async ({ id, version }, context) => {
    const removed = await removeLink(context.db, mustWrite(context), { id, version })
    if (typeof removed === "string") throw notNow(removed, messages.linkGone)
    await mustReachReaders(context, removed)
    await writeAuditEntry(context, "newsAdmin.removeLink", { id, before: removed, after: null })
    return {}
  },
}))

/** Only of the own organisation: an area's administrator manages the bureau's own columns and news. */
function mustWrite(context: RequestContext): Id {
  return mustAdminister(context, context.user.user.orgid)
}

interface Spread {
  readonly isShared: boolean
  readonly isPublic: boolean
}

async function sharedWith(
  context: RequestContext,
  org: Id,
  { isShared, isPublic }: Spread,
): Promise<string | null> {
  if ((isShared || isPublic) && !maySpread(context.user.user))
    throw new Refusal(messages.cannotShare, { status: 403 })
  return isShared ? areaPathOf(context.db, org) : null
}

function conflict(message: string): Refusal {
  return new Refusal(message, { status: 409 })
}

function notNow(why: "gone" | "changed", gone: string): Refusal {
  return conflict(why === "gone" ? gone : messages.changedMeanwhile)
}

/** What is or becomes shared is read by every school of the area. */
async function mustReachReaders(
  context: RequestContext,
  ...written: readonly ({ readonly sharedPath: string | null } | { readonly isShared: boolean } | null)[]
): Promise<void> {
  const isShared = written.some(
    (each) => each !== null && ("sharedPath" in each ? each.sharedPath !== null : each.isShared),
  )
  if (isShared) await mustAdministerAllBelow(context)
}

async function mustLock(
  context: RequestContext,
  org: Id,
  which: { readonly id: Id; readonly version: number },
): Promise<NewsDraft> {
  const draft = await lockDraft(context.db, org, which)
  if (typeof draft === "string") throw notNow(draft, messages.newsGone)
  await mustReachReaders(context, draft)
  return draft
}

async function settledColumn(
  context: RequestContext,
  action: string,
  saved: Saved,
): Promise<{ id: Id; version: number }> {
  switch (saved.at) {
    case "full":
      throw new Refusal(messages.tooManyColumns)
    case "taken":
      throw conflict(messages.categoryTaken)
    case "deep":
      throw new Refusal(messages.tooDeep)
    case "circle":
      throw new Refusal(messages.underItself)
    case "gone":
    case "changed":
      throw notNow(saved.at, messages.columnGone)
    case "saved": {
      const { before, after } = saved
      await mustReachReaders(context, before, after)
      const detail = { id: after.id, before: before && columnInLog(before), after: columnInLog(after) }
      await writeAuditEntry(context, action, detail)
      return { id: after.id, version: after.version }
    }
  }
}

function columnInLog({ name, category, parentId, isPublic, sharedPath }: OwnColumn) {
  return { name, category, parentId, isPublic, isShared: sharedPath !== null }
}

/** The audit log has readers and dates, never the text. */
function newsInLog({ title, columnname, publishedAt, isPublic, isShared }: NewsDraft) {
  return { title, columnname, publishedAt, isPublic, isShared }
}

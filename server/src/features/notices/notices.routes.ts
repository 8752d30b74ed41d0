import { informationDictionary } from "@uc/contract/dictionary/calls"
import type { ParsedInputOf } from "@uc/contract/core/call"
import {
  noticeCalls,
  noticeLimits,
  noticeMessages,
  noticeStates,
  type WrittenNotice,
} from "@uc/contract/notices/calls"
import { usertypes } from "@uc/contract/account/calls"
import { idsOf, type Id } from "@uc/contract/core/wire"
import { and, eq } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { dictionary } from "../../db/schema/dictionary.ts"
import { notice } from "../../db/schema/notices.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { publishEvent } from "../../realtime/publish-event.ts"
import { momentFrom } from "../../db/queries/wire-moment.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { mustNotVersionNew } from "../../http/calls/parameters-with-effect.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { foundOrForbidden, mustAdminister, mustReach } from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"
import { bellOf, markRemindersRead, markRingsRead } from "./bell.store.ts"
import { markRead, noticeFor, noticesFor, type NoticeFilters, type Reader } from "./notices.store.ts"
import { letGoOfNoticeFiles, linkNoticeFiles, noticeText, withFiles } from "./notice-files.ts"
import { noticeSheet, readerSheets, writtenSheet } from "./notice-exports.ts"
import { publishingAt } from "./publishing.ts"
import {
  addNotice,
  changeNotice,
  lockNotice,
  otherPinned,
  readerCounts,
  readerOrganisations,
  removeNotice,
  whoHasNotRead,
  whoHasRead,
  withdrawNotice,
  writtenNotice,
  writtenNotices,
  type Audience,
} from "./written.store.ts"

export const noticeRoutes = implementCalls(noticeCalls, ({ database: { systemDb } }) => ({
  list: async ({ start, limit, before, ...filters }, context) => {
    const filter = { ...filtersOf(filters), start, limit, before }
    const { total, items, older } = await noticesFor({ db: context.db, systemDb }, readerOf(context), filter)
    return { total, items, older }
  },

  exportList: (filters, context) => {
    const sheets = [noticeSheet({ db: context.db, systemDb }, readerOf(context), filtersOf(filters))]
    return exportedFile(context, { action: "notices.exportList", name: "收到的通知", sheets })
  },

  detail: async ({ noticeid }, context) => {
    const found = await noticeFor({ db: context.db, systemDb }, readerOf(context), noticeid)
    if (!found) throw gone()
    return withFiles(context.db, found)
  },

  bell: (_input, context) => bellOf({ db: context.db, systemDb }, readerOf(context)),

  read: async ({ noticeids = "", rings = "" }, context) => {
    const reader = readerOf(context)
    if (noticeids !== "") {
      await markRead(context.db, reader, idsOf(noticeids))
      await markRemindersRead(context.db, reader.id, idsOf(noticeids))
    }
    if (rings !== "") await markRingsRead(context.db, reader.id, idsOf(rings))
    await publishEvent(context.db, "bell", { people: [reader.id] })
    return {}
  },

  readAll: async (_input, context) => {
    const reader = readerOf(context)
    await markRead(context.db, reader, undefined)
    await markRingsRead(context.db, reader.id, undefined)
    await publishEvent(context.db, "bell", { people: [reader.id] })
    return {}
  },

  written: ({ state, title = "", limit, beforeid }, context) =>
    writtenNotices(context.db, mustAdministerNotices(context), {
      state,
      title: title.trim(),
      limit,
      beforeId: beforeid,
    }),

  exportWritten: ({ state, title = "" }, context) => {
    const sheets = [writtenSheet(context.db, mustAdministerNotices(context), { state, title: title.trim() })]
    return exportedFile(context, { action: "notices.exportWritten", name: "通知", sheets })
  },

  writtenDetail: async ({ noticeid }, context) => {
    const org = mustAdministerNotices(context)
    return withFiles(context.db, foundOrForbidden(await writtenNotice(context.db, org, noticeid)))
  },

  save: async ({ noticeid, version, kind, publish, publishAt, attachments, ...wanted }, context) => {
    const { db } = context
    const { user } = context.user
    const org = mustAdministerNotices(context)
    if (wanted.isShared && user.usertype !== usertypes.bureau && user.usertype !== usertypes.platform)
      throw new Refusal(noticeMessages.cannotShare, { status: 403 })
    mustNotVersionNew(noticeid, version)
    if (!(await categories(db)).includes(kind)) throw new Refusal(noticeMessages.categoryUnknown)
    const before = noticeid === undefined ? null : await mustBeUnchanged(db, org, noticeid, version)
    const when = publishingAt({
      publish,
      at: publishAt === undefined ? null : momentFrom(publishAt),
      isPublished: before?.state === "published",
      now: new Date(),
    })
    if (typeof when === "object" && when !== null && "refused" in when)
      throw new Refusal(noticeMessages[when.refused], { field: "publishAt" })
    if (wanted.isPinned && (await otherPinned(db, org, noticeid)) >= noticeLimits.pinned)
      throw new Refusal(noticeMessages.tooManyPinned)
    const fields = {
      title: wanted.title,
      category: kind,
      body: noticeText(wanted.body),
      isPinned: wanted.isPinned,
      sharedPath: wanted.isShared ? await areaPathOf(context, org) : null,
      forKind: (wanted.isShared && wanted.forKind) || null,
      forSchoolLevel: (wanted.isShared && wanted.forSchoolLevel) || null,
      forTag: (wanted.isShared && wanted.forTag) || null,
      publishedAt: when,
    }
    const written = noticeid === undefined ? null : await writtenNotice(db, org, noticeid)
    const id = noticeid ?? (await addNotice(db, org, user.id, fields))
    if (noticeid !== undefined) await changeNotice(db, noticeid, fields)
    await linkNoticeFiles(context, id, { text: fields.body, attachments })
    const saved = foundOrForbidden(await writtenNotice(db, org, id))
    await writeAuditEntry(context, "notices.save", {
      notice: id,
      before: written && noticeInLog(written),
      after: noticeInLog(saved),
    })
    if (saved.state === "published" || before?.state === "published")
      await notifyReaders(db, org, [before?.sharedPath, fields.sharedPath])
    return saved
  },

  withdraw: async ({ noticeid, version }, context) => {
    const org = mustAdministerNotices(context)
    const before = await mustBeUnchanged(context.db, org, noticeid, version)
    if (before.state === "draft") throw new Refusal(noticeMessages.notPublished, { status: 409 })
    const written = foundOrForbidden(await writtenNotice(context.db, org, noticeid))
    await withdrawNotice(context.db, noticeid)
    const saved = foundOrForbidden(await writtenNotice(context.db, org, noticeid))
    const change = { before: noticeInLog(written), after: noticeInLog(saved) }
    await writeAuditEntry(context, "notices.withdraw", { notice: noticeid, ...change })
    await notifyReaders(context.db, org, [before.sharedPath])
    return saved
  },

  remove: async ({ noticeid, version }, context) => {
    const org = mustAdministerNotices(context)
    const before = await mustBeUnchanged(context.db, org, noticeid, version)
    const written = foundOrForbidden(await writtenNotice(context.db, org, noticeid))
    await letGoOfNoticeFiles(context.db, noticeid)
    await removeNotice(context.db, noticeid)
    await writeAuditEntry(context, "notices.remove", {
      notice: noticeid,
      before: noticeInLog(written),
      after: null,
    })
    await notifyReaders(context.db, org, [before.sharedPath])
    return {}
  },

  readers: async ({ noticeid, hasread, orgid, limit, afterid }, context) => {
    const audience = await audienceOf(context, noticeid)
    const org = orgid === undefined ? undefined : mustReach(context.scope, orgid)
    const filter = { org, limit, afterId: afterid }
    const found =
      hasread === 1
        ? await whoHasRead(context.db, audience, filter)
        : await whoHasNotRead(context.db, audience, filter)
    return { ...(await readerCounts(context.db, audience, org)), ...found }
  },

  exportReaders: async ({ noticeid, orgid }, context) => {
    const audience = await audienceOf(context, noticeid)
    const org = orgid === undefined ? undefined : mustReach(context.scope, orgid)
    const { title } = foundOrForbidden(await writtenNotice(context.db, audience.orgId, noticeid))
    const sheets = readerSheets(context.db, audience, org)
    return exportedFile(context, { action: "notices.exportReaders", name: `${title}阅读情况`, sheets })
  },

  readerOrganisations: async ({ noticeid, limit, afterid }, context) =>
    readerOrganisations(context.db, await audienceOf(context, noticeid), { limit, afterId: afterid }),
}))

function filtersOf({
  isunread,
  ispinned,
  kind,
  title = "",
}: ParsedInputOf<typeof noticeCalls.exportList>): NoticeFilters {
  return { isUnread: isunread === 1, isPinned: ispinned === 1, category: kind, title: title.trim() }
}

function readerOf({ user: { user } }: RequestContext): Reader {
  return { id: user.id, orgId: user.orgid }
}

function gone(): Refusal {
  return new Refusal(noticeMessages.gone, { status: 403 })
}

/** Only of the own organisation: an area's administrator manages the bureau's own. */
function mustAdministerNotices(context: RequestContext): Id {
  return mustAdminister(context, context.user.user.orgid)
}

async function mustBeUnchanged(db: Db, org: Id, id: Id, version: number | undefined) {
  const found = foundOrForbidden(await lockNotice(db, org, id))
  // Without a version the caller has seen nothing.
  if (version !== found.version) throw new Refusal(noticeMessages.changed, { status: 409 })
  return found
}

/** The audit log has readers and dates, never the text. */
function noticeInLog(written: WrittenNotice) {
  const { title, category, state, publishedAt, isShared, forKind, forSchoolLevel, forTag, isPinned } = written
  const audience = { isShared, forKind, forSchoolLevel, forTag }
  return { title, category, state: noticeStates[state], publishedAt, ...audience, isPinned }
}

/** SHELL-4: what the portal reads at start. */
async function categories(db: Db): Promise<string[]> {
  const { content, code } = informationDictionary
  const [first] = await db
    .select({ remark: dictionary.remark })
    .from(dictionary)
    .where(and(eq(dictionary.content, content), eq(dictionary.code, code), eq(dictionary.isDisabled, false)))
    .orderBy(dictionary.sortNo, dictionary.id)
    .limit(1)
  return (first?.remark ?? "").split(",").map((name) => name.trim())
}

async function areaPathOf({ db }: RequestContext, org: Id): Promise<string> {
  const [own] = await db
    .select({ path: organisation.areaPath })
    .from(organisation)
    .where(eq(organisation.id, org))
  return foundOrForbidden(own).path
}

/** The own organisation's people, and everybody in the areas that it is or was shared with. */
async function notifyReaders(db: Db, org: Id, paths: readonly (string | null | undefined)[]): Promise<void> {
  await publishEvent(db, "bell", org)
  for (const area of new Set(paths)) if (area) await publishEvent(db, "bell", { area })
}

async function audienceOf(context: RequestContext, noticeId: Id): Promise<Audience> {
  const orgId = mustAdministerNotices(context)
  const [found] = await context.db
    .select({
      sharedPath: notice.sharedPath,
      kind: notice.forKind,
      schoolLevel: notice.forSchoolLevel,
      tag: notice.forTag,
    })
    .from(notice)
    .where(and(eq(notice.id, noticeId), eq(notice.orgId, orgId)))
  const { sharedPath, kind, schoolLevel, tag } = foundOrForbidden(found)
  return {
    noticeId,
    orgId,
    sharedPath,
    filter: { kind: kind ?? undefined, schoolLevel: schoolLevel ?? undefined, tag: tag ?? undefined },
  }
}

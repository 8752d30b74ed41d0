import { informationDictionary } from "@uc/contract/dictionary/calls"
import type { ParsedInputOf } from "@uc/contract/core/call"
import {
  noticeCalls,
  noticeLimits,
  noticeMessages,
  noticeStates,
  type WrittenNotice,
} from "@uc/contract/notices/calls"
import { recipientMessages, recipientWords } from "@uc/contract/notices/recipients"
import { idsOf, type Id } from "@uc/contract/core/wire"
import { and, eq } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { dictionary } from "../../db/schema/dictionary.ts"
import { notice } from "../../db/schema/notices.ts"
import { publishEvent } from "../../realtime/publish-event.ts"
import { momentFrom } from "../../db/queries/wire-moment.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { mustNotVersionNew } from "../../http/calls/parameters-with-effect.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { foundOrForbidden, mustReach } from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"
import { bellOf, markRemindersRead, markRingsRead } from "./bell.store.ts"
import { mustAdministerAudience, mustAdministerNotices, readerFor } from "./notice-guards.ts"
import { notifyRecipients } from "./notify-recipients.ts"
import { markRead, noticeFor, noticesFor, type NoticeFilters } from "./notices.store.ts"
import { letGoOfNoticeFiles, linkNoticeFiles, noticeText, withFiles } from "./notice-files.ts"
import { noticeSheet, readerSheets, writtenSheet } from "./notice-exports.ts"
import { publishingAt } from "./publishing.ts"
import {
  fewRecipients,
  formerReaders,
  losesRecipients,
  readCounts,
  readerOrganisations,
  readersOf,
} from "./readers.store.ts"
import { noneNamed, recipientFieldsOf } from "./recipients.ts"
import {
  addNotice,
  changeNotice,
  lockNotice,
  otherPinned,
  removeNotice,
  withdrawNotice,
  writtenDetail,
  writtenNotice,
  writtenNotices,
} from "./written.store.ts"

export const noticeRoutes = implementCalls(noticeCalls, ({ database: { systemDb } }) => ({
  list: async ({ start, limit, before, ...filters }, context) => {
    const filter = { ...filtersOf(filters), start, limit, before }
    const { total, items, older } = await noticesFor(
      { db: context.db, systemDb },
      await readerFor(context),
      filter,
    )
    return { total, items, older }
  },

  exportList: async (filters, context) => {
    const reader = await readerFor(context)
    const sheets = [noticeSheet({ db: context.db, systemDb }, reader, filtersOf(filters))]
    return exportedFile(context, { action: "notices.exportList", name: "收到的通知", sheets })
  },

  detail: async ({ noticeid }, context) => {
    const found = await noticeFor({ db: context.db, systemDb }, await readerFor(context), noticeid)
    if (!found) throw gone()
    return withFiles(context.db, found)
  },

  bell: async (_input, context) => bellOf({ db: context.db, systemDb }, await readerFor(context)),

  read: async ({ noticeids = "", rings = "" }, context) => {
    const reader = await readerFor(context)
    if (noticeids !== "") {
      await markRead(context.db, reader, idsOf(noticeids))
      await markRemindersRead(context.db, reader.id, idsOf(noticeids))
    }
    if (rings !== "") await markRingsRead(context.db, reader.id, idsOf(rings))
    await publishEvent(context.db, "bell", { people: [reader.id] })
    return {}
  },

  readAll: async (_input, context) => {
    const reader = await readerFor(context)
    await markRead(context.db, reader, undefined)
    await markRingsRead(context.db, reader.id, undefined)
    await publishEvent(context.db, "bell", { people: [reader.id] })
    return {}
  },

  written: ({ state, title = "", sort, limit, beforeid }, context) =>
    writtenNotices(context.db, mustAdministerNotices(context), {
      state,
      title: title.trim(),
      sort,
      limit,
      beforeId: beforeid,
    }),

  exportWritten: ({ state, title = "", sort }, context) => {
    const sheets = [
      writtenSheet(context.db, mustAdministerNotices(context), { state, title: title.trim(), sort }),
    ]
    return exportedFile(context, { action: "notices.exportWritten", name: "通知", sheets })
  },

  writtenDetail: async ({ noticeid }, context) => {
    const org = mustAdministerNotices(context)
    return withFiles(context.db, foundOrForbidden(await writtenDetail(context.db, org, noticeid)))
  },

  save: async ({ noticeid, version, kind, publish, publishAt, attachments, ...wanted }, context) => {
    const { db } = context
    const org = mustAdministerNotices(context)
    mustNotVersionNew(noticeid, version)
    const before = noticeid === undefined ? null : await mustBeUnchanged(db, org, noticeid, version)
    if (noticeid !== undefined) await mustAdministerAudience(context, noticeid)
    const recipients = await recipientFieldsOf(context, org, wanted, before?.named ?? noneNamed)
    if (!(await categories(db)).includes(kind)) throw new Refusal(noticeMessages.categoryUnknown)
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
      wantsReceipt: wanted.wantsReceipt,
      ...recipients,
      publishedAt: when,
    }
    const written = noticeid === undefined ? null : await writtenNotice(db, org, noticeid)
    if (before?.state === "published") await notifyRecipients(db, org, noticeid ?? "")
    const id = noticeid ?? (await addNotice(db, org, context.user.user.id, fields))
    if (noticeid !== undefined) await changeNotice(db, noticeid, fields)
    await mustAdministerAudience(context, id)
    await linkNoticeFiles(context, id, { text: fields.body, attachments })
    const saved = foundOrForbidden(await writtenNotice(db, org, id))
    if (
      before?.state === "published" &&
      saved.state === "published" &&
      (await losesRecipients(db, id, before.row))
    )
      throw new Refusal(recipientMessages.onlyMore, { status: 409, field: "isForOwn" })
    // Its author alone, who is not counted, is somebody: others may join.
    if (saved.state === "published" && saved.recipients === 0 && (await fewRecipients(db, id, 0)) !== null)
      throw new Refusal(recipientMessages.nobodyThere, { field: "isForOwn" })
    await writeAuditEntry(context, "notices.save", {
      notice: id,
      before: written && noticeInLog(written),
      after: noticeInLog(saved),
    })
    if (saved.state === "published") await notifyRecipients(db, org, id)
    return saved
  },

  withdraw: async ({ noticeid, version }, context) => {
    const org = mustAdministerNotices(context)
    const before = await mustBeUnchanged(context.db, org, noticeid, version)
    if (before.state === "draft") throw new Refusal(noticeMessages.notPublished, { status: 409 })
    await mustAdministerAudience(context, noticeid)
    const written = foundOrForbidden(await writtenNotice(context.db, org, noticeid))
    await notifyRecipients(context.db, org, noticeid)
    await withdrawNotice(context.db, noticeid)
    const saved = foundOrForbidden(await writtenNotice(context.db, org, noticeid))
    const change = { before: noticeInLog(written), after: noticeInLog(saved) }
    await writeAuditEntry(context, "notices.withdraw", { notice: noticeid, ...change })
    return saved
  },

  remove: async ({ noticeid, version }, context) => {
    const org = mustAdministerNotices(context)
    await mustBeUnchanged(context.db, org, noticeid, version)
    await mustAdministerAudience(context, noticeid)
    const written = foundOrForbidden(await writtenNotice(context.db, org, noticeid))
    if (written.state === "published") await notifyRecipients(context.db, org, noticeid)
    await letGoOfNoticeFiles(context.db, noticeid)
    await removeNotice(context.db, noticeid)
    await writeAuditEntry(context, "notices.remove", {
      notice: noticeid,
      before: noticeInLog(written),
      after: null,
    })
    return {}
  },

  readers: async ({ noticeid, readstate: state, orgid, limit, after }, context) => {
    await mustHaveWritten(context, noticeid)
    const org = orgid === undefined ? undefined : mustReach(context.scope, orgid)
    return {
      ...(await readCounts(context.db, noticeid, org)),
      former: await formerReaders(context.db, noticeid, org),
      ...(await readersOf(context.db, noticeid, { state, org, limit, after })),
    }
  },

  exportReaders: async ({ noticeid, orgid }, context) => {
    const { title, wantsReceipt } = await mustHaveWritten(context, noticeid)
    const org = orgid === undefined ? undefined : mustReach(context.scope, orgid)
    const sheets = readerSheets(context.db, { id: noticeid, wantsReceipt }, org)
    return exportedFile(context, { action: "notices.exportReaders", name: `${title}阅读情况`, sheets })
  },

  readerOrganisations: async ({ noticeid, limit, afterid }, context) => {
    await mustHaveWritten(context, noticeid)
    return readerOrganisations(context.db, noticeid, { limit, afterId: afterid })
  },
}))

function filtersOf({
  isunread,
  isunconfirmed,
  iswaiting,
  ispinned,
  kind,
  title = "",
  sort,
}: ParsedInputOf<typeof noticeCalls.exportList>): NoticeFilters {
  return {
    isUnread: isunread === 1,
    isUnconfirmed: isunconfirmed === 1,
    isWaiting: iswaiting === 1,
    isPinned: ispinned === 1,
    category: kind,
    title: title.trim(),
    sort,
  }
}

function gone(): Refusal {
  return new Refusal(noticeMessages.gone, { status: 403 })
}

async function mustHaveWritten(context: RequestContext, id: Id) {
  const org = mustAdministerNotices(context)
  const [found] = await context.db
    .select({ title: notice.title, wantsReceipt: notice.wantsReceipt })
    .from(notice)
    .where(and(eq(notice.id, id), eq(notice.orgId, org)))
  return foundOrForbidden(found)
}

async function mustBeUnchanged(db: Db, org: Id, id: Id, version: number | undefined) {
  const found = foundOrForbidden(await lockNotice(db, org, id))
  // Without a version the caller has seen nothing.
  if (version !== found.version) throw new Refusal(noticeMessages.changed, { status: 409 })
  return found
}

/** The audit log has recipients and dates, never the text. */
function noticeInLog(written: WrittenNotice) {
  const { title, category, state, publishedAt, forKind, forSchoolLevel, forTag, isPinned, wantsReceipt } =
    written
  const audience = { recipients: recipientWords(written), forKind, forSchoolLevel, forTag }
  return { title, category, state: noticeStates[state], publishedAt, ...audience, isPinned, wantsReceipt }
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

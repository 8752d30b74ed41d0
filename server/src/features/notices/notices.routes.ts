import { informationDictionary } from "@uc/contract/dictionary/calls"
import type { ParsedInputOf } from "@uc/contract/core/call"
import {
  noticeCalls,
  noticeLimits,
  noticeMessages,
  noticeStates,
  type WrittenNotice,
} from "@uc/contract/notices/calls"
import { administers, usertypes } from "@uc/contract/account/calls"
import { idsOf, type Id } from "@uc/contract/core/wire"
import { and, eq } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { dictionary } from "../../db/schema/dictionary.ts"
import { notice } from "../../db/schema/notices.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { tellNews } from "../../realtime/publish-event.ts"
import { momentFrom } from "../../db/queries/wire-moment.ts"
import { answer, type Ask } from "../../http/calls/register-calls.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { logDone } from "../../session/write-audit-entry.ts"
import { mustBeThere, mustReach } from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"
import { bellOf, markRemindersRead, markRingsRead } from "./bell.store.ts"
import { markRead, noticeFor, noticesFor, type NoticeFilters, type Reader } from "./notices.store.ts"
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

export const noticeRoutes = answer(noticeCalls, ({ database: { atOnce } }) => ({
  list: async ({ start, limit, before, ...filters }, ask) => {
    const question = { ...filtersOf(filters), start, limit, before }
    const { total, items, older } = await noticesFor({ db: ask.db, atOnce }, readerOf(ask), question)
    return { total, items, older }
  },

  exportList: (filters, ask) => {
    const sheets = [noticeSheet({ db: ask.db, atOnce }, readerOf(ask), filtersOf(filters))]
    return exportedFile(ask, { action: "notices.exportList", name: "收到的通知", sheets })
  },

  detail: async ({ noticeid }, ask) => {
    const found = await noticeFor({ db: ask.db, atOnce }, readerOf(ask), noticeid)
    if (!found) throw gone()
    return found
  },

  bell: (_input, ask) => bellOf({ db: ask.db, atOnce }, readerOf(ask)),

  read: async ({ noticeids = "", rings = "" }, ask) => {
    const reader = readerOf(ask)
    if (noticeids !== "") {
      await markRead(ask.db, reader, idsOf(noticeids))
      await markRemindersRead(ask.db, reader.id, idsOf(noticeids))
    }
    if (rings !== "") await markRingsRead(ask.db, reader.id, idsOf(rings))
    await tellNews(ask.db, "bell", { people: [reader.id] })
    return {}
  },

  readAll: async (_input, ask) => {
    const reader = readerOf(ask)
    await markRead(ask.db, reader, undefined)
    await markRingsRead(ask.db, reader.id, undefined)
    await tellNews(ask.db, "bell", { people: [reader.id] })
    return {}
  },

  written: ({ state, title = "", limit, beforeid }, ask) =>
    writtenNotices(ask.db, mustKeepNotices(ask), { state, title: title.trim(), limit, beforeId: beforeid }),

  exportWritten: ({ state, title = "" }, ask) => {
    const sheets = [writtenSheet(ask.db, mustKeepNotices(ask), { state, title: title.trim() })]
    return exportedFile(ask, { action: "notices.exportWritten", name: "通知", sheets })
  },

  writtenDetail: async ({ noticeid }, ask) =>
    mustBeThere(await writtenNotice(ask.db, mustKeepNotices(ask), noticeid)),

  save: async ({ noticeid, version, kind, publish, publishAt, ...wanted }, ask) => {
    const { db } = ask
    const { user } = ask.user
    const org = mustKeepNotices(ask)
    if (wanted.isShared && user.usertype !== usertypes.bureau && user.usertype !== usertypes.platform)
      throw new Refusal(noticeMessages.cannotShare, { status: 403 })
    if (!(await categories(db)).includes(kind)) throw new Refusal(noticeMessages.categoryUnknown)
    const before = noticeid === undefined ? null : await mustBeUnchanged(db, org, noticeid, version)
    const when = publishingAt({
      publish,
      at: publishAt === undefined ? null : momentFrom(publishAt),
      isPublished: before?.state === "published",
      now: new Date(),
    })
    if (typeof when === "object" && when !== null && "refused" in when)
      throw new Refusal(noticeMessages[when.refused])
    if (wanted.isPinned && (await otherPinned(db, org, noticeid)) >= noticeLimits.pinned)
      throw new Refusal(noticeMessages.tooManyPinned)
    const fields = {
      title: wanted.title,
      category: kind,
      body: wanted.body,
      isPinned: wanted.isPinned,
      sharedPath: wanted.isShared ? await areaPathOf(ask, org) : null,
      publishedAt: when,
    }
    const written = noticeid === undefined ? null : await writtenNotice(db, org, noticeid)
    const id = noticeid ?? (await addNotice(db, org, user.id, fields))
    if (noticeid !== undefined) await changeNotice(db, noticeid, fields)
    const saved = mustBeThere(await writtenNotice(db, org, id))
    await logDone(ask, "notices.save", {
      notice: id,
      before: written && noticeInLog(written),
      after: noticeInLog(saved),
    })
    if (saved.state === "published" || before?.state === "published")
      await tellReaders(db, org, [before?.sharedPath, fields.sharedPath])
    return saved
  },

  withdraw: async ({ noticeid, version }, ask) => {
    const org = mustKeepNotices(ask)
    const before = await mustBeUnchanged(ask.db, org, noticeid, version)
    if (before.state === "draft") throw new Refusal(noticeMessages.notPublished, { status: 409 })
    const written = mustBeThere(await writtenNotice(ask.db, org, noticeid))
    await withdrawNotice(ask.db, noticeid)
    const saved = mustBeThere(await writtenNotice(ask.db, org, noticeid))
    const change = { before: noticeInLog(written), after: noticeInLog(saved) }
    await logDone(ask, "notices.withdraw", { notice: noticeid, ...change })
    await tellReaders(ask.db, org, [before.sharedPath])
    return saved
  },

  remove: async ({ noticeid, version }, ask) => {
    const org = mustKeepNotices(ask)
    const before = await mustBeUnchanged(ask.db, org, noticeid, version)
    const written = mustBeThere(await writtenNotice(ask.db, org, noticeid))
    await removeNotice(ask.db, noticeid)
    await logDone(ask, "notices.remove", { notice: noticeid, before: noticeInLog(written), after: null })
    await tellReaders(ask.db, org, [before.sharedPath])
    return {}
  },

  readers: async ({ noticeid, hasread, orgid, limit, afterid }, ask) => {
    const audience = await audienceOf(ask, noticeid)
    const org = orgid === undefined ? undefined : mustReach(ask.scope, orgid)
    const question = { org, limit, afterId: afterid }
    const found =
      hasread === 1
        ? await whoHasRead(ask.db, audience, question)
        : await whoHasNotRead(ask.db, audience, question)
    return { ...(await readerCounts(ask.db, audience, org)), ...found }
  },

  exportReaders: async ({ noticeid, orgid }, ask) => {
    const audience = await audienceOf(ask, noticeid)
    const org = orgid === undefined ? undefined : mustReach(ask.scope, orgid)
    const { title } = mustBeThere(await writtenNotice(ask.db, audience.orgId, noticeid))
    const sheets = readerSheets(ask.db, audience, org)
    return exportedFile(ask, { action: "notices.exportReaders", name: `${title}阅读情况`, sheets })
  },

  readerOrganisations: async ({ noticeid, limit, afterid }, ask) =>
    readerOrganisations(ask.db, await audienceOf(ask, noticeid), { limit, afterId: afterid }),
}))

function filtersOf({
  isunread,
  ispinned,
  kind,
  title = "",
}: ParsedInputOf<typeof noticeCalls.exportList>): NoticeFilters {
  return { isUnread: isunread === 1, isPinned: ispinned === 1, category: kind, title: title.trim() }
}

function readerOf({ user: { user } }: Ask): Reader {
  return { id: user.id, orgId: user.orgid }
}

function gone(): Refusal {
  return new Refusal(noticeMessages.gone, { status: 403 })
}

/** Of the own organisation, and of no other: an area's administrator keeps the bureau's own. */
function mustKeepNotices({ user: { user } }: Ask): Id {
  if (!administers(user, user.orgid)) throw new Refusal(noticeMessages.administratorsOnly, { status: 403 })
  return user.orgid
}

async function mustBeUnchanged(db: Db, org: Id, id: Id, version: number | undefined) {
  const found = mustBeThere(await lockNotice(db, org, id))
  // Whoever does not say what they have seen has seen nothing.
  if (version !== found.version) throw new Refusal(noticeMessages.changed, { status: 409 })
  return found
}

/** Who reads what, and when; never the text. */
function noticeInLog({ title, category, state, publishedAt, isShared, isPinned }: WrittenNotice) {
  return { title, category, state: noticeStates[state], publishedAt, isShared, isPinned }
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

async function areaPathOf({ db }: Ask, org: Id): Promise<string> {
  const [own] = await db
    .select({ path: organisation.areaPath })
    .from(organisation)
    .where(eq(organisation.id, org))
  return mustBeThere(own).path
}

/** The own organisation's people, and everybody in the areas that it is or was shared with. */
async function tellReaders(db: Db, org: Id, paths: readonly (string | null | undefined)[]): Promise<void> {
  await tellNews(db, "bell", org)
  for (const area of new Set(paths)) if (area) await tellNews(db, "bell", { area })
}

async function audienceOf(ask: Ask, noticeId: Id): Promise<Audience> {
  const orgId = mustKeepNotices(ask)
  const [found] = await ask.db
    .select({ sharedPath: notice.sharedPath })
    .from(notice)
    .where(and(eq(notice.id, noticeId), eq(notice.orgId, orgId)))
  return { noticeId, orgId, sharedPath: mustBeThere(found).sharedPath }
}

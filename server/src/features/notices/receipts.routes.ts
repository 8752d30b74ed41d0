import { cutText } from "@uc/contract/core/cut-text"
import { noticeMessages } from "@uc/contract/notices/calls"
import { receiptCalls, receiptLimits, receiptMessages } from "@uc/contract/notices/receipt-calls"
import { reminderText } from "@uc/contract/sms/messages"
import { publishEvent } from "../../realtime/publish-event.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import type { Services } from "../../http/services.ts"
import { Refusal } from "../../errors/refusal.ts"
import { queueManySms, queueWebhook } from "../../security/sms/sms-outbox.ts"
import { foundOrForbidden, mustReach } from "../../session/reach.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { markRemindersRead, placeOfNotice } from "./bell.store.ts"
import { mustAdministerAudience, mustAdministerNotices, readerFor } from "./notice-guards.ts"
import { confirmNotice, noticeFor } from "./notices.store.ts"
import { notifyRecipients } from "./notify-recipients.ts"
import { audienceOf } from "./readers.store.ts"
import { noneNamed, recipientFieldsOf } from "./recipients.ts"
import {
  countByPhone,
  countMissing,
  isForSomebody,
  markReminded,
  messagesLeft,
  noticeToRemind,
  remindedPeople,
  ringMissing,
  takePhones,
  type Reminded,
  type RemindedNotice,
} from "./reminders.store.ts"
import { namedBy } from "./written.store.ts"

export const receiptRoutes = implementCalls(receiptCalls, (services) => ({
  confirm: async ({ noticeid }, context) => {
    const { db } = context
    const reader = await readerFor(context)
    const found = await noticeFor({ db, systemDb: services.database.systemDb }, reader, noticeid)
    if (!found) throw new Refusal(noticeMessages.gone, { status: 403 })
    if (!found.wantsReceipt) throw new Refusal(receiptMessages.notWanted, { status: 409 })
    await confirmNotice(db, reader, noticeid)
    await markRemindersRead(db, reader.id, [noticeid])
    await publishEvent(db, "bell", { people: [reader.id] })
    return {}
  },

  audience: async ({ noticeid, ...wanted }, context) => {
    const org = mustAdministerNotices(context)
    const already =
      noticeid === undefined
        ? { ...noneNamed, author: context.user.user.id }
        : foundOrForbidden(await namedBy(context.db, org, noticeid))
    const { author } = already
    return audienceOf(context.db, { org, author }, await recipientFieldsOf(context, org, wanted, already))
  },

  reminder: async ({ noticeid, orgid, personid }, context) => {
    const { db } = context
    const org = mustAdministerNotices(context)
    const { remindedAt, waitS } = foundOrForbidden(
      await noticeToRemind(db, org, noticeid, { isLocked: false }),
    )
    const whom = await remindedOf(context, { id: noticeid, org: orgid, person: personid })
    const { missing, lately, waitS: waitOfThemS } = await countMissing(db, whom)
    return {
      missing,
      lately,
      messages: services.sms === null ? null : await countByPhone(db, whom),
      messagesLeft: await messagesLeft(db, org),
      hasWebhook: services.hasWebhook,
      remindedAt,
      waitS: Math.max(waitS, lately < missing ? 0 : waitOfThemS),
    }
  },

  remind: async ({ noticeid, orgid, personid, bySms, byWebhook }, context) => {
    const { db } = context
    const org = mustAdministerNotices(context)
    const notice = foundOrForbidden(await noticeToRemind(db, org, noticeid, { isLocked: true }))
    await mustAdministerAudience(context, noticeid)
    if (!notice.isPublished) throw new Refusal(receiptMessages.notPublished, { status: 409 })
    if (bySms && services.sms === null) throw new Refusal(receiptMessages.smsOff, { field: "bySms" })
    if (byWebhook && !services.hasWebhook)
      throw new Refusal(receiptMessages.webhookOff, { field: "byWebhook" })
    const whom = await remindedOf(context, { id: noticeid, org: orgid, person: personid })
    const isAll = orgid === undefined && personid === undefined
    const lately = isAll ? receiptMessages.remindedLately : receiptMessages.remindedOneLately
    if (notice.waitS > 0) throw new Refusal(lately, { status: 429, retryAfterS: notice.waitS })
    const counted = await countMissing(db, whom)
    if (counted.missing === 0)
      throw new Refusal(isAll ? nobodyLeft(notice) : receiptMessages.theyAreDone(notice.wantsReceipt), {
        status: 409,
      })
    const missing = counted.missing - counted.lately
    if (missing === 0)
      throw new Refusal(receiptMessages.remindedOneLately, { status: 429, retryAfterS: counted.waitS })
    await ringMissing(db, whom, receiptMessages.ring(notice.orgname, notice.title, notice.wantsReceipt))
    const messages = bySms ? await sendMessages(services, context, { notice, whom }) : 0
    if (byWebhook) await postReminder(services, context, { notice, whom })
    await markReminded(db, whom)
    await writeAuditEntry(context, "notices.remind", {
      notice: noticeid,
      title: notice.title,
      ...(orgid !== undefined && { orgid }),
      ...(personid !== undefined && { personid }),
      missing,
      messages,
      byWebhook,
    })
    await notifyRecipients(db, org, noticeid)
    return { missing, messages }
  },
}))

function nobodyLeft({ wantsReceipt }: RemindedNotice): string {
  return wantsReceipt ? receiptMessages.nobodyMissing : receiptMessages.nobodyUnread
}

interface Reminder {
  readonly notice: RemindedNotice
  readonly whom: Reminded
}

/** One organisation or one person is named only where the notice is for them. */
async function remindedOf({ db, scope }: RequestContext, whom: Reminded): Promise<Reminded> {
  const { org, person } = whom
  if (org === undefined && person === undefined) return whom
  if (org !== undefined && person !== undefined)
    throw new Refusal(receiptMessages.eitherOneOrSchool, { field: "personid" })
  if (org !== undefined) mustReach(scope, org)
  if (!(await isForSomebody(db, whom))) throw new Refusal(receiptMessages.notForThem, { status: 403 })
  return whom
}

/** Five a second: a code for a sign-in must not wait behind a district's reminders (decision 080). */
const betweenMessagesS = 0.2

async function sendMessages(
  { keyed, sms, site }: Services,
  { db, user }: RequestContext,
  { notice: { title, orgname, wantsReceipt }, whom }: Reminder,
): Promise<number> {
  const taken = await takePhones(db, user.user.orgid, whom)
  if ("wanted" in taken)
    throw new Refusal(receiptMessages.tooManyMessages(taken.wanted, taken.left), {
      status: 429,
      field: "bySms",
    })
  const short = cutText(title, receiptLimits.titleInMessage)
  const shown = short === title ? title : `${short}…`
  const text = reminderText({ site: site.brand.name, orgname, title: shown, wantsReceipt })
  await queueManySms(db, keyed, sms, { phones: taken.phones, text, betweenS: betweenMessagesS })
  return taken.phones.length
}

/** `place` is a path of the portal: whoever passes it on knows the site's address. */
async function postReminder(
  { keyed }: Services,
  { db, user }: RequestContext,
  { notice: { id, title, orgname, wantsReceipt }, whom }: Reminder,
): Promise<void> {
  const people = await remindedPeople(db, whom)
  const { peopleOfWebhook: size } = receiptLimits
  const parts = Math.ceil(people.length / size)
  const told = {
    event: "notice.reminder",
    notice: { id, title, orgname, wantsReceipt, place: placeOfNotice(id) },
  }
  for (let part = 0; part < parts; part++)
    await queueWebhook(
      db,
      keyed,
      JSON.stringify({
        ...told,
        from: user.user.nickname,
        part: part + 1,
        parts,
        people: people.slice(part * size, (part + 1) * size),
      }),
    )
}

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
import { foundOrForbidden } from "../../session/reach.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { markRemindersRead, placeOfNotice } from "./bell.store.ts"
import { mustAdministerNotices, readerFor } from "./notice-guards.ts"
import { confirmNotice, noticeFor } from "./notices.store.ts"
import { notifyRecipients } from "./notify-recipients.ts"
import { audienceOf } from "./readers.store.ts"
import { noneNamed, recipientFieldsOf } from "./recipients.ts"
import {
  countByPhone,
  countMissing,
  markReminded,
  messagesLeft,
  missingPeople,
  noticeToRemind,
  ringMissing,
  takePhones,
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

  reminder: async ({ noticeid }, context) => {
    const { db } = context
    const org = mustAdministerNotices(context)
    const { remindedAt, waitS } = foundOrForbidden(
      await noticeToRemind(db, org, noticeid, { isLocked: false }),
    )
    return {
      missing: await countMissing(db, noticeid),
      messages: services.sms === null ? null : await countByPhone(db, noticeid),
      messagesLeft: await messagesLeft(db, org),
      hasWebhook: services.hasWebhook,
      remindedAt,
      waitS,
    }
  },

  remind: async ({ noticeid, bySms, byWebhook }, context) => {
    const { db } = context
    const org = mustAdministerNotices(context)
    const notice = foundOrForbidden(await noticeToRemind(db, org, noticeid, { isLocked: true }))
    if (!notice.isPublished) throw new Refusal(receiptMessages.notPublished, { status: 409 })
    if (bySms && services.sms === null) throw new Refusal(receiptMessages.smsOff, { field: "bySms" })
    if (byWebhook && !services.hasWebhook)
      throw new Refusal(receiptMessages.webhookOff, { field: "byWebhook" })
    if (notice.waitS > 0)
      throw new Refusal(receiptMessages.remindedLately, { status: 429, retryAfterS: notice.waitS })
    const missing = await countMissing(db, noticeid)
    if (missing === 0)
      throw new Refusal(notice.wantsReceipt ? receiptMessages.nobodyMissing : receiptMessages.nobodyUnread, {
        status: 409,
      })
    const title = receiptMessages.ring(notice.orgname, notice.title, notice.wantsReceipt)
    await ringMissing(db, { id: noticeid, title })
    const messages = bySms ? await sendMessages(services, context, notice) : 0
    if (byWebhook) await postReminder(services, context, notice)
    await markReminded(db, noticeid)
    await writeAuditEntry(context, "notices.remind", {
      notice: noticeid,
      title: notice.title,
      missing,
      messages,
      byWebhook,
    })
    await notifyRecipients(db, org, noticeid)
    return { missing, messages }
  },
}))

/** Five a second: a code for a sign-in must not wait behind a district's reminders (decision 080). */
const betweenMessagesS = 0.2

async function sendMessages(
  { keyed, sms, site }: Services,
  { db, user }: RequestContext,
  { id, title, orgname, wantsReceipt }: RemindedNotice,
): Promise<number> {
  const taken = await takePhones(db, user.user.orgid, id)
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
  { id, title, orgname, wantsReceipt }: RemindedNotice,
): Promise<void> {
  const people = await missingPeople(db, id)
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

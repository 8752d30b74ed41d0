import { shownText } from "../core/shown-name.ts"
import { z } from "zod"
import { Attachment } from "../attachments/calls.ts"
import { call } from "../core/call.ts"
import { exporting } from "../core/exports.ts"
import { sortedBy } from "../core/sorting.ts"
import { SubscriptionTopic } from "../subscriptions/calls.ts"
import { Count, Id, IdList, Moment, page, PageSize, paging, text, ZeroOne } from "../core/wire.ts"
import { NamedRecipients, recipientFields, storedRecipients } from "./recipients.ts"

export const noticeLimits = {
  title: 100,
  category: 20,
  body: 20_000,
  searched: 50,
  /** What the bell shows; more than `most` unread are not counted. */
  shown: 12,
  most: 99,
  /** How far ahead something may be published. */
  daysAhead: 365,
  /** Pinned ones stand on top, so there can't be many. */
  pinned: 5,
  /** An unread pinned notice is reminded of once, this long after. */
  remindAfterHours: 24,
  remindUntilDays: 7,
  /** Older reminders are deleted. */
  ringDays: 90,
} as const

export const noticeMessages = {
  administratorsOnly: "只有管理员可以发布和管理通知",
  cannotShare: "只有教育局和平台可以向下级单位发布通知",
  beyondYou: "接收人超出您的管理范围，请由区域管理员办理",
  sharedOnly: "仅发给本单位的通知不能限定单位类型、学段或标签",
  titleMissing: "请填写标题",
  bodyMissing: "请填写正文",
  categoryUnknown: "请选择通知的分类",
  timeMissing: "请选择发布时间",
  timeUnused: "只有定时发布可以设置发布时间",
  timePassed: "发布时间已过，请选择将来的时间，或立即发布",
  timeTooFar: `发布时间最多可设在${noticeLimits.daysAhead}天以内`,
  tooManyPinned: `置顶通知最多${noticeLimits.pinned}条，请先取消其他置顶`,
  changed: "该通知已被他人修改，请查看最新内容后再保存",
  gone: "该通知不存在、已撤回或已被删除",
  notPublished: "该通知尚未发布，无需撤回",
  saved: "草稿已保存",
  published: "通知已发布",
  planned: "通知将在设定的时间发布",
  withdrawn: "通知已撤回，可修改后重新发布",
  removed: "通知已删除",
  readAll: "已全部标为已读",
} as const

export const Notice = z.object({
  id: Id,
  title: z.string(),
  category: z.string(),
  /** The organisation that published it. */
  orgname: z.string(),
  /** When it was published. */
  createtime: Moment,
  isPinned: z.boolean(),
  isRead: z.boolean(),
  /** DAY-11: whether its readers confirm it, and whether this one has. */
  wantsReceipt: z.boolean(),
  isConfirmed: z.boolean(),
})
export type Notice = z.infer<typeof Notice>

/** `body`: HTML of harmless tags only (`rich-text.ts`), cleaned when it was written and once more when it is read. */
const withText = { body: z.string(), attachments: z.array(Attachment) }
export const NoticeDetail = Notice.extend({ ...withText, author: z.string().nullable() })
export type NoticeDetail = z.infer<typeof NoticeDetail>

/** An item of the bell: a notice, or a reminder for this person alone. */
export const BellItem = z.object({
  kind: z.enum(["notice", "ring"]),
  id: Id,
  topic: SubscriptionTopic,
  title: z.string(),
  /** The organisation that published it; null for a reminder. */
  orgname: z.string().nullable(),
  createtime: Moment,
  /** Where it leads, a path of the portal's own. */
  place: z.string(),
  isPinned: z.boolean(),
  isRead: z.boolean(),
})
export type BellItem = z.infer<typeof BellItem>

export const Bell = z.object({
  /** At most one more than `noticeLimits.most`. */
  unread: z.int().min(0),
  /** The newest first. */
  items: z.array(BellItem),
})
export type Bell = z.infer<typeof Bell>

export const noticeStates = { draft: "草稿", planned: "待发布", published: "已发布" } as const
export type NoticeState = keyof typeof noticeStates
export const NoticeState = z.enum(Object.keys(noticeStates) as [NoticeState, ...NoticeState[]])

/** A notice as its administrators see it. */
export const WrittenNotice = z.object({
  id: Id,
  version: Count,
  title: z.string(),
  category: z.string(),
  state: NoticeState,
  /** Of one that waits, when it will be. Null: a draft. */
  publishedAt: Moment.nullable(),
  createdAt: Moment,
  author: z.string().nullable(),
  ...storedRecipients,
  isPinned: z.boolean(),
  wantsReceipt: z.boolean(),
  /** Of the people whom it is for now: all of them, who has read and who has confirmed it. */
  recipients: Count,
  read: Count,
  confirmed: Count,
})
export type WrittenNotice = z.infer<typeof WrittenNotice>

const WrittenDetail = WrittenNotice.extend({ ...withText, named: NamedRecipients })

const NoticeReader = z.object({
  id: Id,
  nickname: z.string(),
  orgname: z.string(),
  /** Null: not yet. */
  readAt: Moment.nullable(),
  confirmedAt: Moment.nullable(),
})
export type NoticeReader = z.infer<typeof NoticeReader>

/** `missing`: has not confirmed, whether read or not; those who have not even read it come first. */
const readerStates = ["unread", "read", "missing", "confirmed"] as const
export type ReaderState = (typeof readerStates)[number]
const ReaderState = z.enum(readerStates)

/** Where a page of readers ends: whether it is among those who have read it, and a number. */
const ReaderCursor = z
  .string()
  .max(20)
  .regex(/^[01]-[0-9]{1,18}$/, "翻页位置不正确")

const ReaderOrganisation = z.object({
  orgid: Id,
  orgname: z.string(),
  read: Count,
  confirmed: Count,
  people: Count,
})
export type ReaderOrganisation = z.infer<typeof ReaderOrganisation>

/** Where a page of the list ends: whether it is among the pinned ones, milliseconds and id. */
export const NoticeCursor = z
  .string()
  .max(36)
  .regex(/^[01]-[0-9]{1,14}-[0-9]{1,18}$/, "翻页位置不正确")

const writtenFilters = {
  state: NoticeState.optional(),
  title: text(noticeLimits.searched).optional(),
  /** DAY-13: otherwise the newest first. */
  ...sortedBy("title", "category", "state", "publishedAt", "createdAt", "read"),
}

const get = { service: "usercenter", method: "GET" } as const
const write = {
  service: "usercenter",
  method: "POST",
  encoding: "form",
  writes: true,
  sensitive: false,
} as const

const noticeFilters = {
  /** 1: only those that the user has not read. */
  isunread: ZeroOne.optional(),
  /** DAY-11. 1: only those that the user has yet to confirm. */
  isunconfirmed: ZeroOne.optional(),
  /** 1: only those that wait for the user, unread or unconfirmed: what the badge counts. */
  iswaiting: ZeroOne.optional(),
  /** 1: only those that are pinned. */
  ispinned: ZeroOne.optional(),
  kind: text(noticeLimits.category).optional(),
  title: text(noticeLimits.searched).optional(),
  /** DAY-13: otherwise pinned ones first, then the newest. */
  ...sortedBy("title", "category", "createtime"),
}

export const noticeCalls = {
  /**
   * What is for the user, of their own organisation and of those above it: pinned ones first, then the newest. Paged by
   * cursor: `before` is the `older` of the page before it.
   */
  list: call({
    ...get,
    path: "/web/get_notice_list.action",
    permission: null,
    input: z.object({ ...paging, ...noticeFilters, before: NoticeCursor.optional() }),
    output: page(Notice).extend({ older: NoticeCursor.nullable() }),
  }),
  exportList: call({
    ...exporting,
    service: "usercenter",
    path: "/web/export_notice_list.action",
    permission: null,
    input: z.object(noticeFilters),
  }),
  detail: call({
    ...get,
    path: "/web/get_notice_detail.action",
    permission: null,
    input: z.object({ noticeid: Id }),
    output: NoticeDetail,
  }),
  /** How many are unread, and the newest; reminders included. Called again after every `bell` event. */
  bell: call({
    ...get,
    path: "/web/get_bell.action",
    permission: null,
    polled: true,
    input: z.object({}),
    output: Bell,
  }),
  /** Those of others are ignored. */
  read: call({
    ...write,
    path: "/web/read_notices.action",
    permission: null,
    input: z.object({ noticeids: IdList.optional(), rings: IdList.optional() }),
    output: z.object({}),
  }),
  readAll: call({
    ...write,
    path: "/web/read_all_notices.action",
    permission: null,
    input: z.object({}),
    output: z.object({}),
  }),
  /** The own organisation's, drafts and planned ones too, the newest first. For its administrators. */
  written: call({
    ...get,
    path: "/web/get_written_notices.action",
    permission: "notices.manage",
    input: z.object({
      ...writtenFilters,
      limit: PageSize.default(20),
      /** The page that follows this notice; with `sort` the `older` of the page before it. */
      beforeid: Id.optional(),
    }),
    output: z.object({ items: z.array(WrittenNotice), older: Id.nullable() }),
  }),
  exportWritten: call({
    ...exporting,
    service: "usercenter",
    path: "/web/export_written_notices.action",
    permission: "notices.manage",
    input: z.object(writtenFilters),
  }),
  writtenDetail: call({
    ...get,
    path: "/web/get_written_notice.action",
    permission: "notices.manage",
    input: z.object({ noticeid: Id }),
    output: WrittenDetail,
  }),
  save: call({
    ...write,
    encoding: "json",
    path: "/web/save_notice.action",
    permission: "notices.manage",
    input: z.object({
      /** Without it a new one. */
      noticeid: Id.optional(),
      /** The one that was seen. */
      version: Count.optional(),
      title: shownText(noticeLimits.title, noticeMessages.titleMissing),
      kind: text(noticeLimits.category).min(1, noticeMessages.categoryUnknown),
      /** HTML; what it may not hold is dropped. */
      body: shownText(noticeLimits.body, noticeMessages.bodyMissing),
      /** DAY-8: all files beside it from now on; without it they stay. */
      attachments: IdList.optional(),
      ...recipientFields,
      wantsReceipt: z.boolean().default(false),
      isPinned: z.boolean(),
      publish: z.enum(["draft", "now", "later"]),
      /** With `later`. */
      publishAt: Moment.optional(),
    }),
    output: WrittenNotice,
  }),
  /** Nobody sees it any more; who has read it stays known. */
  withdraw: call({
    ...write,
    path: "/web/withdraw_notice.action",
    permission: "notices.manage",
    input: z.object({ noticeid: Id, version: Count }),
    output: WrittenNotice,
  }),
  remove: call({
    ...write,
    path: "/web/delete_notice.action",
    permission: "notices.manage",
    input: z.object({ noticeid: Id, version: Count }),
    output: z.object({}),
  }),
  /** Who of those it is for has read or confirmed it (the latest first), or has not. */
  readers: call({
    ...get,
    path: "/web/get_notice_readers.action",
    permission: "notices.manage",
    input: z.object({
      noticeid: Id,
      readstate: ReaderState,
      orgid: Id.optional(),
      limit: PageSize.default(20),
      /** The page that follows this place. */
      after: ReaderCursor.optional(),
    }),
    output: z.object({
      read: Count,
      confirmed: Count,
      people: Count,
      /** Have read it, and are no longer among those it is for. */
      former: Count,
      items: z.array(NoticeReader),
      next: ReaderCursor.nullable(),
    }),
  }),
  /** Who has read it, who has not, and how many of each organisation. */
  exportReaders: call({
    ...exporting,
    service: "usercenter",
    path: "/web/export_notice_readers.action",
    permission: "notices.manage",
    input: z.object({ noticeid: Id, orgid: Id.optional() }),
  }),
  /** The organisations that it is for, each with how many have read and confirmed it; in the order of their ids. */
  readerOrganisations: call({
    ...get,
    path: "/web/get_notice_reader_orgs.action",
    permission: "notices.manage",
    input: z.object({ noticeid: Id, limit: PageSize.default(20), afterid: Id.optional() }),
    output: z.object({ items: z.array(ReaderOrganisation), next: Id.nullable() }),
  }),
}

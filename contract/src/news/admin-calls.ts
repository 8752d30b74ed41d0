import { shownText } from "../core/shown-name.ts"
import { z } from "zod"
import { sortedBy } from "../core/sorting.ts"
import { call } from "../core/call.ts"
import { exporting } from "../core/exports.ts"
import { newsLimits } from "./calls.ts"
import { usertypes, type Usertype } from "../account/calls.ts"
import { Count, Cursor, Id, IdList, Moment, PageSize, text } from "../core/wire.ts"

export const newsAdminLimits = {
  columnName: 20,
  /** Of one organisation, and how deep they stand. */
  columns: 200,
  depth: 4,
  title: 80,
  summary: 200,
  author: 30,
  /** Characters of HTML. A request holds at most 64 KB, and a Chinese character takes three bytes. */
  body: 20_000,
  linkName: 30,
  address: 300,
  links: 100,
  /** How far ahead something may be published, in days. */
  aheadDays: 366,
  /** News of a column are counted up to here. */
  counted: 1000,
} as const

export const newsAdminMessages = {
  administratorsOnly: "只有本单位管理员可以维护栏目、新闻和友情链接",
  cannotShare: "只有教育局和平台可以共享给下级单位或对外公开",
  parentByMove: "修改栏目时不能更换上级，请使用“移动”",
  changedMeanwhile: "内容已被其他人修改，请重新打开后再操作",
  columnGone: "该栏目不存在或已被删除，请刷新后再试",
  columnNameMissing: "请填写栏目名称",
  categoryStays: "已有栏目的代码不能清空",
  categoryTaken: "该栏目代码已被使用，请换一个",
  badCategory: "栏目代码由小写字母、数字和连字符组成，以字母开头",
  tooManyColumns: `栏目最多${newsAdminLimits.columns}个`,
  tooDeep: `栏目最多${newsAdminLimits.depth}级`,
  underItself: "不能移到自己或自己的下级栏目中",
  columnHasNews: "该栏目中还有新闻，请先移走或删除这些新闻",
  columnHasChildren: "该栏目还有下级栏目，请先移走或删除下级栏目",
  newsGone: "该新闻不存在或已被删除，请刷新后再试",
  titleMissing: "请填写标题",
  bodyMissing: "请填写正文",
  columnNotShared: "所在栏目没有共享给下级单位，请先共享栏目",
  columnNotPublic: "所在栏目没有对外公开，请先公开栏目",
  tooFarAhead: "发布时间最多可定在一年之内",
  linkGone: "该链接不存在或已被删除，请刷新后再试",
  linkNameMissing: "请填写链接名称",
  badAddress: "请填写以 http:// 或 https:// 开头的网址",
  tooManyLinks: `友情链接最多${newsAdminLimits.links}个`,
  saved: "已保存",
  removed: "已删除",
  published: "已发布",
  scheduled: "已设为定时发布",
  withdrawn: "已撤回，读者无法再查看",
} as const

/** Who lets others read what their organisation writes: those below it, or everybody. */
export function maySpread({ usertype }: { readonly usertype: Usertype }): boolean {
  return usertype === usertypes.bureau || usertype === usertypes.platform
}

const version = Count
const spread = { isPublic: z.boolean(), isShared: z.boolean() }

export const WrittenColumn = z.object({
  id: Id,
  parentId: Id.nullable(),
  category: z.string(),
  name: z.string(),
  ...spread,
  /** At most `counted`. */
  news: z.int(),
  version: z.int(),
})
export type WrittenColumn = z.infer<typeof WrittenColumn>

/** The states of an article, with their labels. */
export const newsStates = { draft: "草稿", scheduled: "待发布", published: "已发布" } as const
export type NewsState = keyof typeof newsStates
export const NewsState = z.enum(Object.keys(newsStates) as [NewsState, ...NewsState[]])

export const WrittenNews = z.object({
  id: Id,
  title: z.string(),
  columnId: Id,
  columnname: z.string(),
  author: z.string(),
  state: NewsState,
  /** Also when it will be. */
  publishedAt: Moment.nullable(),
  createdAt: Moment,
  ...spread,
  version: z.int(),
})
export type WrittenNews = z.infer<typeof WrittenNews>

export const NewsDraft = WrittenNews.extend({ summary: z.string(), body: z.string() })
export type NewsDraft = z.infer<typeof NewsDraft>

/** Only http and https, without a password in it. */
export function isWebAddress(address: string): boolean {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  const isWeb = protocol === "http:" || protocol === "https:"
  return isWeb && hostname !== "" && username === "" && password === ""
}

export const WrittenLink = z.object({
  id: Id,
  name: z.string(),
  address: z.string(),
  ...spread,
  version: z.int(),
})
export type WrittenLink = z.infer<typeof WrittenLink>

const newsFilters = {
  state: NewsState.optional(),
  columnId: Id.optional(),
  /** A part of the title. */
  title: text(newsLimits.searched).optional(),
}

/** DAY-13: otherwise the newest first. */
const newsSorting = sortedBy("title", "column", "state", "publishedAt")

const manage = { service: "usercenter" } as const
const written = { ...manage, method: "POST", writes: true, sensitive: false } as const
const versioned = z.object({ id: Id, version })
const limits = newsAdminLimits
const body = text(limits.body)

/** For administrators, of their own organisation. What comes with a `version` is refused when somebody else was first. */
export const newsAdminCalls = {
  columns: call({
    ...manage,
    method: "GET",
    path: "/manage/get_news_columns.action",
    permission: "news.manage",
    input: z.object({}),
    /** In order, parents before their children. */
    output: z.object({ columns: z.array(WrittenColumn) }),
  }),
  exportColumns: call({
    ...exporting,
    ...manage,
    path: "/manage/export_news_columns.action",
    permission: "news.manage",
    input: z.object({}),
  }),
  /** Without an id it creates, as the last one below `parentId`; with one it renames and says who sees it. */
  saveColumn: call({
    ...written,
    path: "/manage/save_news_column.action",
    permission: "news.manage",
    encoding: "json",
    input: z.object({
      id: Id.optional(),
      version: version.optional(),
      parentId: Id.optional(),
      name: shownText(limits.columnName, newsAdminMessages.columnNameMissing),
      /**
       * Its news are requested by this; without one the server makes one. The same as a superior's: both are shown as
       * one column.
       */
      category: text(newsLimits.category)
        .regex(/^([a-z][a-z0-9-]*)?$/, newsAdminMessages.badCategory)
        .optional(),
      ...spread,
    }),
    output: z.object({ id: Id, version: z.int() }),
  }),
  /** Below `parentId` (without one: on top), at this place among its new siblings. */
  moveColumn: call({
    ...written,
    path: "/manage/move_news_column.action",
    permission: "news.manage",
    encoding: "json",
    input: versioned.extend({ parentId: Id.optional(), place: Count }),
    output: z.object({ id: Id, version: z.int() }),
  }),
  removeColumn: call({
    ...written,
    path: "/manage/delete_news_column.action",
    permission: "news.manage",
    encoding: "json",
    input: versioned,
    output: z.object({}),
  }),
  list: call({
    ...manage,
    method: "GET",
    path: "/manage/get_news_list.action",
    permission: "news.manage",
    input: z.object({
      ...newsFilters,
      ...newsSorting,
      limit: PageSize.default(20),
      before: Cursor.optional(),
      after: Cursor.optional(),
    }),
    output: z.object({
      items: z.array(WrittenNews),
      newer: Cursor.nullable(),
      older: Cursor.nullable(),
    }),
  }),
  exportList: call({
    ...exporting,
    ...manage,
    path: "/manage/export_news_list.action",
    permission: "news.manage",
    input: z.object({ ...newsFilters, ...newsSorting }),
  }),
  read: call({
    ...manage,
    method: "GET",
    path: "/manage/get_news.action",
    permission: "news.manage",
    input: z.object({ id: Id }),
    output: NewsDraft,
  }),
  /** A new one is a draft; one that is published stays so. */
  save: call({
    ...written,
    path: "/manage/save_news.action",
    permission: "news.manage",
    encoding: "json",
    input: z.object({
      id: Id.optional(),
      version: version.optional(),
      columnId: Id,
      title: shownText(limits.title, newsAdminMessages.titleMissing),
      /** Empty: the beginning of the text. */
      summary: text(limits.summary).trim(),
      /** Empty: the organisation. */
      author: text(limits.author).trim(),
      body,
      ...spread,
    }),
    output: NewsDraft,
  }),
  /** What the text will be once it is cleaned. */
  preview: call({
    ...manage,
    method: "POST",
    writes: false,
    path: "/manage/preview_news.action",
    permission: "news.manage",
    encoding: "json",
    input: z.object({ body }),
    output: z.object({ body: z.string() }),
  }),
  /** Now, or at a later moment. */
  publish: call({
    ...written,
    path: "/manage/publish_news.action",
    permission: "news.manage",
    encoding: "json",
    input: versioned.extend({ at: Moment.optional() }),
    output: WrittenNews,
  }),
  /** Back to a draft. */
  withdraw: call({
    ...written,
    path: "/manage/withdraw_news.action",
    permission: "news.manage",
    encoding: "json",
    input: versioned,
    output: WrittenNews,
  }),
  remove: call({
    ...written,
    path: "/manage/delete_news.action",
    permission: "news.manage",
    encoding: "json",
    input: versioned,
    output: z.object({}),
  }),
  links: call({
    ...manage,
    method: "GET",
    path: "/manage/get_friend_links.action",
    permission: "news.manage",
    input: z.object({}),
    output: z.object({ links: z.array(WrittenLink) }),
  }),
  exportLinks: call({
    ...exporting,
    ...manage,
    path: "/manage/export_friend_links.action",
    permission: "news.manage",
    input: z.object({}),
  }),
  saveLink: call({
    ...written,
    path: "/manage/save_friend_link.action",
    permission: "news.manage",
    encoding: "json",
    input: z.object({
      id: Id.optional(),
      version: version.optional(),
      name: shownText(limits.linkName, newsAdminMessages.linkNameMissing),
      address: text(limits.address).trim().refine(isWebAddress, newsAdminMessages.badAddress),
      ...spread,
    }),
    output: WrittenLink,
  }),
  /** All of the organisation's links in their new order; a missing or foreign one is refused. */
  sortLinks: call({
    ...written,
    path: "/manage/sort_friend_links.action",
    permission: "news.manage",
    encoding: "json",
    input: z.object({ linkIds: IdList }),
    output: z.object({}),
  }),
  removeLink: call({
    ...written,
    path: "/manage/delete_friend_link.action",
    permission: "news.manage",
    encoding: "json",
    input: versioned,
    output: z.object({}),
  }),
}

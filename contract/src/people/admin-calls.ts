import { z } from "zod"
import { call } from "../core/call.ts"
import { exporting } from "../core/exports.ts"
import { EmailOrNone } from "./email.ts"
import { ChangedPeople, listedFacts } from "./listed-facts.ts"
import { sortedBy } from "../core/sorting.ts"
import { timeoutsMs } from "../core/http.ts"
import { loginMessages, MobilePhone } from "../login/calls.ts"
import { Admintype, admintypes, Usertype } from "../account/calls.ts"
import { shownName } from "../core/shown-name.ts"
import { Count, Id, Moment, oneOf, PageSize, Shift, text, ZeroOne } from "../core/wire.ts"

export const peopleAdminLimits = {
  name: 30,
  account: 32,
  role: 30,
  post: 50,
  /** Posts of one organisation, their categories included. */
  posts: 300,
  /** Departments of one person. */
  places: 10,
  /** How long a one-time password is good for. */
  oneTimeHours: 72,
  searched: 50,
  /** People whom something is done with at once. */
  chosen: 200,
} as const

export const peopleAdminMessages = {
  nameMissing: "请输入姓名",
  nameHidden: "姓名不能含有控制字符或不可见字符",
  accountWrong: "账号为2到32位字母、数字、点、短横线或下划线，且以字母或数字开头",
  accountIsPhone: "账号不能与手机号格式相同，请换一个",
  accountTaken: "该账号已被使用，请换一个",
  placeMissing: "请至少选择一个部门",
  placeTwice: "同一个部门只能选择一次",
  oneMain: "请指定一个主部门",
  placeGone: "所选的部门或职务不存在或已停用，请刷新后再试",
  tooManyPlaces: `一个人最多在${peopleAdminLimits.places}个部门`,
  changedMeanwhile: "该人员刚刚被其他管理员修改过，请刷新后再试",
  notYourself: "不能对自己进行此操作",
  ownPhone: "更换自己的手机号请到“个人资料”中进行，需要新手机号的验证码",
  aboveYou: "该人员的管理权限高于您，不能修改",
  organisationDisabled: "该单位已停用，不能新增或启用人员",
  phoneShared: (holders: readonly string[]) =>
    `该手机号也登记在${holders.join("、")}名下；如果是同一个人的另一个账号可以保存，用手机号登录时由本人选择账号`,
  noPlaceLeft: "该人员原来的部门已停用，请先为其指定部门",
  disabledPerson: "该人员已停用，请先启用",
  directOfDepartment: "请先选择部门，再按“仅本部门”筛选",
  statesForAdministrators: "只有管理员可以查看已停用或未激活的人员",
  postMissing: "请输入名称",
  postHidden: "名称不能含有控制字符或不可见字符",
  postSign: "名称不能含有“；”“、”和“/”",
  postStays: "修改名称时不能更换所属分类",
  postTaken: "本单位已有同名的职务或分类，请换一个名称",
  postGone: "该职务或分类不存在或已被删除，请刷新后再试",
  postChanged: "刚刚被其他管理员修改过，请刷新后再试",
  postHeld: (people: number) => `还有${people}人担任该职务，请先调整他们的职务`,
  postHasBelow: "该分类下还有职务，请先删除这些职务",
  categoryHeld: "该项目已有人员担任，不能再作为分类；请新建一个分类",
  postTooDeep: "职务之下不能再新增职务，请选择分类",
  tooManyPosts: `一个单位最多${peopleAdminLimits.posts}个职务和分类`,
  postFirst: "已经是第一个",
  postLast: "已经是最后一个",
} as const

/** ROLE-2, with the word that is shown. */
export const adminLabels: Readonly<Record<Admintype, string>> = {
  [admintypes.none]: "普通人员",
  [admintypes.organisation]: "单位管理员",
  [admintypes.area]: "区域管理员",
  [admintypes.platform]: "平台管理员",
}

export const Account = z
  .string()
  .max(peopleAdminLimits.account, peopleAdminMessages.accountWrong)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,31}$/, peopleAdminMessages.accountWrong)
  // A sign-in looks for the account first, so an account that looks like a phone would be taken for somebody's phone.
  .regex(/^(?!1[0-9]{10}$)/, peopleAdminMessages.accountIsPhone)

const Name = shownName(peopleAdminLimits.name, {
  missing: peopleAdminMessages.nameMissing,
  hidden: peopleAdminMessages.nameHidden,
})

/** The empty text: none. */
const PhoneOrNone = z
  .string()
  .max(11)
  .regex(/^(?:1[0-9]{10})?$/, loginMessages.phoneWrong)

/** A department that somebody works in, and as what. */
const Place = z.object({ deptid: Id, postid: Id.nullable(), isMain: z.boolean() })
export type Place = z.infer<typeof Place>
export const Places = z
  .array(Place)
  .min(1, peopleAdminMessages.placeMissing)
  .max(peopleAdminLimits.places, peopleAdminMessages.tooManyPlaces)
  .refine(
    (places) => new Set(places.map(({ deptid }) => deptid)).size === places.length,
    peopleAdminMessages.placeTwice,
  )
  .refine((places) => places.filter(({ isMain }) => isMain).length === 1, peopleAdminMessages.oneMain)

const sexes = ["男", "女", ""] as const
const written = {
  nickname: Name,
  sex: z.enum(sexes).default(""),
  role: text(peopleAdminLimits.role).trim().default(""),
}

export const ListedPerson = z.object(listedFacts)
export type ListedPerson = z.infer<typeof ListedPerson>

export const PersonDetails = z.object({
  id: Id,
  orgid: Id,
  orgname: z.string(),
  usercode: z.string(),
  nickname: z.string(),
  sex: z.string(),
  role: z.string(),
  /** Both masked. */
  phone: z.string().nullable(),
  email: z.string().nullable().default(null),
  usertype: Usertype,
  admintype: Admintype,
  isDisabled: z.boolean(),
  places: z.array(
    Place.extend({
      /** The department with those above it. */
      path: z.array(z.string()),
      postname: z.string().nullable(),
      isDisabled: z.boolean(),
    }),
  ),
  version: Count,
  /** For administrators; null: never, or not visible to the viewer. */
  lastSignIn: Moment.nullable(),
  /** Until when a one-time password must be changed; null: none, or not visible to the viewer. */
  oneTimeUntil: Moment.nullable(),
  /** Has set an own password, or signed in by phone; null: not the viewer's to know. */
  isActivated: z.boolean().nullable(),
  mayChange: z.boolean(),
  mayReset: z.boolean(),
  /** What the viewer may do with them; empty: nothing. */
  grantable: z.array(Admintype),
})
export type PersonDetails = z.infer<typeof PersonDetails>

/** A category (without parent) or a post below one. */
export const ListedPost = z.object({
  id: Id,
  parentId: Id.nullable(),
  name: z.string(),
  /** How many hold it, in whichever department. */
  people: z.int(),
  version: Count,
})
export type ListedPost = z.infer<typeof ListedPost>

const PostName = shownName(peopleAdminLimits.post, {
  missing: peopleAdminMessages.postMissing,
  hidden: peopleAdminMessages.postHidden,
})
  // Exports and imports separate several names by it.
  .regex(/^[^；;、/]*$/, peopleAdminMessages.postSign)

export const personStates = { on: "在用", off: "已停用", all: "全部" } as const
export type PersonState = keyof typeof personStates

/** Of area, organisation and department one. */
const filters = {
  areaid: Id.optional(),
  orgid: Id.optional(),
  deptid: Id.optional(),
  /** 1: not those of the departments below. */
  isDirect: ZeroOne.default(0),
  /** A part of a name, its pinyin or initials, or an account; across organisations how it begins. */
  name: text(peopleAdminLimits.searched).default(""),
  /** Other than `on` for administrators. */
  state: z.enum(Object.keys(personStates) as [PersonState, ...PersonState[]]).default("on"),
  /** 1: administrators only. */
  isAdmin: ZeroOne.default(0),
  /** 1: only who has neither set an own password nor signed in by phone. For administrators. */
  isInactive: ZeroOne.default(0),
  /** DAY-13: otherwise by organisation, in each by name. */
  ...sortedBy("name", "account", "orgname", "admintype"),
}

const post = { service: "usercenter", method: "POST", writes: true } as const
const seen = { personid: Id, version: Count }
const seenPost = { orgid: Id, postid: Id, version: Count }

export const peopleAdminCalls = {
  list: call({
    service: "usercenter",
    method: "GET",
    path: "/manage/directoryUserList.action",
    permission: null,
    more: "people.manage",
    input: z.object({
      ...filters,
      /** `next` of the page before. */
      after: text(200).optional(),
      limit: PageSize.default(50),
    }),
    output: z.object({
      items: z.array(ListedPerson),
      next: z.string().nullable(),
      /** Of the first page. */
      total: z.int().nullable(),
    }),
  }),
  details: call({
    service: "usercenter",
    method: "GET",
    path: "/manage/directoryUser.action",
    permission: null,
    more: "people.manage",
    input: z.object({ personid: Id }),
    output: PersonDetails,
  }),
  posts: call({
    service: "usercenter",
    method: "GET",
    path: "/manage/directoryPosts.action",
    permission: null,
    input: z.object({ orgid: Id }),
    output: z.array(z.object({ id: Id, name: z.string() })),
  }),
  /** For administrators: each category, followed by its posts, in their order. */
  postTree: call({
    service: "usercenter",
    method: "GET",
    path: "/manage/directoryPostTree.action",
    permission: "posts.manage",
    input: z.object({ orgid: Id }),
    output: z.array(ListedPost),
  }),
  exportPosts: call({
    ...exporting,
    service: "usercenter",
    path: "/manage/exportDirectoryPosts.action",
    permission: "posts.manage",
    input: z.object({ orgid: Id }),
  }),
  /** Without `postid` it adds, as the last below the category `parentId` or as a category; with one it renames. */
  savePost: call({
    ...post,
    path: "/manage/savePost.action",
    encoding: "form",
    sensitive: false,
    permission: "posts.manage",
    input: z.object({
      orgid: Id,
      postid: Id.optional(),
      version: Count.optional(),
      parentId: Id.optional(),
      name: PostName,
    }),
    output: z.object({ id: Id }),
  }),
  shiftPost: call({
    ...post,
    path: "/manage/shiftPost.action",
    encoding: "form",
    sensitive: false,
    permission: "posts.manage",
    input: z.object({ ...seenPost, by: Shift }),
    output: z.object({}),
  }),
  /** One that nobody holds and nothing stands below. */
  removePost: call({
    ...post,
    path: "/manage/removePost.action",
    encoding: "form",
    sensitive: false,
    permission: "posts.manage",
    input: z.object(seenPost),
    output: z.object({}),
  }),
  /** For administrators; phones and mail addresses stay masked. */
  export: call({
    ...exporting,
    service: "usercenter",
    path: "/manage/exportDirectoryUsers.action",
    permission: "people.export",
    input: z.object(filters),
  }),
  /** DISTRICT-3: who else has this phone, of those whom the viewer administers; of others nothing is told. */
  phoneHolders: call({
    service: "usercenter",
    method: "GET",
    path: "/manage/phoneHolders.action",
    permission: "people.manage",
    input: z.object({ phone: MobilePhone, exceptPersonid: Id.optional() }),
    output: z.array(z.object({ orgname: z.string(), nickname: z.string(), usercode: z.string() })),
  }),
  /** The one-time password is told this once. */
  add: call({
    ...post,
    path: "/manage/addUser.action",
    encoding: "json",
    sensitive: "person",
    permission: "people.manage",
    onceByItself: true,
    timeoutMs: timeoutsMs.login,
    input: z.object({
      orgid: Id,
      account: Account,
      ...written,
      phone: PhoneOrNone.default(""),
      email: EmailOrNone.default(""),
      places: Places,
    }),
    output: z.object({ id: Id, password: z.string(), until: Moment }),
  }),
  /** `phone`, `email`: without it unchanged; the empty text: none. A new phone unlinks the person's other accounts. */
  change: call({
    ...post,
    path: "/manage/changeUser.action",
    encoding: "json",
    sensitive: "person",
    permission: "people.manage",
    input: z.object({ ...seen, ...written, phone: PhoneOrNone.optional(), email: EmailOrNone.optional() }),
    output: z.object({}),
  }),
  /** All of the person's departments and posts. */
  place: call({
    ...post,
    path: "/manage/placeUser.action",
    encoding: "json",
    sensitive: "person",
    permission: "people.manage",
    input: z.object({ ...seen, places: Places }),
    output: z.object({}),
  }),
  /** 1: signed out everywhere, and can't sign in. */
  setState: call({
    ...post,
    path: "/manage/setUserState.action",
    encoding: "form",
    sensitive: "person",
    permission: "people.manage",
    input: z.object({ ...seen, isDisabled: ZeroOne }),
    output: z.object({ ended: z.int() }),
  }),
  /** DAY-13: the same for several, whatever was seen of them. Whom it is not for is told, and the others get it. */
  setStates: call({
    ...post,
    path: "/manage/setUserStates.action",
    encoding: "json",
    sensitive: "person",
    permission: "people.manage",
    input: z.object({ personids: z.array(Id).min(1).max(peopleAdminLimits.chosen), isDisabled: ZeroOne }),
    output: ChangedPeople,
  }),
  setAdmintype: call({
    ...post,
    path: "/manage/setUserAdmintype.action",
    encoding: "form",
    sensitive: "person-admin",
    permission: "people.grant",
    input: z.object({ ...seen, admintype: oneOf(0, 1, 2, 9) }),
    output: z.object({}),
  }),
  /** The same for several, whatever was seen of them. Whom it is not for is told, and the others get it. */
  setAdmintypes: call({
    ...post,
    path: "/manage/setUserAdmintypes.action",
    encoding: "json",
    sensitive: "person-admin",
    permission: "people.grant",
    input: z.object({
      personids: z.array(Id).min(1).max(peopleAdminLimits.chosen),
      admintype: oneOf(0, 1, 2, 9),
    }),
    output: ChangedPeople,
  }),
  /** Signed out everywhere, and untied from accounts elsewhere. The one-time password is told this once and must be changed at the next sign-in. */
  resetPassword: call({
    ...post,
    path: "/manage/resetUserPassword.action",
    encoding: "form",
    sensitive: "person-password",
    permission: "people.passwords",
    onceByItself: true,
    timeoutMs: timeoutsMs.login,
    input: z.object({ personid: Id }),
    output: z.object({ password: z.string(), until: Moment, ended: z.int() }),
  }),
}

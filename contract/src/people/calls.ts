import { z } from "zod"
import { call } from "../core/call.ts"
import { usertypes, type Usertype } from "../account/calls.ts"
import { Count, Id, IdList, text } from "../core/wire.ts"
import { emailLimits } from "./email.ts"

/**
 * A node of the person tree: a department where `jid` is null, else a person inside the department `deptid`.
 * `userlist` and `deptlist` are null where they were not asked for, and empty where there is nothing (PERSON-5).
 */
export const PersonNode = z.object({
  jid: Id.nullable(),
  nickname: z.string().nullable(),
  deptid: Id,
  deptname: z.string(),
  get userlist(): z.ZodNullable<z.ZodArray<typeof PersonNode>> {
    return z.array(PersonNode).nullable()
  },
  get deptlist(): z.ZodNullable<z.ZodArray<typeof PersonNode>> {
    return z.array(PersonNode).nullable()
  },
  /** The person's id, or the department's. Not unique in the tree: that is `idkey`. */
  id: Id,
  idkey: z.string(),
  label: z.string(),
  /** How many people are in a department or below it, each counted once; null for a person, and of a service that does not tell. */
  usercount: z.int().min(0).nullable().default(null),
})
export type PersonNode = z.infer<typeof PersonNode>

/** PERSON-4: tells the nodes of one person in two departments apart; a department is a node without a person. */
export function idkeyOf(jid: Id | null, deptid: Id): string {
  return `${jid ?? ""}-${deptid}`
}

/** The levels of the post tree: a post holds people. */
export const postLevels = { post: "c3", person: "c2" } as const

/** A node of the post tree. At level c3 `id` is the post's, at level c2 the person's. */
export const PostNode = z.object({
  id: Id,
  name: z.string(),
  /** Null: of a service that does not tell. A post stands at the top, people below it. */
  level: z.enum(postLevels).nullable().default(null),
  get children(): z.ZodArray<typeof PostNode> {
    return z.array(PostNode)
  },
})
export type PostNode = z.infer<typeof PostNode>

/** One person, however many departments they are in; department and post tell those of one name apart. */
export const SearchedPerson = z.object({
  usercode: z.string(),
  username: z.string(),
  id: Id,
  /** The names of all departments and of all posts, the main one's first, joined by `、`. */
  deptname: z.string().default(""),
  postname: z.string().default(""),
  /** The departments and all above them: a tree knows what is chosen below a department that it has not opened. Null: not told. */
  ids: z.array(Id).nullable().default(null),
})
export type SearchedPerson = z.infer<typeof SearchedPerson>

/** T for school staff, E for enterprise staff. */
export const PersonType = z.enum(["T", "E"])
export type PersonType = z.infer<typeof PersonType>

/** Which people each of them stands for. */
export const usertypeOfPersonType = {
  T: usertypes.school,
  E: usertypes.enterprise,
} as const satisfies Record<PersonType, Usertype>

/** PERSON-4: what a user of this type searches people with; undefined sends no type. */
export function personTypeOf(usertype: Usertype): PersonType | undefined {
  if (usertype === usertypes.school) return "T"
  if (usertype === usertypes.enterprise) return "E"
  return undefined
}

/** DAY-12: somebody whom the search of the header has found, with what the viewer may do. */
export const FoundPerson = z.object({
  id: Id,
  orgid: Id,
  orgname: z.string(),
  username: z.string(),
  /** Joined by `、`, the main one's first. */
  deptname: z.string(),
  postname: z.string(),
  /** Masked, as in the directory; null: none is registered. */
  phone: z.string().nullable(),
  /** Whether `phoneOf` tells the viewer the number to call. */
  mayCall: z.boolean(),
  /** DAY-14: whether the viewer gives them a task or asks for help; null: neither. */
  task: z.enum(["give", "ask"]).nullable(),
})
export type FoundPerson = z.infer<typeof FoundPerson>

export const findMessages = {
  noPhone: "对方没有登记手机号",
  mayNotCall: "只能拨打本单位人员或您管理的单位人员的电话",
} as const

export const peopleLimits = {
  username: 50,
  found: 200,
  /** Names of one request, and how many people of one name are answered. */
  names: 1000,
  alike: 20,
  /** People in one answer to a list of names. */
  told: 2000,
  /** DAY-12: in one answer of the header's search, and the least digits of a phone's end. */
  shown: 8,
  phoneEnd: 4,
  /** Numbers that one person is told to call. */
  calledPerHour: 60,
} as const

export const peopleCalls = {
  /**
   * Needs a session in spite of its name (ROLE-1). Without `deptid` it starts at the organisation's top; with `usercode`, at the
   * departments of this account, and nothing outside of them is answered.
   */
  departmentTree: call({
    service: "usercenter",
    method: "GET",
    path: "/manage/getDepartmentOfOrgUnToken.action",
    permission: null,
    fixed: { isneeduser: "1" },
    specified: true,
    input: z.object({
      orgid: Id,
      usercode: text(64).optional(),
      deptid: Id.optional(),
      /** How many levels below `deptid` are answered; without it, all. */
      leveldept: Count.optional(),
    }),
    output: z.array(PersonNode),
  }),
  search: call({
    service: "usercenter",
    method: "GET",
    path: "/manage/departmentUserList.action",
    permission: null,
    specified: true,
    input: z.object({
      orgid: Id,
      usertype: PersonType.optional(),
      /** A part of a name, its pinyin or its initials, or an account. Nothing: everybody. */
      username: text(peopleLimits.username).default(""),
    }),
    output: z.array(SearchedPerson),
  }),
  /**
   * Who is meant by each of these names, in their order: by exact name, else by account. Spaces inside a name and
   * full-width letters do not count. Nobody: unknown; several: ambiguous. The answer ends before the name (never the
   * first) that would make it more than `peopleLimits.told` people: the rest needs another call.
   */
  match: call({
    service: "usercenter",
    method: "POST",
    path: "/manage/matchUsers.action",
    permission: null,
    encoding: "json",
    writes: false,
    input: z.object({
      orgid: Id,
      names: z
        .array(text(peopleLimits.username))
        .max(peopleLimits.names, `一次最多${peopleLimits.names}个姓名`),
    }),
    output: z.array(z.object({ name: z.string(), people: z.array(SearchedPerson) })),
  }),
  /** Those of these people that (still) exist, in the order asked: who was chosen before (PICK-0). */
  ofIds: call({
    service: "usercenter",
    method: "POST",
    path: "/manage/userListOfIds.action",
    permission: null,
    encoding: "form",
    writes: false,
    input: z.object({ orgid: Id, ids: IdList }),
    output: z.array(SearchedPerson),
  }),
  /**
   * DAY-12: who is meant, among all whom the viewer sees, those of the own organisation first: by a part of a name, its pinyin
   * or initials (of other organisations how it begins), or by the last digits of the phone or the whole mail address, the latter
   * two among those whom the viewer may call.
   */
  find: call({
    service: "usercenter",
    method: "GET",
    path: "/manage/findUsers.action",
    permission: null,
    more: "people.manage",
    input: z.object({ words: text(emailLimits.address).trim().min(1) }),
    output: z.array(FoundPerson),
  }),
  /** DAY-12: the whole number, to call it: of a colleague, or of somebody whom the viewer administers. Each is in the audit log. */
  phoneOf: call({
    service: "usercenter",
    method: "POST",
    path: "/manage/phoneOfUser.action",
    permission: null,
    more: "people.manage",
    encoding: "form",
    writes: true,
    sensitive: false,
    input: z.object({ personid: Id }),
    output: z.object({ phone: z.string() }),
  }),
  /** The posts of the organisation that this person belongs to. */
  postTree: call({
    service: "usercenter",
    method: "GET",
    path: "/manage/userListGroupZhiwu.action",
    permission: null,
    specified: true,
    input: z.object({ "user.id": Id }),
    output: z.array(PostNode),
  }),
}

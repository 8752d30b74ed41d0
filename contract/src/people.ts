import { z } from "zod"
import { call } from "./call.ts"
import { usertypes, type Usertype } from "./session.ts"
import { Count, Id, text } from "./wire.ts"

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
  level: z.enum(postLevels),
  get children(): z.ZodArray<typeof PostNode> {
    return z.array(PostNode)
  },
})
export type PostNode = z.infer<typeof PostNode>

export const SearchedPerson = z.object({ usercode: z.string(), username: z.string(), id: Id })
export type SearchedPerson = z.infer<typeof SearchedPerson>

/** T for school staff, E for enterprise staff. */
export const PersonType = z.enum(["T", "E"])
export type PersonType = z.infer<typeof PersonType>

/** PERSON-4: what a user of this type searches people with; undefined sends no type. */
export function personTypeOf(usertype: Usertype): PersonType | undefined {
  if (usertype === usertypes.school) return "T"
  if (usertype === usertypes.enterprise) return "E"
  return undefined
}

export const peopleLimits = { username: 50, found: 200 } as const

export const peopleCalls = {
  /** Needs a session in spite of its name (ROLE-1). Without `deptid` it starts at the organisation's top. */
  departmentTree: call({
    service: "usercenter",
    method: "GET",
    path: "/manage/getDepartmentOfOrgUnToken.action",
    fixed: { isneeduser: "1" },
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
    input: z.object({
      orgid: Id,
      usertype: PersonType.optional(),
      /** A name, its pinyin or its initials. */
      username: text(peopleLimits.username),
    }),
    output: z.array(SearchedPerson),
  }),
  /** The posts of the organisation that this person belongs to. */
  postTree: call({
    service: "usercenter",
    method: "GET",
    path: "/manage/userListGroupZhiwu.action",
    input: z.object({ "user.id": Id }),
    output: z.array(PostNode),
  }),
}

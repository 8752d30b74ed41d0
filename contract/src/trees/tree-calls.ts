import { z } from "zod"
import { call } from "../core/call.ts"
import { shownName } from "../core/shown-name.ts"
import { Id, text } from "../core/wire.ts"
import type { PermissionId } from "../roles/permission-id.ts"

/**
 * DISTRICT-9: grids, buildings, modules and areas are trees that administrators arrange in one way: the calls, the limits and the
 * sentences of that way stand here, what is particular to a tree in its own noun.
 */
export const treeLimits = { name: 50, code: 64, note: 100 } as const

interface TreeKind {
  readonly label: string
  /** Which kinds may stand right below it. */
  readonly below: readonly string[]
}

export interface TreeShape {
  /** What one of its nodes is called: 网格. */
  readonly one: string
  readonly levels: number
  /** Of one tree: it is answered and shown as a whole. */
  readonly nodes: number
  /** Of what kinds its nodes are, by what is stored. */
  readonly kinds: Readonly<Record<string, TreeKind>>
  /** Which kinds may stand at the top. */
  readonly top: readonly string[]
  /** A code that other systems know it by; null: it has none. Once given it stays. */
  readonly code: { readonly label: string; readonly hint: string; readonly pattern: RegExp } | null
  /** One more text; null: none. */
  readonly note: { readonly label: string; readonly hint: string } | null
}

export const treeMessages = {
  nameMissing: "请填写名称",
  nameHidden: "名称不能含有控制字符或不可见字符",
  codeMissing: (label: string) => `请填写${label}`,
  badCode: (label: string, hint: string) => `${label}格式不正确：${hint}`,
  codeTaken: (label: string) => `该${label}已被使用，请换一个`,
  nameTaken: "同级下已有同名的条目，请换一个名称",
  gone: "该条目不存在或已被删除，请刷新后再试",
  parentGone: "上级不存在或已被删除，请刷新后再试",
  parentDisabled: "上级已停用，请先启用上级",
  changedMeanwhile: "该条目刚刚被其他管理员修改过，请查看最新内容后再试",
  movedMeanwhile: "结构刚刚被其他管理员调整过，已为您刷新，请再试一次",
  belowItself: "不能移动到它自己或它的下级之下",
  tooDeep: (levels: number) => `最多${levels}级，请选择更高的上级`,
  tooMany: (nodes: number) => `最多${nodes}项，请先删除不再使用的`,
  wrongParent: (kind: string) => `${kind}不能放在这里，请选择其他上级`,
  parentByMove: "修改时不能更换上级，请使用“移动”",
  kindStays: "类型不能修改，请删除后重新添加",
  codeStays: (label: string) => `${label}添加后不能修改`,
  noCode: "这里的条目没有编码，不能填写",
  noNote: "这里的条目没有备注，不能填写",
  fixed: "这是您管理范围的最高一级，只能由上级管理员修改",
  topRefused: "您只能在自己的管理范围之内新增，请选择上级",
} as const

/** What refers to a node, for the sentence of why it is not deleted: `巡查点位“东门”等3个`. */
export interface TreeUse {
  readonly what: string
  /** The first few. */
  readonly names: readonly string[]
  readonly count: number
}

export function formatUse({ what, names, count }: TreeUse): string {
  const named = names.map((name) => `“${name}”`).join("、")
  return count > names.length ? `${what}${named}等${count}个` : `${what}${named}`
}

/** Says where, so that somebody can go there. */
export function inUseMessage(uses: readonly TreeUse[]): string {
  return `正在使用，不能删除：${uses.map(formatUse).join("；")}。不再使用时可以停用，已有的数据仍能显示名称`
}

export const TreeEntry = z.object({
  id: Id,
  parentId: Id.nullable(),
  kind: z.string(),
  name: z.string(),
  /** Empty where the tree has none. */
  code: z.string(),
  note: z.string(),
  isDisabled: z.boolean(),
  /** The topmost of what the viewer administers, which only those above may change. */
  isFixed: z.boolean(),
  /** What a save sends back, so that nobody overwrites what they have not seen. */
  version: z.string(),
})
export type TreeEntry = z.infer<typeof TreeEntry>

const TreeName = shownName(treeLimits.name, {
  missing: treeMessages.nameMissing,
  hidden: treeMessages.nameHidden,
})

/** `orgid`: of which organisation; without it the user's own. A tree that is nobody's own refuses it. */
const whose = { orgid: Id.optional() }
const version = text(64)
const post = {
  service: "newusercenter",
  method: "POST",
  encoding: "json",
  writes: true,
  sensitive: false,
} as const

/** The calls of one tree, below its path, for those who have the permission. */
export function callsOfTree(path: `/v1/${string}`, permission: PermissionId) {
  return {
    /** All nodes, flat, a parent's children in their order, those out of use too. */
    list: call({
      service: "newusercenter",
      method: "GET",
      path: `${path}/getList` as const,
      permission,
      input: z.object(whose),
      output: z.object({
        items: z.array(TreeEntry),
        /** Of who stands below whom, and in which order: what a move sends back. */
        version: z.string(),
        mayAddTop: z.boolean(),
        /** The organisation that it belongs to; null: it is the platform's. */
        ownerName: z.string().nullable(),
      }),
    }),
    /**
     * Without an id it adds, below `parentId` or at the top, as the last; with one it changes name and note: another parent,
     * kind or code is refused.
     */
    save: call({
      ...post,
      path: `${path}/addOrUpdate` as const,
      permission,
      input: z.object({
        ...whose,
        id: Id.optional(),
        parentId: Id.nullable().optional(),
        kind: text(20).optional(),
        name: TreeName,
        code: text(treeLimits.code).trim().optional(),
        note: text(treeLimits.note).trim().optional(),
        version: version.optional(),
      }),
      output: z.object({ id: Id }),
    }),
    /** Below `parentId`, or at the top, ahead of `before` or as the last; with everything that stands below it. */
    move: call({
      ...post,
      path: `${path}/move` as const,
      permission,
      input: z.object({ ...whose, id: Id, parentId: Id.nullable(), before: Id.nullable(), version }),
      output: z.object({}),
    }),
    /** Out of use it is offered by no picker, nor is what stands below it; where it is used it stays shown. */
    setState: call({
      ...post,
      path: `${path}/setState` as const,
      permission,
      input: z.object({ ...whose, id: Id, isDisabled: z.boolean(), version }),
      output: z.object({}),
    }),
    /** Refused while anything stands below it or refers to it. */
    remove: call({
      ...post,
      path: `${path}/delete` as const,
      permission,
      input: z.object({ ...whose, id: Id }),
      output: z.object({}),
    }),
  }
}
export type TreeCalls = ReturnType<typeof callsOfTree>

import { z } from "zod"
import { call } from "../core/call.ts"
import { exporting } from "../core/exports.ts"
import { SchoolLevel, tagLimits } from "../organisations/school-levels.ts"
import { Id, text, ZeroOne } from "../core/wire.ts"

/** HOME-6: what stands in the trees of organisations and people, with the word that is shown. */
export const directoryKinds = { area: "区域", organisation: "单位", department: "部门" } as const
export type DirectoryKind = keyof typeof directoryKinds
const DirectoryKind = z.enum(Object.keys(directoryKinds) as [DirectoryKind, ...DirectoryKind[]])

export const organisationKinds = {
  platform: "平台",
  bureau: "教育局",
  school: "学校",
  enterprise: "企业",
} as const
export type OrganisationKind = keyof typeof organisationKinds
export const OrganisationKind = z.enum(
  Object.keys(organisationKinds) as [OrganisationKind, ...OrganisationKind[]],
)

/** DISTRICT-7: what narrows organisations wherever they are chosen. */
export const organisationFilter = {
  kind: OrganisationKind.optional(),
  schoolLevel: SchoolLevel.optional(),
  tag: text(tagLimits.tag).optional(),
}
const OrganisationFilter = z.object(organisationFilter)
export type OrganisationFilter = z.infer<typeof OrganisationFilter>

export function isFiltered({ kind, schoolLevel, tag }: OrganisationFilter): boolean {
  return [kind, schoolLevel, tag].some((each) => each !== undefined)
}

export const directoryLimits = {
  searched: 50,
  /** Of each kind. */
  found: 50,
  /** Organisations that a filter alone finds. */
  filtered: 500,
  /** Tags that are offered. */
  tags: 200,
  /** Of one level of the tree; whoever has more searches. */
  level: 2000,
} as const

export const directoryMessages = {
  disabledForAdministrators: "只有管理员可以查看已停用的单位和部门",
  oneIsNotFiltered: "导出单个单位时，不能再按类别、学段或标签筛选",
} as const

/** One key for nodes of all kinds: `area-330100`, `organisation-12`, `department-34`. */
export function directoryKey({ kind, id }: { readonly kind: DirectoryKind; readonly id: Id }): string {
  return `${kind}-${id}`
}

export const DirectoryNode = z.object({
  kind: DirectoryKind,
  id: Id,
  name: z.string(),
  /** Null: an area. */
  orgid: Id.nullable(),
  orgKind: OrganisationKind.nullable(),
  /** Of a department: 0 to 4. */
  level: z.int().nullable(),
  isLeaf: z.boolean(),
  isDisabled: z.boolean(),
  /** Keys of what it stands below, the topmost first, as far as the user reaches. */
  above: z.array(z.string()),
})
export type DirectoryNode = z.infer<typeof DirectoryNode>

/** Of these the narrowest: what is meant. None: the topmost that the user reaches. */
const place = { areaid: Id.optional(), orgid: Id.optional(), deptid: Id.optional() }
/** 1: those that are no longer in use too; for administrators. */
const disabled = { disabled: ZeroOne.default(0) }

const AreaDetails = z.object({
  areaid: Id,
  areaname: z.string(),
  /** Names from the topmost that the user reaches. */
  path: z.array(z.string()),
  bureaus: z.int(),
  schools: z.int(),
  enterprises: z.int(),
  people: z.int(),
  /** The user may add organisations here. */
  mayAdd: z.array(OrganisationKind),
})

const newusercenter = { service: "newusercenter", method: "GET" } as const

export const directoryCalls = {
  /** What stands right below. */
  below: call({
    ...newusercenter,
    path: "/v1/directory/below",
    permission: null,
    more: "people.manage",
    input: z.object({ ...place, ...disabled }),
    output: z.array(DirectoryNode),
  }),
  /** Every level from the topmost down to what is meant and what stands right below it: how a page begins. */
  opened: call({
    ...newusercenter,
    path: "/v1/directory/opened",
    permission: null,
    more: "people.manage",
    input: z.object({ ...place, ...disabled }),
    output: z.object({
      levels: z.array(z.object({ parent: z.string().nullable(), nodes: z.array(DirectoryNode) })),
      /** Null: nothing was meant. */
      chosen: z.string().nullable(),
    }),
  }),
  /**
   * Areas, organisations and departments by a part of the name, its pinyin or its initials. With a filter only organisations,
   * and without a name all that it leaves.
   */
  found: call({
    ...newusercenter,
    path: "/v1/directory/found",
    permission: null,
    more: "people.manage",
    input: z.object({ name: text(directoryLimits.searched), ...organisationFilter, ...disabled }),
    /** `path`: the names of what it stands below. */
    output: z.array(DirectoryNode.extend({ path: z.array(z.string()) })),
  }),
  area: call({
    ...newusercenter,
    path: "/v1/directory/area",
    permission: null,
    more: "people.manage",
    input: z.object({ areaid: Id }),
    output: AreaDetails,
  }),
  /** The tags that organisations in reach have, by how many have them. */
  tags: call({
    ...newusercenter,
    path: "/v1/directory/tags",
    permission: null,
    input: z.object({}),
    output: z.array(z.string()),
  }),
  /** The organisations of an area, or one with its departments. For administrators. */
  export: call({
    ...exporting,
    service: "newusercenter",
    path: "/v1/directory/export",
    permission: "people.export",
    input: z.object({ areaid: Id.optional(), orgid: Id.optional(), ...organisationFilter, ...disabled }),
  }),
}

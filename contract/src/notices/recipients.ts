import { z } from "zod"
import { Id, IdList } from "../core/wire.ts"
import { OrganisationKind, organisationFilter } from "../directory/calls.ts"

export const recipientLimits = {
  /** Organisations, departments and people that are named, of each kind. */
  named: 200,
  /** More people than this are reached by an event for their area. */
  peopleOfEvent: 2000,
} as const

export const recipientMessages = {
  nobodyChosen: "请选择接收人",
  nobodyThere: "所选范围内没有人员，请重新选择接收人",
  tooManyNamed: `单位、部门、人员每类最多选择${recipientLimits.named}个，更多请按学段或标签选择`,
  left: (names: readonly string[]) => `${names.join("、")}已停用，请从接收人中移除`,
  /** Who has read it must not be lost without a word. */
  onlyMore: "已发布的通知只能增加接收人；需要减少时，请先撤回，修改后重新发布",
} as const

const named = IdList.default("")

/** DAY-11: whom a notice is for. All that is chosen counts together; a person who is found twice is one. */
export const recipientFields = {
  /** Everybody of the own organisation. */
  isForOwn: z.boolean(),
  /** Everybody of the other organisations of the area and below, as far as kind, 学段 and tag leave them. */
  isShared: z.boolean(),
  /** Only with `isShared`. */
  forKind: organisationFilter.kind,
  forSchoolLevel: organisationFilter.schoolLevel,
  forTag: organisationFilter.tag,
  /** Everybody of these organisations. */
  organisations: named,
  /** Everybody of these departments and of those below them. */
  departments: named,
  people: named,
}
const Recipients = z.object(recipientFields)
export type Recipients = z.output<typeof Recipients>

/** As they are stored, for the list. */
export const storedRecipients = {
  isForOwn: z.boolean(),
  isShared: z.boolean(),
  /** DISTRICT-7: of these organisations only those of this kind, 学段 and tag; null: all. */
  forKind: OrganisationKind.nullable(),
  forSchoolLevel: z.string().nullable(),
  forTag: z.string().nullable(),
  /** How many are named. */
  organisations: z.int().min(0),
  departments: z.int().min(0),
  people: z.int().min(0),
}

const StoredRecipients = z.object(storedRecipients)

/** `本单位、辖区单位、3个部门` */
export function recipientWords(stored: z.infer<typeof StoredRecipients>): string {
  const { isForOwn, isShared, forKind, forSchoolLevel, forTag, organisations, departments, people } = stored
  const isPart = forKind !== null || forSchoolLevel !== null || forTag !== null
  return [
    isForOwn && "本单位",
    isShared && (isPart ? "部分辖区单位" : "辖区单位"),
    organisations > 0 && `${organisations}个单位`,
    departments > 0 && `${departments}个部门`,
    people > 0 && `${people}人`,
  ]
    .filter((words) => words !== false)
    .join("、")
}

const NamedRecipient = z.object({ id: Id, name: z.string(), orgid: Id, orgname: z.string() })
export type NamedRecipient = z.infer<typeof NamedRecipient>

export const NamedRecipients = z.object({
  organisations: z.array(NamedRecipient),
  departments: z.array(NamedRecipient),
  people: z.array(NamedRecipient),
})
export type NamedRecipients = z.infer<typeof NamedRecipients>

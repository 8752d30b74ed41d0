import { createHash } from "node:crypto"
import type { ImportKind } from "@uc/contract/imports/import-kinds"
import { importLimits, type ImportPreview, type ImportProblem } from "@uc/contract/imports/calls"
import { admintypes } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { asc, isNotNull } from "drizzle-orm"
import type { Db } from "../../../db/open.ts"
import { organisation } from "../../../db/schema/organisations.ts"
import type { Scope } from "../../../db/scope.ts"
import type { Services } from "../../../http/services.ts"
import type { SignedIn } from "../../../session/signed-in.ts"
import type { ReadFile } from "../import-reader.ts"
import type { Importer, ImportPlan, KnownOrganisation, PlannedLine, Planner } from "../plan/import-plan.ts"
import { planAlarmLevels, planAlarmTypes } from "../plan/plan-alarm-tables.ts"
import { planAreas } from "../plan/plan-areas.ts"
import { planAssessmentItems } from "../plan/plan-assessment-items.ts"
import { planBuildings } from "../plan/plan-buildings.ts"
import { planDepartments } from "../plan/plan-departments.ts"
import { planGrids } from "../plan/plan-grids.ts"
import { planModules } from "../plan/plan-modules.ts"
import { planOrganisations } from "../plan/plan-organisations.ts"
import { planPatrolPoints } from "../plan/plan-patrol-points.ts"
import { planPeople } from "../plan/plan-people.ts"

const planners: Readonly<Record<ImportKind, Planner>> = {
  people: planPeople,
  departments: planDepartments,
  organisations: planOrganisations,
  areas: planAreas,
  buildings: planBuildings,
  grids: planGrids,
  patrolPoints: planPatrolPoints,
  assessmentItems: planAssessmentItems,
  modules: planModules,
  alarmTypes: planAlarmTypes,
  alarmLevels: planAlarmLevels,
}

export type Phase = "reading" | "checking" | "writing"
export type OnProgress = (phase: Phase, done: number, total: number) => void

interface Checked extends Pick<ReadFile, "lines" | "problems" | "notes"> {
  readonly plan: ImportPlan
}

/** What a file that was read would change, by what is there now. */
export async function checkedFile(
  db: Db,
  who: Who,
  { kind, read }: { readonly kind: ImportKind; readonly read: ReadFile },
  onProgress: OnProgress,
): Promise<Checked> {
  const importer: Importer = {
    services: who.services,
    database: who.services.database,
    signedIn: who.signedIn,
    user: who.signedIn.user,
    scope: who.signedIn.scope,
    sessionId: who.signedIn.sessionId,
    ip: who.ip,
    organisations: await administered(db, who.signedIn, kind),
  }
  onProgress("checking", read.rows, read.rows)
  const { lines, problems, notes } = read
  return { lines, problems, notes, plan: await planners[kind](db, importer, lines, problems) }
}

export interface Who {
  readonly services: Services
  readonly signedIn: SignedIn
  readonly ip: string
}

/** Not about who belongs to it: what the organisation's own administrator arranges on pages too. */
function isOfPlace(kind: ImportKind): boolean {
  return kind === "buildings" || kind === "grids" || kind === "patrolPoints"
}

/**
 * ROLE-2, HOME-6: the own organisation, or all in reach; the platform's own organisation only by the platform. BARE-6:
 * its people reach everything, so its 单位管理员 imports no people or departments, as `mustAdministerFully` says.
 */
async function administered(db: Db, { user }: SignedIn, kind: ImportKind): Promise<KnownOrganisation[]> {
  const all = await db
    .select({
      id: organisation.id,
      name: organisation.name,
      kind: organisation.kind,
      areaId: organisation.areaId,
      isDisabled: isNotNull(organisation.disabledAt).mapWith(Boolean),
    })
    .from(organisation)
    .orderBy(asc(organisation.id))
  switch (user.admintype) {
    case admintypes.platform:
      return all
    case admintypes.area:
      return all.filter((other) => other.kind !== "platform")
    case admintypes.organisation:
      return all.filter((own) => own.id === user.orgid && (isOfPlace(kind) || own.kind !== "platform"))
    case admintypes.none:
      return []
  }
}

/** Only within what they administer. */
export function writingScope({ user, scope }: SignedIn): Scope {
  return user.admintype === admintypes.organisation ? { ...scope, reach: "orgs", orgs: [user.orgid] } : scope
}

/** What is stored of a check. */
export interface Found {
  readonly rows: number
  readonly problemCount: number
  readonly problems: readonly ImportProblem[]
  readonly notes: readonly string[]
  readonly preview: ImportPreview | null
  /** How many lines and missing rows would be changed in each way. */
  readonly digest: string
  readonly goneDigest: string
  readonly disabled: number
  /** Organisations whose rows it changes. */
  readonly touched: readonly Id[]
}

export function foundIn({ lines, problems, notes, plan }: Checked): Found {
  return {
    rows: lines.length,
    problemCount: problems.count,
    problems: problems.kept.toSorted(byPlace).slice(0, importLimits.toldProblems),
    notes: [...notes, ...(plan.notes ?? [])],
    preview: problems.count > 0 ? null : previewOf(plan),
    digest: digestOf(plan.lines),
    goneDigest: digestOf(plan.gone),
    disabled: 0,
    touched: plan.touched,
  }
}

/** Line by line, and in each from the left. */
function byPlace(a: ImportProblem, b: ImportProblem): number {
  const [left, right] = [a.cell ?? "", b.cell ?? ""]
  return a.line - b.line || left.length - right.length || (left < right ? -1 : left > right ? 1 : 0)
}

function digestOf(lines: readonly PlannedLine[]): string {
  const hash = createHash("sha256")
  for (const { line, change, what, detail } of lines) hash.update(`${line}\0${change}\0${what}\0${detail}\n`)
  return hash.digest("base64url")
}

function previewOf({ lines, gone, canDisable, touched }: ImportPlan): ImportPreview {
  const of = (change: PlannedLine["change"]) => lines.filter((line) => line.change === change)
  const [added, changed, unchanged] = [of("new"), of("changed"), of("unchanged")]
  return {
    new: added.length,
    changed: changed.length,
    unchanged: unchanged.length,
    gone: gone.length,
    canDisable,
    organisations: touched.length,
    lines: [added, changed, unchanged, gone].flatMap((each) => each.slice(0, importLimits.toldLines)),
  }
}

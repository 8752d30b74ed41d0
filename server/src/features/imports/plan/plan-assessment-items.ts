import { assessmentLimits, assessmentMessages } from "@uc/contract/assessments/messages"
import type { AssessmentScheme, SchemeItem } from "@uc/contract/assessments/admin-calls"
import { shownNameKey } from "@uc/contract/core/shown-name"
import {
  addScheme,
  changeScheme,
  isGiven,
  lockedScheme,
  lockSchemes,
  schemesOf,
} from "../../assessments/public.ts"
import type { ImportPlan, PlannedLine, Planner } from "./import-plan.ts"
import { ChangedMeanwhile, onlyOnce, toldTogether } from "./plan-lines.ts"
import type { ImportedLine } from "./problems.ts"

type Item = Omit<SchemeItem, "id">

interface PlannedScheme {
  readonly title: string
  readonly known: AssessmentScheme | null
  readonly items: Item[]
}

/** An item is known by its group and its name. */
const keyOf = (item: Pick<Item, "group" | "name">) =>
  `${shownNameKey(item.group)}\0${shownNameKey(item.name)}`

function itemOf({ values }: ImportedLine, known: Item | undefined): Item {
  return {
    group: values["group"] ?? "",
    name: values["name"] ?? "",
    // What a cell leaves empty stays, or is as usual.
    weight: values["weight"] === undefined ? (known?.weight ?? 1) : Number(values["weight"]),
    fullScore: Number(values["fullScore"]),
    asked: values["asked"] ?? known?.asked ?? "",
  }
}

/**
 * DISTRICT-11: items of the own organisation's schemes, by the scheme's name. One that is not there is added; one that was given
 * to somebody changes no more.
 */
export const planAssessmentItems: Planner = async (db, { database, user }, lines, problems) => {
  await lockSchemes(db, user.orgid)
  const all = await schemesOf(db, user.orgid)
  const byTitle = new Map<string, AssessmentScheme[]>()
  for (const scheme of all) {
    const key = shownNameKey(scheme.title)
    byTitle.set(key, [...(byTitle.get(key) ?? []), scheme])
  }
  const isOnly = onlyOnce(problems, "name")
  const schemes = new Map<string, PlannedScheme>()
  const planned: PlannedLine[] = []
  const given = new Map<string, boolean>()
  let added = 0
  for (const line of lines) {
    const { scheme: title, name, fullScore } = line.values
    if (title === undefined || name === undefined || fullScore === undefined) continue
    const key = shownNameKey(title)
    const alike = byTitle.get(key) ?? []
    const [known = null] = alike
    if (alike.length > 1) {
      problems.add(line, "scheme", assessmentMessages.sameTitle(title))
      continue
    }
    if (known && !given.has(known.id)) given.set(known.id, await isGiven(database, known.id))
    if (known && given.get(known.id)) {
      problems.add(line, "scheme", assessmentMessages.schemeGiven)
      continue
    }
    if (!known && !schemes.has(key) && all.length + ++added > assessmentLimits.schemes)
      problems.add(line, "scheme", assessmentMessages.tooManySchemes)
    const scheme = schemes.get(key) ?? { title, known, items: known ? [...known.items] : [] }
    schemes.set(key, scheme)
    const own = { group: line.values["group"] ?? "", name }
    if (!isOnly(line, `${key}\0${keyOf(own)}`)) continue
    const at = scheme.items.findIndex((item) => keyOf(item) === keyOf(own))
    const before = known?.items.find((item) => keyOf(item) === keyOf(own))
    const item = itemOf(line, before)
    if (at === -1) scheme.items.push(item)
    else scheme.items[at] = item
    if (scheme.items.length > assessmentLimits.items)
      problems.add(line, "name", assessmentMessages.tooManyItems)
    planned.push(plannedLine(line, { title, known, item, before }))
  }
  return {
    lines: planned,
    gone: [...schemes.values()].flatMap(({ title, known, items }) =>
      (known?.items ?? [])
        .filter((item) => items.includes(item))
        .map(({ name }) => ({ line: null, change: "gone" as const, what: `${title} / ${name}`, detail: "" })),
    ),
    canDisable: 0,
    touched: [user.orgid],
    async write(writing, { onDone }) {
      let done = 0
      for (const { title, known, items } of schemes.values()) {
        // Held from here on: nobody gives it while it changes.
        const isThere = known === null || (await lockedScheme(writing, known.id, "update")) !== null
        if (!isThere || (known && (await isGiven(database, known.id)))) throw new ChangedMeanwhile()
        const wanted = { title: known?.title ?? title, description: known?.description ?? "", items }
        if (known) await changeScheme(writing, user.orgid, known.id, wanted)
        else await addScheme(writing, user.orgid, wanted)
        onDone((done += items.length))
      }
      return { disabled: 0 }
    },
  } satisfies ImportPlan
}

interface Told {
  readonly title: string
  readonly known: AssessmentScheme | null
  readonly item: Item
  readonly before: Item | undefined
}

function plannedLine({ line }: ImportedLine, { title, known, item, before }: Told): PlannedLine {
  const details = before
    ? [
        before.weight === item.weight ? "" : `权重：${before.weight} → ${item.weight}`,
        before.fullScore === item.fullScore ? "" : `满分：${before.fullScore} → ${item.fullScore}`,
        before.asked === item.asked ? "" : "佐证要求有变化",
      ].filter((text) => text !== "")
    : [known ? "" : "新增方案", `满分${item.fullScore}`]
  return {
    line,
    change: before ? (details.length === 0 ? "unchanged" : "changed") : "new",
    what: `${title} / ${item.name}`,
    detail: toldTogether(...details),
  }
}

import { tinyAccounts } from "./accounts.ts"
import { addAssessments, addHabits, addNews, addNotices, addTasks } from "./office.ts"
import { addHazards } from "./hazards.ts"
import { addArea, addOrganisation } from "./organisation.ts"
import { addPlatformData } from "./platform.ts"
import { addMarks, addTie } from "./profiles.ts"
import { addAlarms, addDrills, addPatrols } from "./safety.ts"
import type { OrganisationKind } from "../db/schema/organisations.ts"
import { addTaskTraces } from "./tasks.ts"
import { headOf, type DemoArea, type DemoOrganisation, type World } from "./world.ts"

/**
 * The world of the tests: every table has rows of every organisation, and there is an own, a sibling, a child, a parent
 * and a foreign organisation for each kind of user.
 *
 *     甲区 (A): 甲区教育局, 甲一小学, 甲二小学, 甲区配送公司; below it 甲镇: 甲镇小学
 *     乙区 (B): 乙区教育局, 乙一小学
 */
export function addTinyWorld(world: World): void {
  addPlatformData(world)
  const city = addArea(world, "330100", "澜州市", null, 1)
  const areaA = addArea(world, "330101", "甲区", city, 1)
  const areaB = addArea(world, "330102", "乙区", city, 2)
  const town = addArea(world, "330101001", "甲镇", areaA, 1)

  const make = (kind: OrganisationKind, name: string, area: DemoArea) =>
    addOrganisation(world, {
      kind,
      name,
      shortName: name,
      area,
      address: `澜州市${area.name}学院路1号`,
      people: 6,
      accounts: tinyAccounts.filter(({ organisation }) => organisation === name),
      isSlim: true,
    })
  const platform = make("platform", "平台", city)
  const bureauA = make("bureau", "甲区教育局", areaA)
  const belowA = [
    make("school", "甲一小学", areaA),
    make("school", "甲二小学", areaA),
    make("enterprise", "甲区配送公司", areaA),
    make("school", "甲镇小学", town),
  ]
  const bureauB = make("bureau", "乙区教育局", areaB)
  const belowB = [make("school", "乙一小学", areaB)]

  for (const org of [platform, bureauA, ...belowA, bureauB, ...belowB]) {
    addAlarms(world, [org], { days: 30, count: 3, today: 3 })
    addDrills(world, org, { past: 1, isLive: true })
    addPatrols(world, org, { points: 2, days: 1 })
    addTasks(world, org, peopleOf(org), 2)
    addAssessments(world, org, [org], null)
    addNotices(world, org, { count: 2, sharedPath: null })
    addNews(world, org, { perColumn: 1, sharedPath: null, isPublic: false })
    addHabits(world, org, org.people.slice(0, 2))
    addMarks(world, org)
  }
  const [schoolA] = belowA
  const [schoolB] = belowB
  if (schoolA && schoolB)
    addTie(world, [
      { org: schoolA, account: "teacher-a1" },
      { org: schoolB, account: "teacher-b1" },
    ])
  for (const [bureau, below] of [
    [bureauA, belowA],
    [bureauB, belowB],
  ] as const) {
    addAssessments(world, bureau, below, bureau.area.path)
    addNotices(world, bureau, { count: 1, sharedPath: bureau.area.path })
    addTasks(
      world,
      bureau,
      below.map((org) => ({ org, person: headOf(org) })),
      1,
    )
  }
  for (const org of [platform, bureauA, ...belowA, bureauB, ...belowB]) addTaskTraces(world, org)
  for (const org of [platform, bureauA, ...belowA, bureauB, ...belowB]) addHazards(world, org, { count: 3 })
}

function peopleOf(org: DemoOrganisation) {
  return org.people.map((person) => ({ org, person }))
}

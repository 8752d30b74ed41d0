import { accounts } from "./accounts.ts"
import { addNoticeStory } from "./notice-story.ts"
import { addAssessments, addHabits, addNews, addNotices, addTasks } from "./office.ts"
import { addHazards } from "./hazards.ts"
import { addArea, addOrganisation } from "./organisation.ts"
import { addPlatformData } from "./platform.ts"
import { addTie } from "./profiles.ts"
import { addAlarms, addDrills, addPatrols, addSharedPlan } from "./safety.ts"
import { addReceipts } from "./receipts.ts"
import { addTaskStories } from "./tasks.ts"
import { headOf, type DemoArea, type DemoOrganisation, type World } from "./world.ts"

const towns = ["学院街道", "清河街道", "望江街道", "桃源街道", "云岭镇", "南屏镇"] as const

const schools = [
  ["文澜区第一小学", "第一小学", 150],
  ["文澜区第二小学", "第二小学", 120],
  ["文澜区实验小学", "实验小学", 140],
  ["文澜区清河小学", "清河小学", 100],
  ["文澜区望江小学", "望江小学", 95],
  ["文澜区桃源小学", "桃源小学", 90],
  ["文澜区云岭镇中心小学", "云岭小学", 80],
  ["文澜区南屏镇中心小学", "南屏小学", 75],
  ["文澜区外国语学校", "外国语学校", 145],
  ["文澜区第一中学", "第一中学", 160],
  ["文澜区第二中学", "第二中学", 130],
  ["文澜区特殊教育学校", "特教学校", 60],
] as const

const enterprises = [
  ["文澜膳食服务有限公司", "膳食公司", 45],
  ["文澜校车运营有限公司", "校车公司", 40],
] as const

function accountsOf(name: string) {
  return accounts.filter(({ organisation }) => organisation === name)
}

/** What `npm start` shows: a district with its bureau, twelve schools and two enterprises, about 1,500 people. */
export function addSmallWorld(world: World): void {
  const { random } = world
  addPlatformData(world)
  const province = addArea(world, "330000", "浙东省", null, 1)
  const city = addArea(world, "330100", "澜州市", province, 1)
  const district = addArea(world, "330106", "文澜区", city, 1)
  const streets = towns.map((name, at) => addArea(world, `33010600${at + 1}`, name, district, at + 1))
  const addressIn = (area: DemoArea) =>
    `澜州市文澜区${area.name}${random.pick(["学院", "文昌", "育才", "书香", "滨江"])}路${random.between(1, 299)}号`

  const platform = addOrganisation(world, {
    kind: "platform",
    name: "智慧教育平台运营中心",
    shortName: "运营中心",
    area: province,
    address: "澜州市文澜区科创路1号",
    people: 12,
    accounts: accountsOf("智慧教育平台运营中心"),
  })
  const bureau = addOrganisation(world, {
    kind: "bureau",
    name: "文澜区教育局",
    shortName: "区教育局",
    area: district,
    address: "澜州市文澜区行政中心2号楼",
    people: 58,
    accounts: accountsOf("文澜区教育局"),
  })
  const below: DemoOrganisation[] = []
  for (const [at, [name, shortName, people]] of schools.entries()) {
    const area =
      streets.find((street) => name.includes(street.name.slice(0, 2))) ?? streets[at % streets.length]
    below.push(
      addOrganisation(world, {
        kind: "school",
        name,
        shortName,
        area: area ?? district,
        address: addressIn(area ?? district),
        people,
        accounts: accountsOf(name),
        ...(people >= 140 && { campuses: ["本部校区", "东校区"] }),
      }),
    )
  }
  for (const [name, shortName, people] of enterprises) {
    const area = random.pick(streets)
    below.push(
      addOrganisation(world, {
        kind: "enterprise",
        name,
        shortName,
        area,
        address: addressIn(area),
        people,
        accounts: accountsOf(name),
      }),
    )
  }

  addAlarms(world, below, { days: 730, count: 8000, today: 26 })
  for (const [at, org] of below.entries()) {
    addDrills(world, org, { past: 12, isLive: at === 0 })
    addPatrols(world, org, { points: 8, days: 60 })
    const [head, second] = org.people
    // The second is the account of an ordinary member of staff.
    const receivers = [second, head, ...org.people.slice(2, 40)].filter((person) => person !== undefined)
    addTasks(
      world,
      org,
      receivers.map((person) => ({ org, person })),
      8,
    )
    addNotices(world, org, { count: 6, sharedPath: null })
    addNews(world, org, { perColumn: 1, sharedPath: null, isPublic: false })
    addHabits(
      world,
      org,
      [head, second].filter((person) => person !== undefined),
    )
  }
  const [school] = below
  // A teacher who is on loan to the bureau.
  if (school)
    addTie(world, [
      { org: school, account: "teacher" },
      { org: bureau, account: "clerk" },
    ])
  addSharedPlan(world, bureau)
  addPatrols(world, bureau, { points: 4, days: 30 })
  addTasks(
    world,
    bureau,
    below.map((org) => ({ org, person: headOf(org) })),
    10,
  )
  addTasks(
    world,
    bureau,
    bureau.people.slice(1, 20).map((person) => ({ org: bureau, person })),
    8,
  )
  addAssessments(
    world,
    bureau,
    below.filter(({ kind }) => kind === "school"),
    district.path,
  )
  addNotices(world, bureau, { count: 16, sharedPath: district.path })
  addNotices(world, bureau, { count: 6, sharedPath: null })
  addNews(world, bureau, { perColumn: 8, sharedPath: district.path, isPublic: true, hasPictures: true })
  addHabits(world, bureau, bureau.people.slice(0, 2))
  addNotices(world, platform, { count: 4, sharedPath: province.path })
  addTasks(
    world,
    platform,
    platform.people.map((person) => ({ org: platform, person })),
    4,
  )
  addHabits(world, platform, platform.people.slice(0, 1))
  addTaskStories(world, bureau, below)
  addNoticeStory(world, bureau, district.path)
  addNews(world, platform, { perColumn: 1, sharedPath: null, isPublic: false })
  for (const [at, org] of below.entries()) addHazards(world, org, at % 4 === 0 ? { escalatedTo: bureau } : {})
  addHazards(world, bureau, { count: 3 })
  addReceipts(world, bureau, below)
}

import { demoAccounts } from "@uc/contract/demo/accounts"
import type { schoolLevels } from "@uc/contract/organisations/school-levels"
import { usertypes, type Admintype, type Usertype } from "@uc/contract/account/calls"
import { area } from "../db/schema/areas.ts"
import { building, buildingLayerRelation, type BuildingNodeType } from "../db/schema/buildings.ts"
import { grid } from "../db/schema/grids.ts"
import { department, organisation, post, type OrganisationKind } from "../db/schema/organisations.ts"
import { credential, person, personDepartment } from "../db/schema/people.ts"
import { searchKeys } from "../db/queries/search-keys.ts"
import type { DemoAccount } from "./accounts.ts"
import { addDomains } from "./domains.ts"
import { personName, type Sex } from "./people-names.ts"
import { weighted } from "./random.ts"
import { buildingsOf, departmentsOf, postCategories, type DepartmentTemplate } from "./templates.ts"
import {
  dayMs,
  dayOf,
  type DemoArea,
  type DemoDepartment,
  type DemoOrganisation,
  type DemoPerson,
  type DemoPlace,
  type World,
} from "./world.ts"

export interface OrganisationPlan {
  readonly kind: OrganisationKind
  readonly name: string
  readonly shortName: string
  readonly area: DemoArea
  readonly address: string
  /** How many people work there, those of `accounts` included. */
  readonly people: number
  readonly accounts: readonly DemoAccount[]
  readonly campuses?: readonly string[]
  readonly isSlim?: boolean
}

const usertypeOf: Record<OrganisationKind, Usertype> = usertypes

export function addArea(
  world: World,
  code: string,
  name: string,
  parent: DemoArea | null,
  sortNo: number,
): DemoArea {
  const path = `${parent?.path ?? ""}${code}/`
  const level = path.split("/").length - 2
  world.rows.add(area, {
    id: code,
    parentId: parent?.id ?? null,
    name,
    path,
    level,
    sortNo,
    dataType: String(level + 1),
    ...searchKeys(name),
  })
  return { id: code, path, name }
}

export function addOrganisation(world: World, plan: OrganisationPlan): DemoOrganisation {
  const { rows, random } = world
  const { kind, name, shortName, area: where } = plan
  const id = rows.put(organisation, {
    kind,
    areaId: where.id,
    areaPath: where.path,
    name,
    shortName,
    address: plan.address,
    schoolLevel: schoolLevelOf(plan),
    phone: `0571-8${random.between(1000000, 9999999)}`,
    profile: profileOf(world, plan),
    lng: 120.05 + random.next() * 0.3,
    lat: 30.15 + random.next() * 0.25,
    isDemo: true,
    ...searchKeys(name),
  })
  const templates = departmentsOf(kind, plan.isSlim ?? false)
  const departments: Placed[] = []
  addDepartments(world, id, templates, null, departments)
  const posts = addPosts(world, id, departments)
  const people = addPeople(world, plan, id, departments, posts)
  const places = addBuildings(world, plan, id)
  addRanges(world, id, departments, places.layers)
  const org: DemoOrganisation = { id, kind, name, shortName, area: where, departments, people, ...places }
  addGrids(world, org)
  addDomains(world, org)
  return org
}

/** DISTRICT-7: by the name, as somebody of the bureau would. */
function schoolLevelOf({ kind, name }: OrganisationPlan): keyof typeof schoolLevels | null {
  if (kind !== "school") return null
  if (name.includes("幼儿园")) return "kindergarten"
  if (name.includes("特殊教育")) return "special"
  if (name.includes("外国语学校")) return "nineYear"
  if (name.includes("小学")) return "primary"
  if (name.includes("高级中学")) return "senior"
  return name.includes("中学") ? "junior" : null
}

function profileOf({ random, now }: World, { kind, people }: OrganisationPlan): Record<string, unknown> {
  const founded = random.between(1935, 2018)
  const common = {
    founded,
    staff: people,
    updatedOn: dayOf(new Date(now.getTime() - random.below(200) * dayMs)),
  }
  if (kind !== "school") return common
  const classes = random.between(18, 42)
  const students = classes * random.between(36, 44)
  const siteM2 = random.between(12, 60) * 1000
  const cameras = random.between(60, 260)
  const fireHydrants = random.between(20, 90)
  // Some have gaps, to show what the profiles' page is for.
  return {
    ...common,
    classes,
    students,
    ...(siteM2 % 5000 !== 0 && { siteM2 }),
    ...(cameras % 4 !== 0 && { cameras }),
    ...(fireHydrants % 3 !== 0 && { fireHydrants }),
  }
}

interface Placed extends DemoDepartment {
  readonly template: DepartmentTemplate
}

function addDepartments(
  world: World,
  orgId: string,
  templates: readonly DepartmentTemplate[],
  parent: Placed | null,
  into: Placed[],
): void {
  for (const [at, template] of templates.entries()) {
    const ids = parent ? [...parent.ids, parent.id] : []
    const { name } = template
    const id = world.rows.put(department, {
      orgId,
      parentId: parent?.id ?? null,
      ids,
      level: ids.length,
      name,
      sortNo: (at + 1) * 10,
      ...searchKeys(name),
    })
    const placed = { id, name, ids, template }
    into.push(placed)
    addDepartments(world, orgId, template.children, placed, into)
  }
}

/** Two levels: the categories, and below each its posts. */
function addPosts(world: World, orgId: string, departments: readonly Placed[]): ReadonlyMap<string, string> {
  const names = new Set(departments.flatMap(({ template }) => [template.head, template.post]))
  const ids = new Map<string, string>()
  for (const [at, [category, fits]] of postCategories.entries()) {
    const own = [...names].filter((name) => !ids.has(name) && fits.test(name))
    if (own.length === 0) continue
    const parentId = world.rows.put(post, { orgId, parentId: null, name: category, sortNo: (at + 1) * 10 })
    for (const [no, name] of own.entries())
      ids.set(name, world.rows.put(post, { orgId, parentId, name, sortNo: (no + 1) * 10 }))
  }
  return ids
}

function addPeople(
  world: World,
  plan: OrganisationPlan,
  orgId: string,
  departments: readonly Placed[],
  posts: ReadonlyMap<string, string>,
): DemoPerson[] {
  const { random, rows } = world
  const staffed = departments.filter(({ template }) => template.share > 0)
  const chosen = weighted(staffed.map((one) => [one, one.template.share] as const))
  const deepest = staffed.reduce((one, other) => (other.ids.length > one.ids.length ? other : one))
  const heads = new Set<string>()
  const people: DemoPerson[] = []
  for (let no = 0; no < plan.people; no++) {
    const account = plan.accounts[no]
    // Every department gets its head before any gets a second person.
    const isPlain = account !== undefined && account.admintype === 0
    const home = isPlain ? deepest : (staffed.find(({ id }) => !heads.has(id)) ?? chosen(random))
    const isHead = !isPlain && !heads.has(home.id)
    if (isHead) heads.add(home.id)
    const postName = isHead ? home.template.head : home.template.post
    // PERSON-1: where many work, the last is called like the third, so that 同名 is there to be seen.
    const namesake = no > 20 && no === plan.people - 1 ? people[2] : undefined
    const someone = addPerson(world, plan, orgId, { role: postName, known: account, namesake })
    people.push(someone)
    rows.add(personDepartment, {
      id: rows.nextId(personDepartment),
      orgId,
      personId: someone.id,
      departmentId: home.id,
      postId: posts.get(postName) ?? null,
      isMain: true,
      sortNo: isHead ? 1 : 100 + no,
    })
    // PERSON-4: some work in two departments; the second of every organisation always does.
    const other = no === 1 || random.chance(0.06) ? random.pick(staffed) : home
    if (other.id === home.id && no !== 1) continue
    const second = other.id === home.id ? (staffed.find(({ id }) => id !== home.id) ?? home) : other
    if (second.id === home.id) continue
    rows.add(personDepartment, {
      id: rows.nextId(personDepartment),
      orgId,
      personId: someone.id,
      departmentId: second.id,
      postId: posts.get(second.template.post) ?? null,
      isMain: false,
      sortNo: 100 + no,
    })
  }
  return people
}

const signatures = [
  "安全无小事",
  "教书育人，静待花开",
  "今日事今日毕",
  "认真做好每一件小事",
  "平安校园，你我同行",
]

function addPerson(
  world: World,
  { kind, area: where }: OrganisationPlan,
  orgId: string,
  {
    role,
    known,
    namesake,
  }: { role: string; known: DemoAccount | undefined; namesake: DemoPerson | undefined },
): DemoPerson {
  const { random, rows, takenAccounts } = world
  const sex: Sex = random.chance(kind === "school" ? 0.32 : 0.6) ? "男" : "女"
  // Drawn also where it is not used, or all random values after it would change.
  const drawn = personName(random, sex)
  const name = namesake?.name ?? drawn
  const keys = searchKeys(name, "person")
  const usertype = usertypeOf[kind]
  const admintype: Admintype = known?.admintype ?? 0
  const account = known?.account ?? freeAccount(takenAccounts, keys.pinyin.split(" ")[0] ?? "user")
  const isTeacher = role === "班主任"
  const grade = isTeacher ? random.pick(["一", "二", "三", "四", "五", "六"]) : null
  const classNo = isTeacher ? random.between(1, 6) : 0
  // Drawn also where it is not used, as the name.
  const drawnPhone = phoneOf(world)
  const id = rows.put(person, {
    orgId,
    account,
    name,
    phone: demoAccounts.find((one) => one.account === account)?.phone ?? drawnPhone,
    // Not drawn: all random values after it would change. The domain is one that nobody can have (RFC 2606).
    email: `${account.toLowerCase()}@wenlan.example`,
    idcard: idcardOf(world, where.id, sex),
    checktype: "1",
    synctype: "0",
    usertype,
    admintype,
    role,
    classcode: grade ? `2026${"一二三四五六".indexOf(grade) + 1}${String(classNo).padStart(2, "0")}` : null,
    classname: grade ? `${grade}（${classNo}）班` : null,
    grade: grade ? `${grade}年级` : null,
    sex,
    phoneclient: random.pick(["android", "ios", null]),
    signature: random.chance(0.1) ? random.pick(signatures) : null,
    ...keys,
  })
  if (known || world.everybodySignsIn)
    rows.add(credential, { personId: id, orgId, phc: world.phc, pepperKid: world.pepperKid })
  return { id, account, name, usertype, admintype }
}

function freeAccount(taken: Map<string, number>, wanted: string): string {
  const count = taken.get(wanted) ?? 0
  taken.set(wanted, count + 1)
  // Pinyin holds no digits, so a numbered one can't be another's plain one.
  return count === 0 ? wanted : `${wanted}${String(count + 1).padStart(2, "0")}`
}

function phoneOf({ random }: World): string {
  const network = random.pick(["135", "136", "137", "138", "139", "150", "158", "159", "186", "188"])
  return `${network}${String(random.below(100_000_000)).padStart(8, "0")}`
}

/** With a valid check digit. */
function idcardOf({ random }: World, areaCode: string, sex: Sex): string {
  const born = `${random.between(1964, 2002)}${two(random.between(1, 12))}${two(random.between(1, 28))}`
  const order = random.below(500) * 2 + (sex === "男" ? 1 : 0)
  const digits = areaCode.slice(0, 6).padEnd(6, "0") + born + String(order).padStart(3, "0")
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  return digits + "10X98765432".charAt(sum % 11)
}

function two(n: number): string {
  return String(n).padStart(2, "0")
}

type Places = Pick<DemoOrganisation, "buildings" | "layers" | "rooms">

function addBuildings(world: World, plan: OrganisationPlan, orgId: string): Places {
  const places = { buildings: [] as DemoPlace[], layers: [] as DemoPlace[], rooms: [] as DemoPlace[] }
  const node = (
    type: BuildingNodeType,
    name: string,
    ids: readonly string[],
    sortNo: number,
    isLeaf = false,
  ) =>
    world.rows.put(building, {
      orgId,
      parentId: ids.at(-1) ?? null,
      ids: [...ids],
      level: ids.length,
      type,
      name,
      isLeaf,
      sortNo,
      ...searchKeys(name),
    })
  const templates = plan.isSlim ? buildingsOf[plan.kind].slice(0, 2) : buildingsOf[plan.kind]

  for (const [campusAt, campus] of (plan.campuses ?? ["主校区"]).entries()) {
    const campusIds = plan.kind === "school" ? [node("campus", campus, [], campusAt + 1)] : []
    for (const [at, [name, layers, rooms]] of templates.entries()) {
      const buildingId = node("building", name, campusIds, at + 1)
      places.buildings.push({ id: buildingId, name, fullName: name })
      for (let layer = 1; layer <= (plan.isSlim ? 2 : layers); layer++) {
        const layerName = `${layer}层`
        const layerId = node("layer", layerName, [...campusIds, buildingId], layer)
        const layerIds = [...campusIds, buildingId, layerId]
        places.layers.push({ id: layerId, name: layerName, fullName: `${name} ${layerName}` })
        for (const [roomAt, use] of (plan.isSlim ? rooms.slice(0, 2) : rooms).entries()) {
          const roomName = `${layer}${two(roomAt + 1)} ${use}`
          const roomId = node("room", roomName, layerIds, roomAt + 1, true)
          places.rooms.push({ id: roomId, name: roomName, fullName: `${name} ${layerName} ${roomName}` })
        }
      }
    }
  }
  return places
}

/** RANGE-1: the layers that a department is responsible for. `1` means a department in the contract. */
function addRanges(
  { rows, random }: World,
  orgId: string,
  departments: readonly DemoDepartment[],
  layers: readonly DemoPlace[],
): void {
  for (const { id, ids } of departments) {
    if (ids.length > 1) continue
    for (const layer of random.shuffled(layers).slice(0, 3))
      rows.put(buildingLayerRelation, { orgId, objectType: "1", objectId: id, layerId: layer.id })
  }
}

function addGrids({ rows, random }: World, org: DemoOrganisation): void {
  const node = (name: string, spaceName: string | null, ids: readonly string[], sortNo: number) =>
    rows.put(grid, {
      orgId: org.id,
      parentId: ids.at(-1) ?? null,
      ids: [...ids],
      level: ids.length,
      name,
      spaceName,
      keeperId: random.pick(org.people).id,
      sortNo,
      ...searchKeys(name),
    })
  const root = node(`${org.shortName}网格`, org.name, [], 1)
  const zones = org.kind === "school" ? ["教学区", "生活区", "活动区"] : ["办公区", "作业区"]
  for (const [zoneAt, zone] of zones.entries()) {
    const zoneId = node(`${zone}网格`, zone, [root], zoneAt + 1)
    const own = org.buildings.filter((_, at) => at % zones.length === zoneAt)
    for (const [at, { name }] of own.entries()) {
      const id = node(`${name}网格`, name, [root, zoneId], at + 1)
      for (const [no, part] of ["东侧", "西侧"].entries())
        node(`${name}${part}`, `${name}${part}`, [root, zoneId, id], no + 1)
    }
  }
}

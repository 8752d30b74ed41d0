import { hazard, hazardEvent, type StoredHazardState } from "../db/schema/patrols.ts"
import {
  dayMs,
  dayOf,
  daysAgo,
  headOf,
  type DemoOrganisation,
  type DemoPerson,
  type DemoPlace,
  type World,
} from "./world.ts"

const found = [
  {
    title: "灭火器压力不足",
    words: "指针在红区，需要更换或充装。",
    fixed: "已更换4公斤干粉灭火器两具，压力正常。",
  },
  {
    title: "疏散通道堆放杂物",
    words: "纸箱和旧桌椅占用了半幅通道。",
    fixed: "杂物已清走，通道两侧划了黄线。",
  },
  {
    title: "应急照明灯不亮",
    words: "断电测试时两盏灯没有点亮。",
    fixed: "已更换电池，断电后可照明90分钟。",
  },
  { title: "插座面板破损", words: "外壳开裂，露出铜片。", fixed: "已断电更换面板，并检查了同一回路。" },
  { title: "护栏松动", words: "一处立柱的螺栓脱落，用手可以摇动。", fixed: "已补齐螺栓并焊接加固。" },
  { title: "燃气报警器失效", words: "按测试键没有声音。", fixed: "已更换报警器，联动切断阀测试正常。" },
  { title: "窗户限位器脱落", words: "窗扇可以全开，有坠落风险。", fixed: "已安装限位器，开启不超过11厘米。" },
  { title: "地面瓷砖空鼓翘起", words: "雨天容易绊倒、滑倒。", fixed: "已重新铺贴，并放置防滑垫。" },
] as const

interface Story {
  readonly state: StoredHazardState
  /** Days ago that it was reported, and days from now that it is due. */
  readonly ago: number
  readonly due: number | null
  /** Which of the people is to rectify it. */
  readonly by: number
  readonly isMajor?: true
  readonly isReturned?: true
}

const stories: readonly Story[] = [
  { state: "closed", ago: 62, due: -55, by: 2 },
  { state: "closed", ago: 41, due: -36, by: 3 },
  { state: "closed", ago: 27, due: -20, by: 1, isMajor: true, isReturned: true },
  { state: "rejected", ago: 19, due: null, by: 2 },
  { state: "closed", ago: 15, due: -8, by: 4 },
  { state: "rectified", ago: 6, due: 1, by: 2 },
  { state: "assigned", ago: 3, due: 4, by: 1 },
  { state: "reported", ago: 1, due: null, by: 2 },
]

const overdue: Story = { state: "assigned", ago: 12, due: -4, by: 3, isMajor: true }

interface HazardPlan {
  /** Where what is overdue was escalated to; null: nothing is overdue. */
  readonly escalatedTo?: DemoOrganisation
  /** How many of the stories, the newest. */
  readonly count?: number
}

/** DAY-6: some in each state, without chance: the worlds stay as they are otherwise. */
export function addHazards(
  world: World,
  org: DemoOrganisation,
  { escalatedTo, count = stories.length }: HazardPlan = {},
): void {
  const meant = stories.slice(-count)
  for (const [at, story] of (escalatedTo ? [...meant, overdue] : meant).entries())
    addHazard(world, org, story, Number(org.id) + at, story === overdue ? escalatedTo : undefined)
}

function addHazard(
  { rows, now }: World,
  org: DemoOrganisation,
  { state, ago, due, by, isMajor, isReturned }: Story,
  no: number,
  escalatedTo: DemoOrganisation | undefined,
): void {
  const what = found[no % found.length] as (typeof found)[number]
  const place = org.rooms[(no * 7) % org.rooms.length] as DemoPlace
  const staff = (at: number) => org.people[at] ?? headOf(org)
  const reporter = staff(by + 1)
  const assignee = state === "reported" || state === "rejected" ? null : staff(by)
  const isRectified = state === "rectified" || state === "closed"
  const dueOn = due === null ? null : dayOf(new Date(now.getTime() + due * dayMs))
  const createdAt = daysAgo(now, ago, 9, no % 50)
  const escalatedAt = escalatedTo && due !== null ? daysAgo(now, -due - 1, 0, 1) : null
  const isOver = state === "closed" || state === "rejected"
  const closedAt = isOver ? daysAgo(now, Math.max(ago - 5, 0), 15, 40) : null
  const hazardId = rows.put(hazard, {
    orgId: org.id,
    title: what.title,
    place: place.fullName,
    description: what.words,
    level: isMajor ? "major" : "general",
    source: "report",
    reporterId: reporter.id,
    reporterName: reporter.name,
    reporterOrgName: org.name,
    state,
    assigneeId: assignee?.id ?? null,
    dueOn,
    rectifiedById: isRectified && assignee ? assignee.id : null,
    escalatedAt,
    escalatedTo: escalatedTo?.id ?? null,
    closedAt,
    version: 1,
    createdAt,
  })
  const add = (
    deed: string,
    at: Date,
    who: DemoPerson | null,
    note: string | null = null,
    more: Readonly<Record<string, unknown>> = {},
  ) =>
    rows.put(hazardEvent, {
      orgId: org.id,
      hazardId,
      at,
      deed,
      personId: who?.id ?? null,
      note,
      detail: { ...(who && { who: who.name, orgname: org.name }), ...more },
    })
  const head = headOf(org)
  add("reported", createdAt, reporter)
  if (state === "rejected") add("rejected", closedAt ?? now, head, "现场查看后属于正常现象，无需整改。")
  if (!assignee) return
  const given = { whom: assignee.name, deadline: dueOn }
  add("assigned", daysAgo(now, ago - 1, 10, 5), head, isMajor ? "重大隐患，请优先安排。" : null, given)
  if (isReturned) {
    add("rectified", daysAgo(now, ago - 3, 11, 20), assignee, what.fixed)
    add("returned", daysAgo(now, ago - 3, 16, 30), head, "同一楼层的其他位置也要检查，请补充后再提交。")
  }
  if (isRectified) add("rectified", daysAgo(now, Math.max(ago - 4, 0), 10, 15), assignee, what.fixed)
  if (state === "closed") add("closed", closedAt ?? now, head, "现场复查，整改到位。")
  if (escalatedTo && escalatedAt) add("escalated", escalatedAt, null, null, { whom: escalatedTo.name })
}

import { assessment, assessmentItem, assessmentScheme, assessmentScore } from "../db/schema/assessments.ts"
import { customList } from "../db/schema/profiles.ts"
import { auditLog, loginLog } from "../db/schema/logs.ts"
import { friendLink, news, newsColumn } from "../db/schema/news.ts"
import { notice, noticeRead, subscription } from "../db/schema/notices.ts"
import { task, taskAssignee } from "../db/schema/tasks.ts"
import { noticeCategories } from "./platform.ts"
import { addFile, samplePicture } from "./sample-files.ts"
import {
  before,
  dayMs,
  dayOf,
  daysAgo,
  headOf,
  type DemoOrganisation,
  type DemoPerson,
  type World,
} from "./world.ts"

const taskTitles = [
  "报送本月安全隐患排查情况",
  "更新应急联系人名单",
  "完成消防设施年度检测",
  "上报食堂食品留样检查记录",
  "组织教职工安全培训",
  "核对人员信息",
  "检查校车与接送秩序",
  "整理实验室危化品台账",
  "准备平安校园考核材料",
  "完成防汛物资清点",
]

/** Given by `org` to some people, in all stages; those may be of other organisations. */
export function addTasks(
  { random, rows, now }: World,
  org: DemoOrganisation,
  receivers: readonly { org: DemoOrganisation; person: DemoPerson }[],
  count: number,
): void {
  for (let no = 0; no < count; no++) {
    const createdAt = daysAgo(now, random.between(0, 40), random.between(8, 17), random.below(60))
    const dueAt = new Date(createdAt.getTime() + random.between(3, 20) * dayMs)
    const taskId = rows.put(task, {
      orgId: org.id,
      giverId: headOf(org).id,
      giverName: headOf(org).name,
      giverOrgName: org.name,
      title: taskTitles[no % taskTitles.length] as string,
      content: "请按要求认真落实，按时反馈完成情况。",
      priority: random.pick([1, 2, 2, 2, 3]),
      dueAt,
      // No bell entries for what is over already.
      overdueToldAt: dueAt < now ? now : null,
      createdAt,
    })
    const chosen = random.shuffled(receivers).slice(0, Math.min(receivers.length, random.between(2, 12)))
    // The first receiver always gets one, so that a demo account has something to do.
    for (const { org: theirs, person } of new Set(
      [receivers[0] ?? chosen[0], ...chosen].filter((one) => !!one),
    )) {
      const isLate = dueAt < now
      const state = random.chance(isLate ? 0.85 : 0.35) ? "done" : random.pick(["new", "doing"] as const)
      const finishedAt = new Date(Math.min(now.getTime(), createdAt.getTime() + random.between(1, 6) * dayMs))
      rows.put(taskAssignee, {
        orgId: theirs.id,
        taskId,
        personId: person.id,
        state,
        progress: state === "done" ? 100 : state === "new" ? 0 : random.between(1, 9) * 10,
        note: state === "done" ? "已完成" : null,
        finishedAt: state === "done" ? finishedAt : null,
        createdAt,
      })
    }
  }
}

const assessmentItems = [
  ["组织领导", "成立安全工作领导小组并定期研究工作", 10],
  ["组织领导", "层层签订安全责任书", 5],
  ["制度建设", "安全管理制度健全", 10],
  ["制度建设", "应急预案齐全并及时修订", 10],
  ["人防物防技防", "保安配备达标、持证上岗", 10],
  ["人防物防技防", "视频监控与一键报警完好", 10],
  ["消防安全", "消防设施完好、通道畅通", 15],
  ["食品安全", "食堂管理规范、留样齐全", 10],
  ["教育演练", "按规定开展安全教育与疏散演练", 10],
  ["隐患排查", "隐患排查治理形成闭环", 10],
] as const

/** Last year's is accepted everywhere, this year's is in all its stages. */
export function addAssessments(
  { random, rows, now }: World,
  giver: DemoOrganisation,
  assessed: readonly DemoOrganisation[],
  sharedPath: string | null,
): void {
  const year = Number(dayOf(now).slice(0, 4))
  const reviewer = headOf(giver)
  const schemeId = rows.put(assessmentScheme, {
    orgId: giver.id,
    sharedPath,
    name: "平安校园建设考核",
    description: "按年度对各单位平安校园建设情况进行考核。",
  })
  const items = assessmentItems.map(([groupName, name, maxScore], at) => ({
    maxScore,
    id: rows.put(assessmentItem, {
      orgId: giver.id,
      sharedPath,
      schemeId,
      groupName,
      name,
      maxScore,
      sortNo: (at + 1) * 10,
    }),
  }))
  for (const [at, org] of assessed.entries())
    for (const period of [year - 1, year]) {
      const state =
        period < year ? "accepted" : (["open", "submitted", "accepted", "returned"] as const)[at % 4]
      const scores = items.map(({ id, maxScore }) => {
        const ownScore = maxScore - random.below(3)
        return { id, ownScore, reviewScore: Math.max(0, ownScore - random.below(2)) }
      })
      const isSubmitted = state !== "open"
      const isReviewed = state === "accepted" || state === "returned"
      const submittedAt = isSubmitted ? daysAgo(now, period < year ? 360 : 12, 15) : null
      const assessmentId = rows.put(assessment, {
        orgId: org.id,
        schemeId,
        period: `${period}年度`,
        startsOn: `${period}-09-01`,
        dueOn: `${period}-12-20`,
        state: state ?? "open",
        score: state === "accepted" ? scores.reduce((sum, { reviewScore }) => sum + reviewScore, 0) : null,
        submittedBy: isSubmitted ? headOf(org).id : null,
        submittedAt,
        reviewedBy: isReviewed ? reviewer.id : null,
        reviewedAt: isReviewed && submittedAt ? new Date(submittedAt.getTime() + 3 * dayMs) : null,
      })
      for (const { id, ownScore, reviewScore } of isSubmitted ? scores : scores.slice(0, 4))
        rows.put(assessmentScore, {
          orgId: org.id,
          assessmentId,
          itemId: id,
          ownScore,
          reviewScore: isReviewed ? reviewScore : null,
          evidence: "见佐证材料",
        })
    }
}

type NoticeTitles = Record<(typeof noticeCategories)[number], readonly string[]>

const noticeTitles: NoticeTitles = {
  通知公告: ["关于开展秋季安全大检查的通知", "关于做好期末工作安排的通知", "关于召开安全工作例会的通知"],
  政策法规: ["校园安全管理条例（修订）", "学校食品安全与营养健康管理规定"],
  工作动态: ["消防疏散演练顺利举行", "教育系统网络安全宣传周启动"],
  安全提示: ["寒潮天气防范提示", "冬季用电用火安全提示", "预防溺水安全提示"],
  经验交流: ["网格化管理经验分享", "护学岗建设的做法与体会"],
}

/** DAY-16: a catering firm neither holds lessons nor has a crossing guard. */
const firmNoticeTitles: NoticeTitles = {
  通知公告: ["关于开展秋季安全大检查的通知", "关于做好年末盘点工作的通知", "关于召开安全生产例会的通知"],
  政策法规: ["安全生产管理规定（修订）", "学校食品安全与营养健康管理规定"],
  工作动态: ["消防疏散演练顺利举行", "食品安全宣传周启动"],
  安全提示: ["寒潮天气防范提示", "冬季用电用火安全提示", "燃气使用安全提示"],
  经验交流: ["网格化管理经验分享", "后厨“明厨亮灶”的做法与体会"],
}

/** Notices of one organisation; with `sharedPath` all of that area read them. */
export function addNotices(
  { random, rows, now }: World,
  org: DemoOrganisation,
  { count, sharedPath }: { count: number; sharedPath: string | null },
): void {
  // The oldest first, as they would have been written.
  for (let no = count - 1; no >= 0; no--) {
    const category = noticeCategories[no % noticeCategories.length] as (typeof noticeCategories)[number]
    const publishedAt = daysAgo(now, no * 4 + random.below(4), random.between(8, 17), random.below(60))
    const noticeId = rows.put(notice, {
      orgId: org.id,
      sharedPath,
      category,
      title: `${org.shortName}：${random.pick((org.kind === "enterprise" ? firmNoticeTitles : noticeTitles)[category])}`,
      body: "各部门：\n　　为切实做好相关工作，现将有关事项通知如下，请认真组织落实，并按时反馈情况。",
      authorId: headOf(org).id,
      isPinned: no === 0,
      publishedAt,
      createdAt: publishedAt,
    })
    if (no === 0) continue
    for (const { id } of random.shuffled(org.people).slice(0, 5))
      rows.put(noticeRead, {
        orgId: org.id,
        noticeId,
        personId: id,
        readAt: new Date(Math.min(publishedAt.getTime() + random.between(1, 30) * 3_600_000, now.getTime())),
      })
  }
}

type NewsColumns = readonly (readonly [category: string, name: string, children: readonly string[]])[]

const columns: NewsColumns = [
  ["headline", "要闻", ["教育要闻", "图片新闻"]],
  ["campus", "校园动态", ["校园活动", "师生风采"]],
  ["safety", "平安教育", ["安全知识", "典型案例"]],
  ["service", "办事指南", []],
]

const firmColumns: NewsColumns = [
  ["headline", "要闻", ["行业要闻", "图片新闻"]],
  ["campus", "企业动态", ["员工活动", "岗位风采"]],
  ["safety", "安全生产", ["安全知识", "典型案例"]],
  ["service", "办事指南", []],
]

const newsTitles = [
  "校园安全文化月活动启动",
  "消防员走进校园开展体验课",
  "教师技能大赛圆满落幕",
  "数字化改革推进会召开",
  "学生科技节精彩纷呈",
  "开学第一课聚焦生命安全",
  "护学志愿者上岗",
  "营养午餐开放日邀请家长走进食堂",
]

const firmTitles = [
  "安全生产月活动启动",
  "消防员走进厂区开展体验课",
  "厨师技能比武圆满落幕",
  "食品安全培训班开班",
  "员工运动会精彩纷呈",
  "新员工第一课聚焦安全操作",
  "配送车队完成冬季检修",
  "后厨开放日邀请家长代表参观",
]

const platformTitles = [
  "组织全省用户培训",
  "召开平台应用推进会",
  "启动数据安全宣传月",
  "举办数字校园经验交流会",
]

/** Columns with news, and links. A bureau's are for the public, a school's and the platform's for their own people. */
export function addNews(
  world: World,
  org: DemoOrganisation,
  {
    perColumn,
    sharedPath,
    isPublic,
    hasPictures = false,
  }: { perColumn: number; sharedPath: string | null; isPublic: boolean; hasPictures?: boolean },
): void {
  const { random, rows, now } = world
  const addColumn = (category: string, name: string, parentId: string | null, sortNo: number) =>
    rows.put(newsColumn, { orgId: org.id, sharedPath, parentId, category, name, sortNo, isPublic })
  const isFirm = org.kind === "enterprise"
  const titles = org.kind === "platform" ? platformTitles : isFirm ? firmTitles : newsTitles
  const attended = isFirm ? "相关负责人和员工代表参加" : "相关负责人和师生代表参加"
  let age = 0
  for (const [at, [category, name, children]] of (isFirm ? firmColumns : columns).entries()) {
    const top = addColumn(category, name, null, (at + 1) * 10)
    const below = children.map((child, no) => addColumn(`${category}-${no + 1}`, child, top, (no + 1) * 10))
    for (const columnId of [top, ...below])
      for (let no = 0; no < perColumn; no++) {
        const publishedAt = daysAgo(now, age++, random.between(8, 17), random.below(60))
        const title = `${org.shortName}${random.pick(titles)}`
        const id = rows.nextId(news)
        // DAY-8: the first of 图片新闻.
        const picture =
          hasPictures && columnId === below.at(1) && category === "headline" && no === 0
            ? newsPicture(world, org, id, publishedAt)
            : ""
        rows.add(news, {
          id,
          orgId: org.id,
          sharedPath,
          columnId,
          title,
          summary: `${title}，${attended}。`,
          body: `${newsBody(title, attended, isFirm ? "全员" : "师生人人")}${picture}`,
          author: org.shortName,
          isPublic,
          publishedAt,
          announcedAt: publishedAt,
          createdAt: publishedAt,
        })
      }
  }
  const links = [
    ["综合办公", "https://oa.wenlan.example/"],
    ["教育资源平台", "https://resource.wenlan.example/"],
    ["安全教育平台", "https://safety.wenlan.example/"],
  ] as const
  for (const [at, [name, address]] of links.entries())
    rows.put(friendLink, { orgId: org.id, sharedPath, name, address, sortNo: (at + 1) * 10, isPublic })
}

function newsPicture(world: World, org: DemoOrganisation, subjectId: string, createdAt: Date): string {
  const place = { orgId: org.id, uploaderId: headOf(org).id, subject: "news", subjectId, createdAt } as const
  const picture = addFile(world, samplePicture("校园一角.jpg"), place)
  return `<img data-picture="${picture}" alt="活动现场" width="960" height="540" />`
}

function newsBody(title: string, attended: string, everybody: string): string {
  return `<p>${title}，${attended}。活动内容丰富、形式多样，取得了良好效果。</p>
<h2>主要做法</h2>
<ul><li><strong>早部署</strong>：提前研究方案，明确分工，责任到人。</li>
<li><strong>重实效</strong>：结合实际开展，${everybody}参与。</li>
<li><strong>抓长效</strong>：总结经验，形成制度，持续改进。</li></ul>
<h2>下一步安排</h2>
<p>各单位对照要求开展自查，发现问题及时整改，并按时报送情况。</p>
<blockquote>安全无小事，责任重于山。</blockquote>`
}

/** Personal settings and log entries of one person. */
export function addHabits(
  { random, rows, now }: World,
  org: DemoOrganisation,
  people: readonly DemoPerson[],
): void {
  for (const { id, account } of people) {
    for (const topic of ["notice", "task", "alarm"] as const)
      rows.put(subscription, { orgId: org.id, personId: id, topic, isOn: true })
    rows.put(customList, {
      orgId: org.id,
      personId: id,
      key: "favourites",
      value: [],
    })
    for (let no = 0; no < 5; no++) {
      const at = before(now, (no + random.next()) * dayMs)
      rows.put(loginLog, {
        at,
        orgId: org.id,
        personId: id,
        account,
        variant: "newLogin",
        result: random.chance(0.9) ? "signed-in" : "refused",
        ip: `10.${random.below(256)}.${random.below(256)}.${random.between(1, 254)}`,
      })
    }
    rows.put(auditLog, {
      at: before(now, random.below(20) * dayMs),
      orgId: org.id,
      personId: id,
      action: "domains.save",
      mid: "domain",
      result: "done",
      detail: { name: "综合办公" },
    })
  }
}

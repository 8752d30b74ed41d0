import { notice, noticeRead } from "../db/schema/notices.ts"
import { daysAgo, headOf, type DemoOrganisation, type World } from "./world.ts"

/** DAY-11: a bureau's notice for its 小学 that wants a receipt, partly read, and a school's for one department. */
export function addReceipts(
  { random, rows, now }: World,
  bureau: DemoOrganisation,
  below: readonly DemoOrganisation[],
): void {
  const publishedAt = daysAgo(now, 1, 9, 30)
  const noticeId = rows.put(notice, {
    orgId: bureau.id,
    sharedPath: bureau.area.path,
    isForOwn: false,
    forSchoolLevel: "primary",
    category: "通知公告",
    title: "关于做好小学冬季校园安全自查的通知（请确认收到）",
    body: "各小学：\n　　请于本周五前完成消防、食堂、校车、宿舍四项自查，发现隐患立即整改。\n　　请全体教职工阅读并确认收到。",
    authorId: headOf(bureau).id,
    wantsReceipt: true,
    publishedAt,
    toldAt: publishedAt,
    createdAt: publishedAt,
  })
  const primary = below.filter(({ kind, name }) => kind === "school" && name.includes("小学"))
  for (const [at, org] of primary.entries()) {
    // Schools differ; the last has hardly begun.
    const share = Math.max(0.2, 0.92 - at * 0.08)
    for (const [no, { id, account }] of org.people.entries()) {
      // The account that visitors sign in with has it still to do.
      if (account === "teacher" || !random.chance(share)) continue
      const readAt = new Date(Math.min(publishedAt.getTime() + (no + 1) * 600_000, now.getTime()))
      rows.put(noticeRead, {
        orgId: org.id,
        noticeId,
        personId: id,
        readAt,
        confirmedAt: account !== "school" && random.chance(0.8) ? readAt : null,
      })
    }
  }
  const [school] = primary
  const [deepest] = (school?.departments ?? []).toSorted((one, other) => other.ids.length - one.ids.length)
  if (!school || !deepest) return
  const morning = daysAgo(now, 0, 8, 15)
  rows.put(notice, {
    orgId: school.id,
    isForOwn: false,
    forDepartments: [deepest.ids[0] ?? deepest.id],
    category: "通知公告",
    title: "教研活动安排调整",
    body: "各位老师：\n　　本周教研活动改到周四下午第二节课，地点不变，请互相转告。",
    authorId: headOf(school).id,
    publishedAt: morning,
    toldAt: morning,
    createdAt: morning,
  })
}

import { notice } from "../db/schema/notices.ts"
import { addFile, sampleDocx, samplePdf, samplePicture } from "./sample-files.ts"
import { daysAgo, headOf, type DemoOrganisation, type World } from "./world.ts"

/** DAY-8: a bureau's notice as an office writes it: headings, a table, a picture, and files beside it. */
export function addNoticeStory(world: World, bureau: DemoOrganisation, sharedPath: string): void {
  const { rows, now } = world
  const author = headOf(bureau)
  const createdAt = daysAgo(now, 2, 9, 10)
  const noticeId = rows.nextId(notice)
  const place = { orgId: bureau.id, uploaderId: author.id, subjectId: noticeId, createdAt }
  const picture = addFile(world, samplePicture("去年检查现场.jpg"), { ...place, subject: "noticeText" })
  for (const file of [
    sampleDocx("冬季安全检查自查表.docx", [
      "冬季校园安全检查自查表",
      "一、消防设施：灭火器、疏散指示、应急照明",
      "二、食堂：燃气、用电、食品留样",
      "三、宿舍：违规电器、夜间巡查",
      "检查人：　　　　　　日期：",
    ]),
    samplePdf("疏散路线示意图.pdf"),
  ])
    addFile(world, file, { ...place, subject: "notice" })
  rows.add(notice, {
    id: noticeId,
    orgId: bureau.id,
    sharedPath,
    category: "通知公告",
    title: "关于开展冬季校园安全大检查的通知（含自查表）",
    body: storyBody(picture),
    authorId: author.id,
    isPinned: false,
    publishedAt: createdAt,
    createdAt,
  })
}

function storyBody(picture: string): string {
  const row = (cell: "th" | "td", ...words: string[]) =>
    `<tr>${words.map((word) => `<${cell}><p>${word}</p></${cell}>`).join("")}</tr>`
  return `<p>各学校：</p><p>为做好冬季校园安全工作，现定于本月开展集中检查，有关事项通知如下。</p>
<h2>检查重点</h2><ol><li><p><strong>消防设施</strong>：灭火器、疏散指示、应急照明完好有效。</p></li>
<li><p><strong>食堂</strong>：燃气、用电和食品留样符合要求。</p></li><li><p><strong>宿舍</strong>：无违规电器，夜间有人巡查。</p></li></ol>
<h2>时间安排</h2><table><tbody>${row("th", "阶段", "时间", "负责人")}${row("td", "自查", "第一周", "各校安全主任")}${row("td", "互查", "第二周", "片区组长")}${row("td", "抽查", "第三周", "区教育局")}</tbody></table>
<img data-picture="${picture}" alt="去年冬季检查现场" width="960" height="540" />
<p>请对照附件中的自查表逐项检查，发现问题立即整改，并于第一周周五前报送。</p>`
}

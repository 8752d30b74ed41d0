import { cutText } from "../core/cut-text.ts"
import { attachmentLimits } from "../attachments/calls.ts"

export const assessmentLimits = {
  title: 60,
  description: 500,
  group: 30,
  itemName: 120,
  asked: 200,
  period: 30,
  words: 2000,
  remark: 500,
  reason: 500,
  /** Schemes of one organisation, items of one scheme. */
  schemes: 100,
  items: 100,
  /** Organisations that one request may give a scheme to. */
  organisations: 1000,
  fullScore: 1000,
  weight: 100,
  evidence: attachmentLimits.each,
  searched: 50,
  /** Reminded when so many days are left. */
  soonDays: 3,
  compared: 500,
  periods: 24,
} as const

export const assessmentMessages = {
  administratorsOnly: "考核由各单位管理员填报和审核，您没有权限查看",
  schemeEditorsOnly: "只有管理员可以维护考核方案",
  titleMissing: "请填写方案名称",
  itemMissing: "请至少添加一个考核项",
  itemNameMissing: "请填写考核项的名称",
  fullScoreWrong: `满分须大于0，不超过${assessmentLimits.fullScore}`,
  weightWrong: `权重须大于0，不超过${assessmentLimits.weight}`,
  tooManySchemes: `考核方案最多${assessmentLimits.schemes}个，请先删除不用的方案`,
  tooManyItems: `考核项最多${assessmentLimits.items}个`,
  sameTitle: (title: string) => `有多个方案叫“${title}”，请先改名`,
  schemeGone: "该方案不存在或已被删除，请刷新后再试",
  schemeGiven: "该方案已经下发，为保证评分一致不能再修改，请复制为新方案",
  schemeKept: "该方案已经下发，不能删除",
  changedMeanwhile: "他人刚刚修改了此内容，请刷新后再保存",
  movedMeanwhile: "考核的状态或截止日期刚刚有变动，请按最新内容确认后再操作",
  periodMissing: "请填写考核周期，例如“2026年度”",
  daysWrong: "截止日期不能早于开始日期",
  endsPast: "截止日期不能早于今天",
  nobodyChosen: "请选择被考核的单位",
  closedOrganisations: (names: readonly string[]) => `以下单位已停用：${names.join("、")}`,
  decimals: "分值和权重最多两位小数",
  givenAlready: (names: readonly string[], period: string) =>
    `以下单位已有“${period}”的同一考核：${names.slice(0, 5).join("、")}${names.length > 5 ? `等${names.length}个` : ""}`,
  notYours: "只有被考核单位的管理员可以填报",
  notReviewer: "只有下发考核的单位可以审核",
  ownFilling: "您参与了本次填报，不能审核自己填报的考核，请由其他管理员或上级单位审核",
  early: (begins: string) => `考核从${begins}开始，尚未到填报时间`,
  late: (ends: string) => `填报已于${ends}截止，如需补报请联系下发单位延期`,
  submitted: "考核已经提交，无需重复提交",
  notFillable: "考核已经提交，不能再修改；如需修改请联系下发单位退回",
  reviewBegun: "审核已经开始，不能再撤回；如需修改请联系下发单位退回",
  lateToTakeBack: "填报已截止，撤回后将无法再次提交；如需修改请联系下发单位退回",
  notToTakeBack: "考核尚未提交，无需撤回",
  accepted: "考核已经审核通过",
  notSubmitted: "考核尚未提交或已被他人处理，请刷新后再试",
  itemGone: "该考核项不存在，请刷新后再试",
  ownScoreWrong: (full: number) => `自评分须在0到${full}之间`,
  reviewScoreWrong: (full: number) => `评分须在0到${full}之间`,
  itemsUnfilled: (names: readonly string[]) =>
    `还有${names.length}项没有自评分：${names.slice(0, 3).join("、")}${names.length > 3 ? "等" : ""}`,
  itemsUnreviewed: (names: readonly string[]) =>
    `还有${names.length}项没有评分：${names.slice(0, 3).join("、")}${names.length > 3 ? "等" : ""}`,
  reasonMissing: "请填写退回原因",
  returnEndsPast: "请选择今天或以后的日期，让对方有时间修改",
  notExtendable: "考核已经提交，无需延期；如需修改请退回",
  evidenceGone: "该佐证材料不存在或已被移除",
  schoolsOnly: (label: string) => `“${label}”只由学校填写`,
  placeIncomplete: "经度和纬度请一起填写",
  profileChanged: "该单位的档案刚刚被他人修改，请刷新后再保存",
  schemeSaved: "方案已保存",
  schemeRemoved: "方案已删除",
  given: (count: number) => `已下发给${count}个单位`,
  nowSubmitted: "已提交，等待审核",
  nowTakenBack: "已撤回，修改后请重新提交",
  nowReturned: "已退回",
  nowExtended: "截止日期已修改",
  uploading: "还有佐证材料正在上传，请等上传完成后再提交",
  notUploaded: "有佐证材料上传失败，请重试或移除后再提交",
  unsaved: "还有内容保存失败，请先处理标红的项",
  nowAccepted: "已通过",
  profileSaved: "档案已保存",
} as const

/** What the bell says. */
export const assessmentRings = {
  given: (giver: string, title: string, ends: string) => `${giver}下发了考核：${title}，${ends}前填报`,
  soon: (title: string, ends: string) => `考核即将截止：${title}，${ends}前提交`,
  submitted: (org: string, title: string) => `${org}提交了考核：${title}`,
  takenBack: (org: string, title: string) => `${org}撤回了考核，修改后会重新提交：${title}`,
  extended: (title: string, ends: string) => `考核截止日期改为${ends}：${title}`,
  returned: (title: string, reason: string) => `考核被退回：${title}（${cutText(reason, 60)}）`,
  accepted: (title: string, score: number) => `考核已通过：${title}，得分${score}`,
} as const

export const assessmentPlace = "/main/assessments"
export function placeOfAssessment(id: string): `/${string}` {
  return `${assessmentPlace}?id=${id}`
}

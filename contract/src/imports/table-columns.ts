import { z } from "zod"
import {
  AlarmLevelName,
  alarmTableLimits,
  alarmTableMessages,
  AlarmTypeCode,
  AlarmTypeName,
} from "../alarm-tables/calls.ts"
import { assessmentLimits, assessmentMessages } from "../assessments/messages.ts"
import { patrolLimits } from "../patrols/admin-calls.ts"
import { treeLimits } from "../trees/tree-calls.ts"
import { gridTree } from "../grids/admin-calls.ts"
import { moduleTree } from "../modules/admin-calls.ts"
import { text } from "../core/wire.ts"
import { column, nodeName, sortNo, whose, type ImportColumn } from "./import-column.ts"

const ModuleCode = z.string().regex(/^[A-Za-z0-9._-]{1,64}$/, "只能由字母、数字、点、下划线和连字符组成")
function whole(most: number, message: string) {
  return z
    .string()
    .regex(/^[1-9][0-9]{0,5}$/, message)
    .refine((digits) => Number(digits) <= most, message)
}
/** More than nothing, with two decimals at most. */
function decimal(most: number, message: string) {
  return z
    .string()
    .regex(/^[0-9]{1,4}(\.[0-9]{1,2})?$/, `${message}，最多两位小数`)
    .refine((digits) => Number(digits) > 0 && Number(digits) <= most, message)
}
const minutes = whole(alarmTableLimits.minutes, alarmTableMessages.badMinutes)
const levelsApart = "用“/”分隔"

/** DISTRICT-9, DISTRICT-11: the columns of what administrators arrange on pages of its own. */
export const tableColumns = {
  grids: [
    column("name", "网格名称", "name", nodeName("网格名称", treeLimits.name), {
      also: ["网格", "名称"],
      isRequired: true,
      example: "示例：教学楼网格",
      help: `不超过${treeLimits.name}个字，不能含有“/”和“；”。`,
    }),
    column("parent", "上级网格", "path", z.string().max(gridTree.levels * (treeLimits.name + 1)), {
      also: ["上级", "所属网格", "父网格"],
      example: "校园网格",
      help: `上级网格的完整路径，${levelsApart}，如“校园网格/教学区”；不填则为一级网格。最多${gridTree.levels}级。`,
    }),
    column("space", "覆盖空间", "plain", text(treeLimits.note), {
      also: ["空间", "范围", "覆盖范围"],
      example: "一号楼1至3层",
      help: `网格的覆盖范围，不超过${treeLimits.note}个字。不填则保持不变。`,
    }),
    sortNo,
    whose,
  ],
  patrolPoints: [
    column("name", "点位名称", "name", nodeName("点位名称", patrolLimits.name), {
      also: ["点位", "名称", "巡查点"],
      isRequired: true,
      example: "示例：东门岗亭",
      help: `不超过${patrolLimits.name}个字，同一位置不能重复。已有的点位会更新。`,
    }),
    column("place", "位置", "path", z.string().max(4 * (treeLimits.name + 1)), {
      also: ["地点", "楼层", "所在位置"],
      example: "博学楼/3层",
      help: `已有的楼宇、楼层或房间，${levelsApart}，如“博学楼/3层/301教室”；有同名楼宇的请写上校区。不填则保持不变。`,
    }),
    sortNo,
    whose,
  ],
  assessmentItems: [
    column("scheme", "考核方案", "name", nodeName("考核方案", assessmentLimits.title), {
      also: ["方案", "方案名称"],
      isRequired: true,
      example: "示例：平安校园年度考核",
      help: `方案名称，不超过${assessmentLimits.title}个字。没有的方案会自动新增；已经下发的方案不能再修改。`,
    }),
    column("group", "分组", "name", text(assessmentLimits.group), {
      also: ["类别", "一级指标", "考核类别"],
      example: "消防安全",
      help: `不超过${assessmentLimits.group}个字，可以不填。`,
    }),
    column("name", "考核项", "name", nodeName("考核项", assessmentLimits.itemName), {
      also: ["考核内容", "指标", "二级指标", "项目"],
      isRequired: true,
      example: "消防通道畅通",
      help: `不超过${assessmentLimits.itemName}个字。同一方案、同一分组内已有的考核项会更新。`,
    }),
    column("weight", "权重", "plain", decimal(assessmentLimits.weight, assessmentMessages.weightWrong), {
      example: "1",
      help: `大于0，不超过${assessmentLimits.weight}，最多两位小数。不填则为1；已有的保持不变。`,
    }),
    column(
      "fullScore",
      "满分",
      "plain",
      decimal(assessmentLimits.fullScore, assessmentMessages.fullScoreWrong),
      {
        also: ["分值", "总分"],
        isRequired: true,
        example: "10",
        help: `大于0，不超过${assessmentLimits.fullScore}，最多两位小数。`,
      },
    ),
    column("asked", "佐证要求", "plain", text(assessmentLimits.asked), {
      also: ["佐证材料", "材料要求"],
      example: "照片和检查记录",
      help: `不超过${assessmentLimits.asked}个字。不填则保持不变。`,
    }),
  ],
  modules: [
    column("code", "标识", "code", ModuleCode, {
      also: ["模块标识", "代码", "编码"],
      isRequired: true,
      example: "safety.patrol",
      help: `字母、数字、点、下划线和连字符，不超过${treeLimits.code}个。已有的标识会更新其名称。`,
    }),
    column("name", "模块名称", "name", nodeName("模块名称", treeLimits.name), {
      also: ["名称", "模块"],
      isRequired: true,
      example: "示例：安全巡查",
      help: `不超过${treeLimits.name}个字。`,
    }),
    column("parent", "上级模块标识", "code", ModuleCode, {
      also: ["上级标识", "上级模块"],
      example: "safety",
      help: `上级模块的标识；不填则为一级模块。最多${moduleTree.levels}级，已有模块的上级请在模块管理中移动。`,
    }),
    sortNo,
  ],
  alarmTypes: [
    column("code", "类型代码", "plain", AlarmTypeCode, {
      also: ["代码", "编码", "model_code"],
      isRequired: true,
      example: "smoke",
      help: `上报预警的系统发送的类型代码，不超过${alarmTableLimits.code}个字符。已有的代码会更新其名称。`,
    }),
    column("name", "类型名称", "name", AlarmTypeName, {
      also: ["名称", "预警类型"],
      isRequired: true,
      example: "示例：烟雾报警",
      help: `不超过${alarmTableLimits.typeName}个字，不能重复。`,
    }),
  ],
  alarmLevels: [
    column("level", "等级", "number", whole(alarmTableLimits.highestLevel, alarmTableMessages.badLevel), {
      also: ["级别", "预警等级"],
      isRequired: true,
      example: "1",
      help: `1到${alarmTableLimits.highestLevel}的整数，数字小的更严重。已有的等级会更新。`,
    }),
    column("name", "等级名称", "name", AlarmLevelName, {
      also: ["名称"],
      isRequired: true,
      example: "示例：特别重大",
      help: `不超过${alarmTableLimits.levelName}个字，不能重复。`,
    }),
    column("minutesToTake", "确认时限（分钟）", "number", minutes, {
      also: ["确认时限"],
      example: "10",
      help: "超过该时限无人确认的，自动上报上级教育局；不填则不上报。",
    }),
    column("minutesToHandle", "处置时限（分钟）", "number", minutes, {
      also: ["处置时限"],
      example: "60",
      help: "确认后超过该时限未处置的，自动上报上级教育局；不填则不上报。",
    }),
  ],
} satisfies Readonly<Record<string, readonly ImportColumn[]>>

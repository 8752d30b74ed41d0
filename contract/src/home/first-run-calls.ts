import { z } from "zod"
import { call } from "../core/call.ts"

/** DAY-15: what a new site needs, in the order in which it is done, and where. */
export const firstRunSteps = {
  areas: { name: "区域", words: "录入或导入本地的市、区县、乡镇", place: "/main/areas" },
  organisations: { name: "单位", words: "添加教育局、学校和企业", place: "/main/orgTree" },
  people: { name: "人员", words: "添加或导入人员，发放初始密码", place: "/main/peopleTree" },
  tables: { name: "数据字典", words: "核对学段、职务等代码表", place: "/main/dictionary" },
  applications: { name: "应用", words: "在菜单中接入业务系统", place: "/main/menus" },
  alarms: { name: "预警", words: "设置预警等级，登记预警来源", place: "/main/alarmSources" },
} as const
export type FirstRunStep = keyof typeof firstRunSteps

export const FirstRun = z.object({
  areas: z.boolean(),
  organisations: z.boolean(),
  people: z.boolean(),
  tables: z.boolean(),
  applications: z.boolean(),
  alarms: z.boolean(),
})
export type FirstRun = z.infer<typeof FirstRun>

export const firstRunCalls = {
  /** Which of the steps are done, as the data says. */
  progress: call({
    service: "usercenter",
    method: "GET",
    path: "/web/get_first_run.action",
    permission: null,
    input: z.object({}),
    output: FirstRun,
  }),
}

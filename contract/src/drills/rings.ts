import { executionTypes, type ExecutionType } from "./calls.ts"

/** The bell's text for those who take part: the kind first, because a bell shows the beginning. */
export const drillRings = {
  started: (type: ExecutionType, title: string) =>
    type === executionTypes.emergency
      ? `【真实应急】已启动，请立即响应：${title}`
      : `【演练】已开始，请确认：${title}`,
  ended: (type: ExecutionType, title: string) =>
    type === executionTypes.emergency ? `【真实应急】已结束：${title}` : `【演练】已结束：${title}`,
} as const

import { updateMessages } from "./update-messages.ts"

/** LAYOUT-3: what people read in every form, whatever it is for. */
export const formMessages = {
  unsavedTitle: updateMessages.lostTitle,
  unsaved: "放弃后，填写的内容会丢失。",
  unreadableDay: "日期不存在或格式不正确，例如 2026-03-05",
  unreadableTime: "时间格式不正确，例如 14:05",
  discard: "放弃",
  goOn: "继续填写",
  /** No answer came: it may have been saved, and the same sent again is done once (REQ-2). */
  outcomeUnknown:
    "没有等到服务器的回应，不确定是否已经保存。可以再提交一次，内容不变就不会重复；也可以先到列表中核对。",
} as const

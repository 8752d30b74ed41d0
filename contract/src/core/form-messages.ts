/** LAYOUT-3: no answer came. It may have been saved, and the same sent again is done once (REQ-2). */
export const outcomeUnknown =
  "没有等到服务器的回应，不确定是否已经保存。可以再提交一次，内容不变就不会重复；也可以先到列表中核对。"

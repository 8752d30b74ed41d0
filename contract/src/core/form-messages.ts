/** LAYOUT-3: no answer came. It may have been saved, and the same sent again is done once (REQ-2). */
export const outcomeUnknown =
  "未收到服务器响应，无法确定是否已保存。可以再次提交，内容相同不会重复保存；也可以先到列表中核对。"

/** DAY-5: asked before a second run begins where one is running. */
export const secondRunMessages = {
  title: "有单位正在进行演练或应急响应",
  words: (running: readonly { readonly orgname: string; readonly title: string }[]) =>
    `${running
      .slice(0, 3)
      .map(({ orgname, title }) => `${orgname}正在进行“${title}”`)
      .join("；")}${running.length > 3 ? `；共${running.length}个单位` : ""}。仍要同时启动吗？`,
  confirm: "仍要启动",
} as const

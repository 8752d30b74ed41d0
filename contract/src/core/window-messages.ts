/** BARE-2: a picker or drawer that could not be fetched. Apart from `loading-messages.ts`, which the login page brings along. */
export const windowMessages = {
  failed: "窗口加载失败",
  failedWhy: "可能是网络不稳定，或者系统刚刚更新。",
  needsReload: "重新加载页面后才能打开。页面上未保存的内容会丢失，请先关闭窗口并保存。",
  /** BROWSER-11: where everything that was typed survives the reload. */
  needsReloadKept: "重新加载页面后才能打开。已填写的内容会保留，重新打开即可继续填写。",
} as const

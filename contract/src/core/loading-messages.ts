/** ROUTE-8, BARE-2: what people read when a part of the portal could not be fetched. No import: the build reads it as well. */
export const loadingMessages = {
  pageFailed: "页面加载失败",
  pageFailedWhy: "可能是网络不稳定，或者系统刚刚更新。请重新加载页面。",
  reload: "重新加载",
  reloadPage: "重新加载页面",
  partNeedsReload: "这一部分加载失败，请重新加载页面",
  openPagesLost: "已打开的其他页面也会重新加载，请先保存其中的内容。",
} as const

/** BROWSER-16. No import: the build reads it as well. */

/** Beside `index.html`, so that it reaches the whole portal and nothing else. */
export const offlineWorkerFile = "offline-worker.js"

export const offlineMessages = {
  offline: "当前没有网络连接",
  lost: "网络已断开，请检查网络连接",
  unreached: "暂时连接不上服务器",
  retries: "网络恢复后会自动重新打开，您也可以手动重试。",
  retry: "重试",
} as const

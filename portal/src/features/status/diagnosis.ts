import type { StatusOverview } from "@uc/contract/status/calls"
import type { CheckState } from "@uc/contract/status/findings"
import { secondsInWords, sizeInWords } from "./in-words.ts"

export const stateNames: Readonly<Record<CheckState, string>> = {
  error: "异常",
  warning: "注意",
  unknown: "未知",
  ok: "正常",
}

/** For support: what the page shows, but for the names of machines. Nothing personal is in it. */
export function diagnosisOf(overview: StatusOverview): string {
  const { at, product, checks, processes, database, jobs, queues, disks, certificate, slowest } = overview
  const lines = [
    `运行状态 ${at}（Asia/Shanghai）`,
    `版本 ${product.version}，提交 ${product.commit ?? "未知"}，Node.js ${product.node}，启动于 ${product.startedAt}`,
    "",
    "检查",
    ...checks.map(({ id, state, found }) => `[${stateNames[state]}] ${id}：${found}`),
    "",
    "进程",
    ...(processes ?? []).map(
      (process, index) =>
        `${index + 1}. 版本 ${process.version}，启动于 ${process.startedAt}，报告于 ${process.seenAt}，` +
        `内存 ${sizeInWords(process.memoryBytes)}，延迟 ${process.delayMs} 毫秒，事件流 ${process.streams}`,
    ),
    "",
    "数据库",
    database
      ? `PostgreSQL ${database.version}${database.isEmbedded ? "（内置）" : ""}，${sizeInWords(database.sizeBytes)}，` +
        `连接 ${database.connections}/${database.maxConnections}，` +
        `连接池 ${database.pool.busy}/${database.pool.most}（等待 ${database.pool.waiting}），备库 ${database.standbys}，延迟 ${database.lagS ?? "-"} 秒`
      : "无法读取",
    "",
    "定时任务",
    ...(jobs ?? []).map(
      ({ name, lastOkAt, lastErrorAt }) => `${name}：成功 ${lastOkAt ?? "-"}，失败 ${lastErrorAt ?? "-"}`,
    ),
    "",
    "队列",
    ...(queues ?? []).map(
      ({ name, waiting, oldestS }) =>
        `${name}：${waiting}${oldestS === null ? "" : `，最早 ${secondsInWords(oldestS)}`}`,
    ),
    "",
    "磁盘",
    ...(disks ?? []).map(
      ({ folder, freeBytes, totalBytes }) =>
        `${folder}：剩余 ${sizeInWords(freeBytes)}，共 ${sizeInWords(totalBytes)}`,
    ),
    certificate ? `证书：剩余 ${certificate.daysLeft} 天` : "证书：无",
    "",
    "较慢的接口",
    ...(slowest ?? []).map(
      ({ call, count, p95Ms, maxMs }) => `${call}：${count} 次，P95 ${p95Ms} 毫秒，最长 ${maxMs} 毫秒`,
    ),
  ]
  return lines.join("\n")
}

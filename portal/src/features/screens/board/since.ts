import { msOf } from "../../monitor/public.ts"

/** How long ago, in few words: `刚刚`, `3分钟`, `2小时15分`, `3天`. */
export function since(moment: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - msOf(moment)) / 60_000))
  if (minutes < 1) return "刚刚"
  if (minutes < 60) return `${minutes}分钟`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return minutes % 60 === 0 ? `${hours}小时` : `${hours}小时${minutes % 60}分`
  return `${Math.floor(hours / 24)}天`
}

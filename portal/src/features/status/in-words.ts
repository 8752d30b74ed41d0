const mib = 1024 ** 2
const gib = 1024 ** 3

export function sizeInWords(bytes: number): string {
  return bytes >= gib ? `${(bytes / gib).toFixed(1)} GB` : `${Math.round(bytes / mib)} MB`
}

export function secondsInWords(seconds: number): string {
  if (seconds < 60) return `${seconds} 秒`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} 分钟`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} 小时`
  return `${Math.floor(seconds / 86_400)} 天`
}

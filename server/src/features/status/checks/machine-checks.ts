import { finding, type Finding } from "./finding.ts"

export interface DiskFacts {
  /** The variable or purpose that names it. */
  readonly folder: string
  readonly freeBytes: number
  readonly totalBytes: number
}

const gib = 1024 ** 3
/** A warning comes below this, an error below a fifth of it. */
export const leastFreeBytes = 5 * gib

export function checkDisks(disks: readonly DiskFacts[], leastBytes = leastFreeBytes): Finding {
  const least = sizeInWords(leastBytes / 5)
  const worst = disks.toSorted((a, b) => a.freeBytes - b.freeBytes)[0]
  if (worst && worst.freeBytes < leastBytes) {
    const isFull = worst.freeBytes < leastBytes / 5
    const values = { folder: worst.folder, free: sizeInWords(worst.freeBytes), least }
    return finding("disk", isFull ? "disk.full" : "disk.low", values)
  }
  const folders = disks.map(({ folder, freeBytes, totalBytes }) => {
    return `${folder} ${sizeInWords(freeBytes)} / ${sizeInWords(totalBytes)}`
  })
  return finding("disk", "disk.ok", { folders: folders.join(", ") })
}

function sizeInWords(bytes: number): string {
  if (bytes >= gib) return `${(bytes / gib).toFixed(1)} GB`
  return `${Math.round(bytes / 1024 ** 2)} MB`
}

export type FolderFacts =
  | { readonly at: "writable" }
  /** The start makes it. */
  | { readonly at: "missing" }
  | { readonly at: "closed"; readonly path: string; readonly reason: string }
  /** The file with the pepper may be read by other users of the machine. */
  | { readonly at: "open"; readonly path: string }

export function checkDataDir(facts: FolderFacts): Finding {
  switch (facts.at) {
    case "writable":
      return finding("dataDir", "dataDir.ok")
    case "missing":
      return finding("dataDir", "dataDir.missing")
    case "closed":
      return finding("dataDir", "dataDir.closed", { path: facts.path, reason: facts.reason })
    case "open":
      return finding("dataDir", "dataDir.open", { path: facts.path })
  }
}

/** The last day of maintenance of each major version, by the project's own calendar. */
const maintainedUntil: Readonly<Record<number, string>> = {
  20: "2026-04-30",
  21: "2024-06-01",
  22: "2027-04-30",
  23: "2025-06-01",
  24: "2028-04-30",
  25: "2026-06-01",
  26: "2029-04-30",
}

export function checkNode(version: string, nowMs: number): Finding {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number)
  if (major < 20 || (major === 20 && minor < 19)) return finding("node", "node.old", { version })
  const until = maintainedUntil[major]
  const hasEnded = until !== undefined && nowMs > Date.parse(`${until}T23:59:59Z`)
  return finding("node", hasEnded ? "node.ended" : "node.ok", { version })
}

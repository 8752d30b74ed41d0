import { finding, type Finding } from "./finding.ts"

/** What a TLS connection to the site's own address has shown. */
export type CertificateFacts =
  | { readonly at: "none" }
  | { readonly at: "unreachable"; readonly host: string; readonly reason: string }
  /** Somebody answers there, but not with TLS. */
  | { readonly at: "noTls"; readonly host: string; readonly reason: string }
  | {
      readonly at: "shown"
      readonly host: string
      readonly fromMs: number
      readonly untilMs: number
      readonly issuer: string
      /** The names in the certificate. */
      readonly names: readonly string[]
      readonly fitsHost: boolean
      /** Node's code for why the chain is not trusted; null: it is. */
      readonly distrust: string | null
    }

const dayMs = 86_400_000
const warningDays = 21
const errorDays = 7
const shownNames = 5
/** Said by its own dates. */
const byDate = new Set(["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"])

export function daysUntil(untilMs: number, nowMs: number): number {
  return Math.floor((untilMs - nowMs) / dayMs)
}

/** What hinders every browser comes before what only announces itself. */
export function checkCertificate(facts: CertificateFacts, nowMs: number): Finding {
  if (facts.at === "none") return finding("certificate", "certificate.none")
  const { host } = facts
  if (facts.at === "unreachable")
    return finding("certificate", "certificate.unreachable", { host, reason: facts.reason })
  if (facts.at === "noTls") return finding("certificate", "certificate.noTls", { host, reason: facts.reason })
  const days = daysUntil(facts.untilMs, nowMs)
  const until = dayOf(facts.untilMs)
  if (facts.untilMs <= nowMs) return finding("certificate", "certificate.expired", { until })
  if (facts.fromMs > nowMs) return finding("certificate", "certificate.early", { from: dayOf(facts.fromMs) })
  if (!facts.fitsHost)
    return finding("certificate", "certificate.name", {
      host,
      names: facts.names.slice(0, shownNames).join(", ") || "-",
    })
  // One that is about to end is worth more haste than how it was signed.
  if (days < errorDays) return finding("certificate", "certificate.ending", { days, until })
  if (facts.distrust === "DEPTH_ZERO_SELF_SIGNED_CERT")
    return finding("certificate", "certificate.selfSigned")
  if (facts.distrust !== null && !byDate.has(facts.distrust))
    return finding("certificate", "certificate.chain", { reason: facts.distrust })
  if (days < warningDays) return finding("certificate", "certificate.expiring", { days, until })
  return finding("certificate", "certificate.ok", { days, until })
}

function dayOf(ms: number): string {
  return new Date(ms + 8 * 3_600_000).toISOString().slice(0, 10)
}

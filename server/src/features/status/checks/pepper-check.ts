import { finding, type Finding } from "./finding.ts"

/** Of the pepper, which is not handed around itself. */
export type PepperFacts =
  | { readonly from: "variable"; readonly isWeak: boolean }
  | { readonly from: "dataDir"; readonly isWeak: boolean }
  /** The first start makes it. */
  | { readonly from: "nowhere" }
  | { readonly from: "broken"; readonly path: string }

interface Around {
  /** Whether the database's passwords were made with it; null: not known. */
  readonly fitsDatabase: boolean | null
  /** A database of its own may have several servers, which must share one pepper. */
  readonly isEmbedded: boolean
}

export function checkPepper(facts: PepperFacts, { fitsDatabase, isEmbedded }: Around): Finding {
  if (facts.from === "broken") return finding("pepper", "pepper.broken", { path: facts.path })
  // A new one would not fit a database that has seen another.
  if (fitsDatabase === false) return finding("pepper", "pepper.other")
  if (facts.from === "nowhere") return finding("pepper", isEmbedded ? "pepper.unmade" : "pepper.alone")
  if (facts.isWeak) return finding("pepper", "pepper.weak")
  if (facts.from === "variable") return finding("pepper", "pepper.ok")
  return finding("pepper", isEmbedded ? "pepper.stored" : "pepper.alone")
}

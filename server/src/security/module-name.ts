import { readHostedModule } from "@uc/contract/reauth/hosted-operations"
import { isSensitiveModule, sensitiveModules } from "@uc/contract/reauth/sensitive-modules"
import { eq } from "drizzle-orm"
import type { Db } from "../db/open.ts"
import { authDomain } from "../db/schema/domains.ts"

/** What a proof is for, as people read it; null: there is no such module, or it is registered no more. */
export async function moduleName(db: Db, mid: string): Promise<string | null> {
  if (isSensitiveModule(mid)) return sensitiveModules[mid].name
  const hosted = readHostedModule(mid)
  if (!hosted) return null
  const [entry] = await db
    .select({ name: authDomain.name, operations: authDomain.operations })
    .from(authDomain)
    .where(eq(authDomain.id, hosted.domainId))
  const operation = entry?.operations.find((each) => each.mid === hosted.mid)
  return entry && operation ? `${operation.name}（${entry.name}）` : null
}

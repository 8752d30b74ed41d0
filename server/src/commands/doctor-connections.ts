import type pg from "pg"
import type { Config } from "../config.ts"
import { ownConnection } from "../db/own-connection.ts"
import { systemIdentifier } from "../db/replica/replica.ts"
import { budgetSentence } from "../db/start-checks/connection-budget.ts"
import { DatabaseRefusal } from "../db/start-checks/database-refusal.ts"
import { wayPastPooler } from "../db/start-checks/find-pooler.ts"
import type { OwnFinding } from "./doctor-words.ts"

interface Way {
  /** Where a session is one's own; null: there is no such way, and nothing more can be looked at. */
  readonly url: string | null
  readonly isPooled: boolean
  readonly finding: OwnFinding
}

/** OPS-5: what stands between this machine and the database, as the start finds it out. */
export async function wayToDatabase(
  url: string,
  { databaseListenUrl: listenUrl }: Config,
  reasonOf: (error: unknown) => string,
): Promise<Way> {
  const found = (code: OwnFinding["code"], values: OwnFinding["values"] = {}): OwnFinding => ({
    id: "pooler",
    code,
    values,
  })
  try {
    const past = await wayPastPooler({ url, listenUrl })
    const isPooled = past !== null
    return { url: past ?? url, isPooled, finding: found(isPooled ? "pooler.past" : "pooler.none") }
  } catch (error) {
    if (error instanceof DatabaseRefusal)
      return {
        url: null,
        isPooled: true,
        finding: found("pooler.refused", { reason: withoutPoint(error.message) }),
      }
    return { url: null, isPooled: true, finding: found("pooler.unknown", { reason: reasonOf(error) }) }
  }
}

/** OPS-5: whether the start would fit beside the processes that run. */
export async function checkedBudget(
  client: pg.Client,
  { poolMax }: Config,
  { isPooled, reasonOf }: { readonly isPooled: boolean; readonly reasonOf: (error: unknown) => string },
): Promise<OwnFinding> {
  try {
    const sentence = await budgetSentence(client, { poolMax, isPooled })
    return { id: "budget", code: "budget.ok", values: { sentence: withoutPoint(sentence) } }
  } catch (error) {
    if (!(error instanceof DatabaseRefusal))
      return { id: "budget", code: "budget.unknown", values: { reason: reasonOf(error) } }
    return { id: "budget", code: "budget.refused", values: { reason: withoutPoint(error.message) } }
  }
}

/** OPS-5: DATABASE_READ_URL. Without it everything works, only on the primary. */
export async function checkedReplica(
  primary: pg.Client,
  url: string,
  reasonOf: (error: unknown) => string,
): Promise<OwnFinding> {
  const found = (code: OwnFinding["code"], values: OwnFinding["values"] = {}): OwnFinding => ({
    id: "replica",
    code,
    values,
  })
  let client: pg.Client
  try {
    client = await ownConnection({ connectionString: url, application_name: "user-centre doctor" })
  } catch (error) {
    return found("replica.unreachable", { reason: reasonOf(error) })
  }
  try {
    if ((await systemIdentifier(client)) !== (await systemIdentifier(primary))) return found("replica.other")
    const { rows } = await client.query<{ standby: boolean }>("select pg_is_in_recovery() as standby")
    return found(rows[0]?.standby === true ? "replica.ok" : "replica.primary")
  } catch (error) {
    return found("replica.unreachable", { reason: reasonOf(error) })
  } finally {
    await client.end().catch(() => {})
  }
}

/** Lines of the command end with one of their own. */
function withoutPoint(sentence: string): string {
  return sentence.replace(/\.$/, "")
}

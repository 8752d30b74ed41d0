import { sql } from "drizzle-orm"
import type { Db } from "../open.ts"

/**
 * For the rest of the transaction every statement is planned for its values. A statement over a period is so frequent that
 * PostgreSQL would use one generic plan, which knows neither the length of the period nor the number of organisations.
 */
export async function planEachTime(db: Db): Promise<void> {
  await db.execute(sql`set local plan_cache_mode to force_custom_plan`)
}

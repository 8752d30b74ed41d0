import { sql } from "drizzle-orm"
import type { Db } from "../open.ts"

/**
 * For the rest of the transaction every statement is planned for the values that it is given. A statement over a period is
 * asked by so many that PostgreSQL would plan it once for all, and then knows neither how long the period is nor how many
 * organisations are meant.
 */
export async function planEachTime(db: Db): Promise<void> {
  await db.execute(sql`set local plan_cache_mode to force_custom_plan`)
}

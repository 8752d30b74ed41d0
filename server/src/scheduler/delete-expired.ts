import { signOnFailureLimits } from "@uc/contract/applications/sign-on-failures"
import { domainLimits } from "@uc/contract/domains/calls"
import { firstPasswordLimits } from "@uc/contract/first-passwords/calls"
import { importLimits } from "@uc/contract/imports/calls"
import { ingestLimits } from "@uc/contract/alarm-sources/calls"
import { noticeLimits } from "@uc/contract/notices/calls"
import { sql, type SQL } from "drizzle-orm"
import type { Database } from "../db/open.ts"
import { unrestricted } from "../db/scope.ts"

const batchSize = 1000

/** Rows that nobody needs any more, by the database's clock. Logs are not deleted. */
const expired: Readonly<Record<string, SQL>> = {
  idempotent_request: sql`created_at < now() - interval '1 day'`,
  captcha_challenge: sql`expires_at < now() - interval '1 hour'`,
  captcha_track: sql`seen_at < now() - interval '1 day'`,
  picture_code: sql`expires_at < now() - interval '1 hour'`,
  // The longest window is a day, that of a slider an hour, that of a domain a minute.
  quota: sql`bucket < now() - interval '25 hours'
    or ((key ^@ 'slider-' or key ^@ 'domain-') and bucket < now() - interval '2 hours')`,
  session: sql`absolute_until < now() - interval '7 days' or revoked_at < now() - interval '7 days'`,
  // The longest lock is a day, and so is the longest count.
  auth_failure: sql`window_start < now() - interval '2 days'`,
  sign_in_ticket: sql`expires_at < now() - interval '1 day'`,
  // As long as the browser's cookie lives.
  known_device: sql`last_at < now() - interval '400 days'`,
  sms_code: sql`expires_at < now() - interval '1 day'`,
  // Content is left where it was shown on the screen of demo mode, or where nothing was there to send it.
  sms_outbox: sql`created_at < now() - interval '1 day' or sealed is not null and created_at < now() - interval '10 minutes'`,
  qr_ticket: sql`expires_at < now() - interval '1 day'`,
  guest_ticket: sql`expires_at < now()`,
  cas_ticket: sql`expires_at < now()`,
  // A code that was used is kept for a while: used again, it ends what came of it.
  // Sign-ons that nobody finished are the many of them, and nothing asks for them again.
  oidc_state: sql`expires_at < now() - case when model in ('Interaction', 'CasSignOn') then interval '0' else interval '10 minutes' end`,
  oidc_key: sql`published_until < now()`,
  // What could not be told is shown for longer.
  application_sign_on: sql`next_at is null
    and answered_at < now() - case when told_at is null then interval '7 days' else interval '1 day' end`,
  // The same for notices of changes.
  webhook_delivery: sql`next_at is null
    and answered_at < now() - case when told_at is null then interval '7 days' else interval '1 day' end`,
  application_failure: sql`last_at < now() - make_interval(days => ${signOnFailureLimits.days}::int)`,
  bell_ring: sql`created_at < now() - make_interval(days => ${noticeLimits.ringDays}::int)`,
  alarm_source_call: sql`at < now() - make_interval(days => ${ingestLimits.callDays}::int)`,
  data_import: sql`state = 'coming' and created_at < now() - interval '1 day'`,
  // Files that were uploaded and not imported: full of personal data.
  import_part: sql`created_at < now() - make_interval(days => ${importLimits.keptDays}::int)`,
  // With the passwords that nobody has taken.
  first_password: sql`until < now()`,
  // Until then whoever opens one is told what became of it.
  activation_link: sql`until < now() - make_interval(days => ${firstPasswordLimits.keptDays}::int)`,
  first_password_sheet: sql`until < now() - make_interval(days => ${firstPasswordLimits.keptDays}::int)`,
  // Of processes that have ended; the others write once a minute.
  job_run: sql`started_at < now() - interval '7 days'`,
  // Processes that were killed; the others remove themselves.
  process_status: sql`seen_at < now() - interval '1 hour'`,
  refused_origin: sql`day < (now() at time zone 'Asia/Shanghai')::date - ${domainLimits.refusedDays}::int`,
}

/** In small batches, without waiting for rows that another process is deleting. Gives how many rows were deleted. */
export async function deleteExpired(database: Database): Promise<number> {
  let total = 0
  for (const [table, isExpired] of Object.entries(expired)) {
    for (let deleted = batchSize; deleted === batchSize;) {
      const name = sql.identifier(table)
      const done = await database.transaction(unrestricted, (db) =>
        db.execute(sql`
          delete from ${name} where ctid = any (array(
            select ctid from ${name} where ${isExpired} limit ${batchSize} for update skip locked))`),
      )
      deleted = done.rowCount ?? 0
      total += deleted
    }
  }
  return total
}

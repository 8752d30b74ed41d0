import { z } from "zod"
import { BackupState } from "../backups/last-backup.ts"
import { call } from "../core/call.ts"

const count = z.int().min(0)

/** HOME-5: the numbers on the tiles of `manage`, of what the viewer administers; null: not theirs. */
export const manageCalls = {
  overview: call({
    service: "usercenter",
    method: "GET",
    path: "/manage/get_overview.action",
    permission: "manage.overview",
    mayLag: true,
    input: z.object({}),
    output: z.object({
      organisations: count,
      people: count,
      domains: count,
      /** Keys in use of systems that report warnings. */
      alarmSources: count,
      /** People who are signed in at this moment. */
      signedIn: count,
      /** Since midnight. */
      refusedSignIns: count,
      audited: count,
      menus: count.nullable(),
      codeTables: count.nullable(),
      /** OPS-1 */
      backup: BackupState.nullable(),
    }),
  }),
}

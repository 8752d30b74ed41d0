import { admintypes } from "@uc/contract/account/calls"
import { importSeparators } from "@uc/contract/imports/import-kinds"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, eq, gt, isNull, ne, type SQL } from "drizzle-orm"
import { organisation } from "../../../db/schema/organisations.ts"
import type { RequestContext } from "../../../http/calls/request-context.ts"
import type { Cell } from "../../../sheet/xlsx-writer.ts"

/** By the keys of the template's columns. */
export type Row = Readonly<Partial<Record<string, Cell>>>
interface Page {
  readonly items: readonly Row[]
  /** The last organisation, or whatever else its rows go by. */
  readonly next: Id | null
}
export type Reader = (
  context: RequestContext,
  from: Id | undefined,
  limit: number,
  orgid?: Id,
) => Promise<Page>

/** Of a whole tree there is no half: so many organisations at once. */
const organisationsAtOnce = 50

/** The own organisation, or all in reach; the platform's own is the platform's alone, and nobody works in what is out of use. */
export function areTheirs({ user: { user } }: RequestContext): SQL | undefined {
  return and(
    isNull(organisation.disabledAt),
    user.admintype === admintypes.organisation ? eq(organisation.id, user.orgid) : undefined,
    user.admintype === admintypes.area ? ne(organisation.kind, "platform") : undefined,
  )
}

export async function organisationsFrom(context: RequestContext, from: Id | undefined, orgid?: Id) {
  const rows = await context.db
    .select({ id: organisation.id, name: organisation.name })
    .from(organisation)
    .where(
      and(
        areTheirs(context),
        orgid === undefined ? undefined : eq(organisation.id, orgid),
        from === undefined ? undefined : gt(organisation.id, from),
      ),
    )
    .orderBy(asc(organisation.id))
    .limit(organisationsAtOnce)
  const next = rows.length < organisationsAtOnce ? null : (rows.at(-1)?.id ?? null)
  return { ids: rows.map(({ id }) => id), nameOf: new Map(rows.map(({ id, name }) => [id, name])), next }
}

export const joined = (parts: readonly string[]) => parts.join(importSeparators.level)

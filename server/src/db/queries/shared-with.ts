import { sql, type SQL, type SQLWrapper } from "drizzle-orm"

/**
 * BARE-6: whether something that is shared with all organisations below a path is shared with this one. What a bureau shares never
 * reaches the platform's organisation, also where that one lies in the bureau's area; what the platform shares (the empty path) does.
 */
export function isSharedWith(
  organisation: { readonly kind: SQLWrapper; readonly areaPath: SQLWrapper },
  path: SQLWrapper,
): SQL {
  return sql`(starts_with(${organisation.areaPath}, ${path}) and (${organisation.kind} <> 'platform' or ${path} = ''))`
}

import { unknownTypeParts } from "@uc/contract/alarms/type-name"
import { sql, type SQL } from "drizzle-orm"

/** DISTRICT-9: a type's name, or for one that no table knows the same words as everywhere (`unknownTypeName`). */
export function typeName(name: unknown, code: unknown): SQL<string> {
  const { before, after } = unknownTypeParts
  return sql<string>`coalesce(${name}, ${before}::text || ${code} || ${after}::text)`
}

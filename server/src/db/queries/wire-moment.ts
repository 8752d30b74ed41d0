import { sql, type SQL, type SQLWrapper } from "drizzle-orm"

/** The wire speaks Asia/Shanghai, whatever the server's own clock is set to. */
const wireFormat = "YYYY-MM-DD HH24:MI:SS"

export function asMoment(column: SQLWrapper): SQL<string> {
  return sql<string>`to_char(${column} at time zone 'Asia/Shanghai', ${sql.raw(`'${wireFormat}'`)})`
}

/** A moment of the wire as JavaScript's. Shanghai has had no summer time since 1991. */
export function momentFrom(wire: string): Date {
  return new Date(`${wire.replace(" ", "T")}+08:00`)
}

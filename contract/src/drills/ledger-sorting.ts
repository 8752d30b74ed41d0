import { sortedBy } from "../core/sorting.ts"

const ledgerColumns = ["orgname", "planTitle", "kind", "timesAYear", "held", "due", "lastAt"] as const
const heldColumns = ["title", "orgname", "begunAt", "seconds", "confirmed"] as const

/** DAY-13: otherwise by organisation and kind. */
export const ledgerSorting = sortedBy(...ledgerColumns)
/** Otherwise the newest first. */
export const heldSorting = sortedBy(...heldColumns)
/** Of an export of both: that of the sheet which has the column. */
export const eitherSorting = sortedBy(...ledgerColumns, ...heldColumns)

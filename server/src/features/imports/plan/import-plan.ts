import type { ImportChange, ImportLine } from "@uc/contract/imports/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import type { Database, Db } from "../../../db/open.ts"
import type { OrganisationKind } from "../../../db/schema/organisations.ts"
import type { Scope } from "../../../db/scope.ts"
import type { Services } from "../../../http/services.ts"
import type { ImportedLine, Problems } from "./problems.ts"

export interface KnownOrganisation {
  readonly id: Id
  readonly name: string
  readonly kind: OrganisationKind
  readonly areaId: Id
  readonly isDisabled: boolean
}

/** Who brings it, and what they may change. */
export interface Importer {
  readonly services: Services
  readonly database: Database
  readonly user: CurrentUser
  readonly scope: Scope
  /** For the audit log: the session and the address of the request. */
  readonly sessionId: string
  readonly ip: string
  /** The organisations that they administer. */
  readonly organisations: readonly KnownOrganisation[]
}

export interface PlannedLine extends ImportLine {
  readonly change: ImportChange
}

export interface Written {
  readonly importId: Id
  readonly disablesMissing: boolean
  /** How many lines are done. Throws where it is to stop. */
  readonly onDone: (done: number) => void
}

/** What a file would change. `write` does it, in the transaction that it is handed. */
export interface ImportPlan {
  readonly lines: readonly PlannedLine[]
  readonly gone: readonly PlannedLine[]
  /** Of those that are gone, which would be taken out of use. */
  readonly canDisable: number
  readonly touched: readonly Id[]
  /** What a person should know though nothing is wrong. */
  readonly notes?: readonly string[]
  write(db: Db, written: Written): Promise<{ readonly disabled: number }>
}

/** Looks at all lines together and at what is there. What is wrong goes to `problems`. */
export type Planner = (
  db: Db,
  importer: Importer,
  lines: readonly ImportedLine[],
  problems: Problems,
) => Promise<ImportPlan>

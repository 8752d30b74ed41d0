import type { ImportChange, ImportLine } from "@uc/contract/imports/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import type { Database, Db } from "../../../db/open.ts"
import type { OrganisationKind } from "../../../db/schema/organisations.ts"
import type { Scope } from "../../../db/scope.ts"
import type { Services } from "../../../http/services.ts"
import type { SignedIn } from "../../../session/signed-in.ts"
import type { ImportedLine, Problems } from "./problems.ts"

export interface KnownOrganisation {
  readonly id: Id
  readonly name: string
  readonly kind: OrganisationKind
  readonly areaId: Id
  readonly isDisabled: boolean
}

/** Who imports it, and what they may change. */
export interface Importer {
  readonly services: Services
  readonly database: Database
  readonly signedIn: SignedIn
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
  /** How many lines are done. Throws when it has to stop. */
  readonly onDone: (done: number) => void
}

/** What a file would change. `write` does it in the given transaction. */
export interface ImportPlan {
  readonly lines: readonly PlannedLine[]
  readonly gone: readonly PlannedLine[]
  /** Of the missing ones, those that would be disabled. */
  readonly canDisable: number
  readonly touched: readonly Id[]
  /** What a person should know though nothing is wrong. */
  readonly notes?: readonly string[]
  write(db: Db, written: Written): Promise<{ readonly disabled: number }>
}

/** Compares all lines with each other and with the existing data. Problems go to `problems`. */
export type Planner = (
  db: Db,
  importer: Importer,
  lines: readonly ImportedLine[],
  problems: Problems,
) => Promise<ImportPlan>

import { scimMessages } from "@uc/contract/applications/scim"
import type { Services } from "../../../http/services.ts"
import type { Db } from "../../../db/open.ts"
import { Refusal } from "../../../errors/refusal.ts"
import { ownScope } from "./known-key.ts"
import { ScimError } from "./scim-error.ts"
import type { Reader } from "./users.store.ts"

/** One write of an application. */
export interface Writer extends Reader {
  readonly services: Services
  readonly ip: string
  readonly ifMatch: string | undefined
}

/** Within the application's own organisation alone, whatever else it may read. */
export function inOwnOrganisation<T>(writer: Writer, work: (db: Db) => Promise<T>): Promise<T> {
  return writer.services.database.transaction(ownScope(writer.key), work)
}

/** It can be read, and so belongs to an organisation below. */
export function notOwn(): ScimError {
  return new ScimError(403, scimMessages.notOwn)
}

/** A sentence of the portal's own forms. */
export function refusedAs(status: number, message: string, type?: "uniqueness" | "invalidValue"): ScimError {
  return new ScimError(status, message, type === undefined ? {} : { type })
}

export function asScimError(error: Refusal): ScimError {
  const { retryAfterS } = error.details
  return new ScimError(error.status, error.message, retryAfterS === undefined ? {} : { retryAfterS })
}

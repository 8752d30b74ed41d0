import { parameterMessages } from "@uc/contract/core/parameter-messages"
import type { Id } from "@uc/contract/core/wire"
import { Refusal } from "../../errors/refusal.ts"

/**
 * DISTRICT-15: what several features would otherwise drop. A version without an id: its sender means to change something
 * and would add it again.
 */
export function mustNotVersionNew(id: Id | undefined, version: number | string | undefined): void {
  if (id === undefined && version !== undefined)
    throw new Refusal(parameterMessages.versionOfNew, { field: "version" })
}

interface Cursors {
  readonly before?: string | undefined
  readonly after?: string | undefined
}

/** DISTRICT-15: a page begins at one place. */
export function mustPageOneWay({ before, after }: Cursors): void {
  if (before !== undefined && after !== undefined)
    throw new Refusal(parameterMessages.eitherBeforeOrAfter, { field: "after" })
}

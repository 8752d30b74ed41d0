import type { CallGroup, ParsedInputOf, RawOutputOf } from "@uc/contract/core/call"
import type { Services } from "../services.ts"
import type { OpenRequestContext, RequestContext, ScreenRequestContext } from "./request-context.ts"

export type Handlers<C extends CallGroup> = {
  readonly [Name in keyof C]: (
    input: ParsedInputOf<C[Name]>,
    context: C[Name]["open"] extends true
      ? OpenRequestContext
      : C[Name]["screen"] extends true
        ? ScreenRequestContext
        : RequestContext,
  ) => Promise<RawOutputOf<C[Name]>> | RawOutputOf<C[Name]>
}

export interface Feature<C extends CallGroup = CallGroup> {
  readonly calls: C
  readonly handlers: (services: Services) => Handlers<C>
}

/** Ties the calls of one noun to their handlers; a missing handler does not compile. */
export function implementCalls<C extends CallGroup>(
  calls: C,
  handlers: (services: Services) => Handlers<C>,
): Feature<C> {
  return { calls, handlers }
}

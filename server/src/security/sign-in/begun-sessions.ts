import type { Id } from "@uc/contract/core/wire"
import type { SQLWrapper } from "drizzle-orm"
import type { Db } from "../../db/open.ts"

/** What a sign-in needs of sessions, which stand above this layer. */
export interface BegunSessions {
  begin(
    db: Db,
    person: { id: Id; orgId: Id },
    caller: { ip: string; userAgent: string },
    device: { hash: Buffer },
    more: {
      along: readonly SQLWrapper[]
      linkId?: Id | undefined
      isByPhoneCode?: boolean | undefined
    },
  ): Promise<string>
  end(db: Db, sessionId: string): Promise<void>
}

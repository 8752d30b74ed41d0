import { createHash, randomBytes, timingSafeEqual } from "node:crypto"
import { loginLimits } from "@uc/contract/login/calls"
import { and, eq, gt, isNull, sql } from "drizzle-orm"
import type { Database } from "../../db/open.ts"
import { pictureCode } from "../../db/schema/human-checks.ts"
import { unrestricted } from "../../db/scope.ts"
import type { Keyed } from "../keyed.ts"

const hashOf = (codeid: string) => createHash("sha256").update(codeid).digest()

/** Upper and lower case look alike in a picture, and some keyboards write full-width letters. */
function macOf(keyed: Keyed, codeid: string, code: string): Buffer {
  return keyed.mac("picture-code", codeid, code.normalize("NFKC").trim().toUpperCase())
}

/** For `defaultLogin`. The caller limits how often. Gives the `codeid`. */
export async function issuePictureCode(
  database: Database,
  keyed: Keyed,
  { holder, code }: { readonly holder: Buffer; readonly code: string },
): Promise<string> {
  const codeid = randomBytes(16).toString("base64url")
  await database.transaction(unrestricted, (db) =>
    db.insert(pictureCode).values({
      idHash: hashOf(codeid),
      holderHash: holder,
      codeMac: macOf(keyed, codeid, code),
      expiresAt: sql`now() + make_interval(secs => ${loginLimits.pictureCodeS})`,
    }),
  )
  return codeid
}

/** Spent before it is compared: a wrong answer voids it, and of several at once one counts. */
export async function consumePictureCode(
  database: Database,
  keyed: Keyed,
  { codeid, vcode, holder }: { readonly codeid: string; readonly vcode: string; readonly holder: Buffer },
): Promise<boolean> {
  const [used] = await database.transaction(unrestricted, (db) =>
    db
      .update(pictureCode)
      .set({ usedAt: sql`now()` })
      .where(
        and(
          eq(pictureCode.idHash, hashOf(codeid)),
          eq(pictureCode.holderHash, holder),
          isNull(pictureCode.usedAt),
          gt(pictureCode.expiresAt, sql`now()`),
        ),
      )
      .returning({ codeMac: pictureCode.codeMac }),
  )
  return used !== undefined && timingSafeEqual(used.codeMac, macOf(keyed, codeid, vcode))
}

import { createHash } from "node:crypto"
import { qrcodeCalls, qrcodeMessages } from "@uc/contract/qrcodes/calls"
import { reauthCalls } from "@uc/contract/reauth/calls"
import { accountCalls } from "@uc/contract/account/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../server/src/db/scope.ts"
import { issueReauthTicket } from "../server/src/security/qr/qr-tickets.ts"
import { testApp } from "../server/src/testing/test-app.ts"

test("[AUTH-9] Q2 0 of 1,000 foreign phones get through, alone and against the right phone at the same moment", async () => {
  const app = await testApp()
  const [screen, own] = [await app.as("head-a1"), await app.as("head-a1")]
  const strangers = await Promise.all(
    ["teacher-a1", "head-a2", "bureau-a", "platform", "head-b1"].map((account) => app.as(account)),
  )
  const { id } = await screen.send(accountCalls.current, {})
  const token = /uc_sid=([\w-]+)/.exec(screen.headers["cookie"] ?? "")?.[1] ?? ""
  const hash = createHash("sha256").update(token).digest()
  const rows = (statement: ReturnType<typeof sql>) =>
    app.database.transaction(
      unrestricted,
      async (db) => (await db.execute<{ id: string; n: number }>(statement)).rows,
    )
  const [session] = await rows(sql`select id from session where token_hash = ${hash}`)
  const owner = { sessionId: session?.id ?? "", personId: id, mid: "domain-delete" as const }
  let accepted = 0
  let ownConfirmed = 0
  for (let n = 0; n < 1000; n++) {
    const t = await issueReauthTicket(app.database, owner, { ip: "192.0.2.1", userAgent: "" })
    const stranger = strangers[n % strangers.length]
    if (!stranger) continue
    // Every other time the owner's phone runs against it.
    const isRace = n % 2 === 1
    if (isRace) await own.send(qrcodeCalls.scan, { t })
    const [foreign, mine] = await Promise.all([
      stranger.request(isRace ? qrcodeCalls.confirm : qrcodeCalls.scan, { t }),
      isRace ? own.request(qrcodeCalls.confirm, { t }) : null,
    ])
    if (foreign.statusCode === 200) accepted++
    expect([qrcodeMessages.otherUser, qrcodeMessages.over]).toContain(foreign.json().msg)
    if (mine?.statusCode === 200) ownConfirmed++
    else expect(await screen.send(reauthCalls.pollQrcode, { mid: owner.mid })).toBe(false)
  }
  expect(accepted).toBe(0)
  const [grants] = await rows(sql`select count(*)::int as n from reauth_grant`)
  expect(grants?.n).toBe(ownConfirmed)
  console.log(`1,000 foreign phones, ${accepted} accepted; the owner won ${ownConfirmed} of 500 races`)
})

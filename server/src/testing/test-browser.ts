import { createHash, randomBytes, randomInt } from "node:crypto"
import type { Call } from "@uc/contract/core/call"
import { demoMessageCalls } from "@uc/contract/demo/message-calls"
import { sql } from "drizzle-orm"
import type { FastifyInstance, LightMyRequestResponse } from "fastify"
import type { Database } from "../db/open.ts"
import { captchaChallenge } from "../db/schema/human-checks.ts"
import { unrestricted } from "../db/scope.ts"
import { sliderHash } from "../security/human-check/sliders.ts"
import { requestFor } from "./test-app.ts"

/** For tests: a browser that keeps its cookies, at an address of its own. */
export interface TestBrowser {
  readonly holder: Buffer
  /** Its headers, for another process on the same database. */
  readonly cookie: () => string
  /** The session's token, if it has one. */
  token(): string | undefined
  request(call: Call, input: Record<string, unknown>): Promise<LightMyRequestResponse>
  /** A solved slider, read from the database. */
  slider(purpose?: "login" | "sms"): Promise<{ chenckMoveId: string; chenckMoveCode: number }>
}

export function testBrowser(
  { app, database }: { readonly app: FastifyInstance; readonly database: Database },
  address = `198.18.${randomInt(256)}.${randomInt(256)}`,
): TestBrowser {
  const own = randomBytes(32).toString("base64url")
  const holder = createHash("sha256").update(own).digest()
  const jar = new Map([["uc_did", own]])
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
  return {
    holder,
    cookie,
    token: () => jar.get("uc_sid"),
    async request(call, input) {
      const sent = requestFor(call, input, { cookie: cookie() })
      const answer = await app.inject({ ...sent, remoteAddress: address })
      for (const { name, value } of answer.cookies) {
        if (value === "") jar.delete(name)
        else jar.set(name, value)
      }
      return answer
    },
    slider: (purpose = "login") => solvedSlider(database, holder, purpose),
  }
}

/** For tests: as if the browser of this holder had solved one. */
export async function solvedSlider(
  database: Database,
  holder: Buffer,
  purpose: "login" | "reauth" | "sms",
): Promise<{ chenckMoveId: string; chenckMoveCode: number }> {
  const chenckMoveId = randomBytes(16).toString("base64url")
  await database.transaction(unrestricted, (db) =>
    db.insert(captchaChallenge).values({
      idHash: sliderHash(chenckMoveId),
      purpose,
      holderHash: holder,
      x: 100,
      y: 50,
      level: 7,
      state: "passed",
      passedAt: sql`now()`,
      expiresAt: sql`now() + interval '120 seconds'`,
    }),
  )
  return { chenckMoveId, chenckMoveCode: 100 }
}

/** For tests: the code of the newest message on the screen of demo mode; null: none was sent. */
export async function newestCode(browser: Pick<TestBrowser, "request">): Promise<string | null> {
  const { data } = (await browser.request(demoMessageCalls.list, {})).json<{ data: { text: string }[] }>()
  return /[0-9]{6}/.exec(data[0]?.text ?? "")?.[0] ?? null
}

/** For tests: as if so many seconds had passed for all counters and locks. */
export async function passTime(database: Database, seconds: number): Promise<void> {
  const gone = sql`make_interval(secs => ${seconds})`
  await database.transaction(unrestricted, (db) =>
    db.execute(
      sql`update auth_failure set window_start = window_start - ${gone}, locked_until = locked_until - ${gone}`,
    ),
  )
}

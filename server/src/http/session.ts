import { createHash, randomBytes } from "node:crypto"
import type { CookieSerializeOptions } from "@fastify/cookie"
import { maskedPhone } from "@uc/contract/reauth"
import type { CurrentUser } from "@uc/contract/session"
import type { Id } from "@uc/contract/wire"
import { and, eq, gt, isNull, lt, like, sql } from "drizzle-orm"
import type { Database, Db } from "../db/open.ts"
import { area } from "../db/schema/areas.ts"
import { organisation } from "../db/schema/organisations.ts"
import { person } from "../db/schema/people.ts"
import { session } from "../db/schema/sessions.ts"
import { everything, scopeOf, type Scope } from "../db/scope.ts"
import type { Caller } from "./answer.ts"
import { maskedIdcard } from "./masked-idcard.ts"

/** Who asks, and how far they reach. Everything in it comes out of the database, nothing from the browser. */
export interface SignedIn {
  readonly sessionId: string
  readonly account: string
  readonly user: CurrentUser
  readonly scope: Scope
}

export interface Sessions {
  find(token: string): Promise<SignedIn | null>
  /** Begins a session and gives its token; only the token's hash is kept. */
  begin(db: Db, person: { id: Id; orgId: Id }, caller: Caller): Promise<string>
  end(db: Db, sessionId: string): Promise<void>
  /** After the end was committed: this process knows it at once, another may repeat what it knew for a second. */
  forget(token: string): void
}

const absoluteHours = 12
/** How long an answer about a session may be repeated out of memory: a session that was ended lives on this long. */
const freshMs = 1000
const rememberedAtMost = 20_000
/** 256 bits in base64url. */
const tokenPattern = /^[\w-]{43}$/

export function sessionCookie(isSecure: boolean): { name: string; options: CookieSerializeOptions } {
  return {
    // The __Host- prefix is refused by browsers without TLS.
    name: isSecure ? "__Host-uc_sid" : "uc_sid",
    options: { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure },
  }
}

export function sessionsIn(database: Database, nowMs: () => number): Sessions {
  const remembered = new Map<string, { until: number; found: Promise<SignedIn | null> }>()

  return {
    async find(token) {
      // Whatever else stands in the cookie is no token, and must not fill the memory.
      if (!tokenPattern.test(token)) return null
      const known = remembered.get(token)
      if (known && known.until > nowMs()) return known.found
      if (remembered.size >= rememberedAtMost) remembered.clear()
      const found = database.within(everything, (db) => lookUp(db, token))
      remembered.set(token, { until: nowMs() + freshMs, found })
      // A failure is not an answer: the next request asks again.
      found.catch(() => remembered.delete(token))
      return found
    },
    async begin(db, { id, orgId }, { ip, userAgent }) {
      const token = randomBytes(32).toString("base64url")
      await db.insert(session).values({
        tokenHash: hashOf(token),
        personId: id,
        orgId,
        ip,
        userAgent: userAgent.slice(0, 300),
        absoluteUntil: sql`now() + make_interval(hours => ${absoluteHours})`,
      })
      return token
    },
    async end(db, sessionId) {
      await db
        .update(session)
        .set({ revokedAt: sql`now()` })
        .where(eq(session.id, sessionId))
    },
    forget: (token) => void remembered.delete(token),
  }
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest()
}

async function lookUp(db: Db, token: string): Promise<SignedIn | null> {
  const [row] = await db
    .select({
      sessionId: session.id,
      isStale: lt(session.lastActiveAt, sql`now() - interval '1 minute'`),
      person,
      org: { id: organisation.id, name: organisation.name },
      area: { id: area.id, name: area.name, path: area.path },
    })
    .from(session)
    .innerJoin(person, eq(person.id, session.personId))
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .innerJoin(area, eq(area.id, organisation.areaId))
    .where(
      and(
        eq(session.tokenHash, hashOf(token)),
        isNull(session.revokedAt),
        gt(session.absoluteUntil, sql`now()`),
        isNull(person.disabledAt),
        isNull(organisation.disabledAt),
      ),
    )
  if (!row) return null
  if (row.isStale)
    await db
      .update(session)
      .set({ lastActiveAt: sql`now()` })
      .where(eq(session.id, row.sessionId))

  const orgsInArea = await db
    .select({ id: organisation.id })
    .from(organisation)
    .where(like(organisation.areaPath, `${row.area.path}%`))
  const { usertype, orgId } = row.person
  return {
    sessionId: row.sessionId,
    account: row.person.account,
    user: Object.freeze(currentUser(row)),
    scope: scopeOf({
      usertype,
      orgid: orgId,
      areaPath: row.area.path,
      orgsInArea: orgsInArea.map(({ id }) => id),
    }),
  }
}

function currentUser({
  person: own,
  org,
  area: home,
}: {
  person: typeof person.$inferSelect
  org: { id: Id; name: string }
  area: { id: Id; name: string }
}): CurrentUser {
  return {
    id: own.id,
    nickname: own.name,
    himg: own.himg,
    phone: own.phone === null ? null : maskedPhone(own.phone),
    role: own.role,
    orgid: org.id,
    orgname: org.name,
    faceimg: own.faceimg,
    checktype: own.checktype,
    reason: own.reason,
    synctype: own.synctype,
    usertype: own.usertype,
    areaid: home.id,
    areaname: home.name,
    idcard: own.idcard === null ? null : maskedIdcard(own.idcard),
    classcode: own.classcode,
    classname: own.classname,
    isParent: own.isParent,
    grade: own.grade,
    sex: own.sex,
    admintype: own.admintype,
    phoneclient: own.phoneclient,
    phoneicon: own.phoneicon,
    phonelogo: own.phonelogo,
    signature: own.signature,
  }
}

import { sql, type SQL } from "drizzle-orm"
import { afterAll, afterEach, beforeAll } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { testApp, type TestApp, type TestClient } from "../test-app.ts"
import { outsideOidc, type OutsideOidc } from "./outside-oidc.ts"

interface BesideOutside {
  app: TestApp
  /** Manages the sources of a school. */
  head: TestClient
  other: OutsideOidc
  /** As nobody in particular: every row. */
  readonly run: (statement: SQL) => Promise<Record<string, unknown>[]>
}

/** A site beside an outside provider for all tests of a file, each without any source. Its parts are there when the first test begins. */
export function besideOutside(): BesideOutside {
  const clean: (() => Promise<unknown>)[] = []
  const site = {
    run: async (statement) =>
      (await site.app.database.transaction(unrestricted, (db) => db.execute(statement))).rows,
  } as BesideOutside
  beforeAll(async () => {
    site.app = await testApp(
      { innerNetworksForAll: ["127.0.0.1"] },
      (work) => void clean.push(work as () => Promise<void>),
    )
    site.head = await site.app.as("head-a1")
    site.other = await outsideOidc()
  })
  afterAll(async () => {
    await site.other.close()
    for (const work of clean) await work()
  })
  afterEach(async () => {
    site.other.spoilt = {}
    await site.run(sql`delete from identity_source`)
  })
  return site
}

import { createHash, randomBytes } from "node:crypto"
import { scimBase, scimLimits } from "@uc/contract/applications/scim"
import { query } from "../e2e/database.ts"
import type { Benchmark } from "./benchmark.ts"
import { npmStart, unlimited } from "./product.ts"
import { residentKb } from "./resident.ts"
import { compared, median } from "./statistics.ts"

const people = 20_000
const goalS = 10
const goalMb = 150

/** SSO-9. A product of its own, with a school of 20,000, whose database can be asked plainly beside it. */
export const scim: Benchmark = {
  name: "scim",
  goal: `${people} people read by SCIM, page by page, within ${goalS} s and ${goalMb} MB`,
  async run({ root, scratch, onEnd, say, isQuick }) {
    const dataDir = scratch("scim-data")
    const product = await npmStart(root, dataDir, unlimited)
    onEnd(() => product.stop())
    const org = await grow(dataDir)
    const key = await makeKey(dataDir, org)
    const tookS: number[] = []
    const plainS: number[] = []
    const moreMb: number[] = []
    // The first warms up and is not counted.
    for (let round = -1; round < (isQuick ? 1 : 5); round++) {
      const beforeKb = residentKb(product.address)
      const beganMs = performance.now()
      const { read, peakKb } = await walk(product.address, key)
      const doneMs = performance.now()
      if (read < people) throw new Error(`${read} people were read instead of ${people}`)
      await query(plainly, [org], dataDir)
      const plain = performance.now() - doneMs
      if (round < 0) continue
      tookS.push((doneMs - beganMs) / 1000)
      plainS.push(plain / 1000)
      moreMb.push(Math.max(0, peakKb - beforeKb) / 1024)
    }
    say(
      `${tookS.map((s) => s.toFixed(2)).join(", ")} s; ${moreMb.map((mb) => mb.toFixed(0)).join(", ")} MB more`,
    )
    return [
      {
        name: `${people} people by pages of ${scimLimits.countAtMost}`,
        unit: "s",
        ...compared(tookS, plainS, "the same rows as JSON by one select"),
        goal: { of: "value", limit: "at most", number: goalS },
      },
      {
        name: "memory of the server meanwhile, more than before",
        unit: "MB",
        ...median(moreMb),
        goal: { of: "value", limit: "at most", number: goalMb },
      },
    ]
  },
}

async function grow(dataDir: string): Promise<string> {
  const rows = await query<{ id: string }>(
    "select id::text from organisation where kind = 'school' order by id limit 1",
    [],
    dataDir,
  )
  const org = rows[0]?.id ?? ""
  await query(
    `with made as (insert into person (org_id, account, name, usertype, phone, pinyin, initials)
       select $1::bigint, 'scim-' || n, '王' || n, 40, (13000000000 + n)::text, 'wang' || n, 'w' || n
       from generate_series(1, $2::int) n returning id)
     insert into person_department (org_id, person_id, department_id, is_main)
     select $1::bigint, id, (select array_agg(id order by id) from department where org_id = $1::bigint and disabled_at is null)
       [1 + id % (select count(*) from department where org_id = $1::bigint and disabled_at is null)], true from made`,
    [org, people],
    dataDir,
  )
  await query("analyze person, person_department", [], dataDir)
  return org
}

async function makeKey(dataDir: string, org: string): Promise<string> {
  const key = `uck_${randomBytes(32).toString("base64url")}`
  await query(
    `with made as (insert into application (org_id, client_id, name, icon, home_address, redirect_addresses, claims)
       values ($1::bigint, 'bench', '基准', 'apps', 'https://a.cn/', array['https://a.cn/in'],
         array['account', 'name', 'organisation', 'departments', 'posts', 'roles', 'phone']) returning id, org_id)
     insert into application_key (org_id, application_id, name, key_hash, hint, scopes)
     select org_id, id, '基准', $2::bytea, 'abcd', array['directory:read'] from made`,
    [org, createHash("sha256").update(key).digest()],
    dataDir,
  )
  return key
}

async function walk(address: string, key: string): Promise<{ read: number; peakKb: number }> {
  const seen = new Set<string>()
  let peakKb = 0
  for (let startIndex = 1; ; startIndex += scimLimits.countAtMost) {
    const answer = await fetch(
      `${address}${scimBase}/Users?startIndex=${startIndex}&count=${scimLimits.countAtMost}`,
      { headers: { authorization: `Bearer ${key}` } },
    )
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
    const page = (await answer.json()) as { totalResults: number; Resources: { id: string }[] }
    for (const { id } of page.Resources) seen.add(id)
    peakKb = Math.max(peakKb, residentKb(address))
    if (page.Resources.length === 0 || seen.size >= page.totalResults) return { read: seen.size, peakKb }
  }
}

const plainly = `
  select row_to_json(r) from (
    select p.id, p.account, p.name, p.phone, p.disabled_at is null as active, o.name as organisation, p.updated_at,
      (select json_agg(json_build_object('id', d.id, 'name', d.name)) from person_department pd
        join department d on d.id = pd.department_id where pd.person_id = p.id) as departments
    from person p join organisation o on o.id = p.org_id where p.org_id = $1::bigint order by p.id) r`

import { patrolAdminCalls } from "@uc/contract/patrols/admin-calls"
import { query } from "../e2e/database.ts"
import type { Benchmark } from "./benchmark.ts"
import { asked, npmStart, signedIn } from "./product.ts"
import { compared } from "./statistics.ts"

const goalS = 2
const visits = 14_144

/** BARE-17. A product of its own, so that its database can be asked plainly beside it. */
export const exports: Benchmark = {
  name: "exports",
  goal: `${visits} patrol visits, with where each was, as a spreadsheet within ${goalS} s`,
  async run({ root, scratch, onEnd, say, isQuick }) {
    const dataDir = scratch("exports-data")
    const product = await npmStart(root, dataDir)
    onEnd(() => product.stop())
    // The demo world has a few more or less, by the day on which it is made: due yesterday they are all in the list.
    await query(
      `with kept as (select count(*)::int as n from patrol_record where due_at < now() - interval '2 hours')
        insert into patrol_record (org_id, plan_id, point_id, person_id, due_at, result)
        select org_id, plan_id, point_id, person_id, due_at - interval '2 years', 'missed' from patrol_record, kept
        where id in (select id from patrol_record order by id limit greatest(0, $1 - (select n from kept)))`,
      [visits],
      dataDir,
    )
    await query("analyze patrol_record", [], dataDir)
    const { name, value } = await signedIn(product.address, "admin")
    const cookie = `${name}=${value}`
    const tookS: number[] = []
    const plainS: number[] = []
    let rows = 0
    // The first warms up and is not counted.
    for (let round = -1; round < (isQuick ? 1 : 7); round++) {
      const beganMs = performance.now()
      rows = (await asked(product.address, cookie, patrolAdminCalls.exportVisits, {})).rows
      const doneMs = performance.now()
      await query(plainly, [rows], dataDir)
      const plain = performance.now() - doneMs
      if (round < 0) continue
      tookS.push((doneMs - beganMs) / 1000)
      plainS.push(plain / 1000)
    }
    if (rows < visits) throw new Error(`${rows} visits were exported instead of ${visits}`)
    say(`${rows} visits: ${tookS.map((s) => s.toFixed(2)).join(", ")} s`)
    return [
      {
        name: `${rows} visits, from the request to the file`,
        unit: "s",
        ...compared(tookS, plainS, "the same rows read plainly"),
        goal: { of: "value", limit: "at most", number: goalS },
      },
    ]
  },
}

const plainly = `
  select r.*, t.name as point, o.name as organisation, p.name as walker, b.name as place
  from patrol_record r join patrol_point t on t.id = r.point_id join organisation o on o.id = r.org_id
    left join person p on p.id = r.person_id left join building b on b.id = t.place_id
  order by r.due_at desc, r.id desc limit $1`

import { rangeObjectTypes } from "@uc/contract/buildings/calls"
import type { Id } from "@uc/contract/core/wire"
import type { TreeUse } from "@uc/contract/trees/tree-calls"
import { sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { toldNames } from "../trees/public.ts"

/** DISTRICT-9: what points at a place: patrol points, and the ranges of departments and people. */
export async function usesOfBuilding(db: Db, org: Id, id: Id): Promise<TreeUse[]> {
  const { department, person } = rangeObjectTypes
  const { rows } = await db.execute<{ what: string; names: string[]; count: number }>(sql`
    select what, (array_agg(name order by name))[1:${toldNames}::int] as names, count(*)::int as count from (
      select '巡查点位' as what, 1 as no, name from patrol_point where org_id = ${org} and place_id = ${id}
      union all
      select '部门的负责范围', 2, d.name from building_layer_relation r
        join department d on d.org_id = r.org_id and d.id = r.object_id
        where r.org_id = ${org} and r.layer_id = ${id} and r.object_type = ${String(department)}
      union all
      select '人员的负责范围', 3, p.name from building_layer_relation r
        join person p on p.org_id = r.org_id and p.id = r.object_id
        where r.org_id = ${org} and r.layer_id = ${id} and r.object_type = ${String(person)}
    ) used group by what, no order by no`)
  return rows
}

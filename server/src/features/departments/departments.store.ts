import type { DepartmentNode } from "@uc/contract/departments"
import type { Id } from "@uc/contract/wire"
import { and, asc, eq, isNull } from "drizzle-orm"
import { nested } from "../../db/nested.ts"
import type { Db } from "../../db/open.ts"
import { department } from "../../db/schema/organisations.ts"

export async function departmentTree(db: Db, org: Id): Promise<DepartmentNode[]> {
  const rows = await db
    .select({
      id: department.id,
      parentId: department.parentId,
      name: department.name,
      sortNo: department.sortNo,
    })
    .from(department)
    .where(and(eq(department.orgId, org), isNull(department.disabledAt)))
    .orderBy(asc(department.sortNo), asc(department.id))
  return nested(rows, ({ id, name, sortNo }, children) => ({ id, name, sortNo, children }))
}

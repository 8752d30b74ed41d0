import { departmentAdminCalls, type DepartmentDetails } from "@uc/contract/departments/admin-calls"
import { directoryCalls } from "@uc/contract/directory/calls"
import { organisationAdminCalls } from "@uc/contract/organisations/admin-calls"
import { usertypes, type CurrentUser } from "@uc/contract/account/calls"
import { useCall } from "../../../platform/http/use-call.ts"
import type { NodeRef } from "../directory-filters.ts"

interface Named {
  readonly name: string
  readonly path: readonly string[]
  readonly orgid: string | null
  readonly department: DepartmentDetails | null
}

/** The name of the chosen node, and its organisation. */
export function useNamedNode({ kind, id }: NodeRef): Named {
  const area = useCall(directoryCalls.area, { areaid: id }, { isEnabled: kind === "area" })
  const organisation = useCall(
    organisationAdminCalls.details,
    { orgid: id },
    { isEnabled: kind === "organisation" },
  )
  const department = useCall(
    departmentAdminCalls.details,
    { deptid: id },
    { isEnabled: kind === "department" },
  )
  if (kind === "area") {
    const path = area.data?.path.slice(0, -1) ?? []
    return { name: area.data?.areaname ?? "…", path, orgid: null, department: null }
  }
  if (kind === "organisation") {
    const path = organisation.data?.path ?? []
    return { name: organisation.data?.name ?? "…", path, orgid: id, department: null }
  }
  const { data } = department
  return {
    name: data?.name ?? "…",
    path: data ? [data.orgname, ...data.path] : [],
    orgid: data?.orgid ?? null,
    department: data ?? null,
  }
}

interface Wider {
  readonly node: NodeRef
  readonly name: string
}

/** Where else a person may be: a search begins in the own organisation, and a bureau has many. */
export function widerThan(node: NodeRef, { orgid, department }: Named, user: CurrentUser): Wider | null {
  if (node.kind === "department")
    return orgid !== null && department
      ? { node: { kind: "organisation", id: orgid }, name: department.orgname }
      : null
  const seesMany = user.usertype === usertypes.bureau || user.usertype === usertypes.platform
  return node.kind === "organisation" && seesMany
    ? { node: { kind: "area", id: user.areaid }, name: user.areaname }
    : null
}

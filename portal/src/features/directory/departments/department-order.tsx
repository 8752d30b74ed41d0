import { departmentAdminCalls, type DepartmentDetails } from "@uc/contract/departments/admin-calls"
import { OrderButtons } from "./order-buttons.tsx"

export function DepartmentOrder({ department }: { readonly department: DepartmentDetails }) {
  const { id, orgid, version, name, isFirst, isLast } = department
  return (
    <OrderButtons
      name={name}
      isFirst={isFirst}
      isLast={isLast}
      call={departmentAdminCalls.shift}
      input={(by) => ({ orgid, deptid: id, version, by })}
    />
  )
}

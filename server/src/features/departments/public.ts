// SSO-5: an application that an organisation's departments come from changes them by the same statements as the portal's forms.
export { addDepartment, removeDepartment, renameDepartment } from "./departments.store.ts"
export { moveDepartment } from "./move-department.ts"
// The same: what a department is before the change.
export { rowOf } from "./department-tree.store.ts"

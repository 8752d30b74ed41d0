// Whoever manages people by a role must not take over somebody who holds another one.
export { hasRoles } from "./roles.store.ts"

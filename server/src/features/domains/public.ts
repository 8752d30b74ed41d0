// The menu audit tells in which organisations a menu's site may be hosted, and a menu is saved only where it is in one.
export { authorisedOrigins } from "./authorised-origins.ts"
// "Why can't they see it?" names a site that is not in force for somebody's organisation.
export { entryInForce } from "./domains-in-force.ts"
// What a bureau has listed for everything below it follows when it is moved to another area or merged.
export { keepDomainsBelow } from "./domains.store.ts"
// A re-authentication may be for an operation that a hosted application has registered.
export { operationInForce } from "./hosted-operations.ts"
// SSO-3: an application brings its sites along, and counts for everything below as they do.
export { areaPathOf } from "./domains-in-force.ts"
export { keepOrigins } from "./keep-origins.ts"
export { lockList } from "./lock-list.ts"

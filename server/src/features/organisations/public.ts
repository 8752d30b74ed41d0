// Merging departments is logged in the same form as merging organisations.
export { mergeFacts } from "./merge-facts.ts"
// What belongs to an organisation is asked for by its id, and must be one that the caller reaches.
export { organisationOf } from "./organisation-of.ts"

// The status page tells whether months are missing and how many were archived.
export { monthFacts } from "./months.store.ts"

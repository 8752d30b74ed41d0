// Points come in by spreadsheet too.
export { lockPoints, newCode } from "./patrol-points.store.ts"
// A finding becomes a hazard.
export { visitOf } from "./patrol-visits.store.ts"
// Whoever may see a visit may download its pictures.
export { seenVisit } from "./seen-visit.ts"

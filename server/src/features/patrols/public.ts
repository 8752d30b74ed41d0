// Whoever may see a visit may download its pictures.
export { seenVisit } from "./seen-visit.ts"

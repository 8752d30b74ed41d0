// Items of schemes come in by spreadsheet too.
export { addScheme, changeScheme, isGiven, lockedScheme, lockSchemes, schemesOf } from "./schemes.store.ts"
// Whoever may see an assessment may download its evidence.
export { seesEvidence } from "./seen-assessment.ts"

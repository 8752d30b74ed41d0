// Whoever may see an assessment may download its evidence.
export { seesEvidence } from "./seen-assessment.ts"

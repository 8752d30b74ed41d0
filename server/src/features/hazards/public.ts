// Whoever reaches a hazard may download the photos of its history.
export { seenHazardEvent } from "./hazard-detail.store.ts"
// Somebody who is moved leaves what they were to rectify.
export { releaseHazards } from "./release-hazards.ts"
// The menu's badge counts the hazards that the page lists.
export { waitingHazards } from "./waiting-hazards.ts"

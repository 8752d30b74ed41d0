// A patrol's finding and an alarm become hazards where they are shown.
export { HazardOfSource } from "./hazard-of-source.tsx"

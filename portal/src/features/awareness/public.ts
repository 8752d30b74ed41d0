// The platform's administrator decides who is told beside the levels of alarms.
export { ToldRules } from "./told-rules.tsx"
// An alarm and a drill show who knows of them.
export { AlarmAwareness, DrillAwareness } from "./awareness-of.tsx"
// Where the monitor runs, the cards of what its person is told stand in its dock.
export { ToldCards, ToldPill } from "./told-cards.tsx"
export { besideMonitor, type Told } from "./told.ts"
export { useHostsTold, useTold } from "./told-store.ts"
export { KnownButton } from "./known-button.tsx"

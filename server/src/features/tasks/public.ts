// The search of the header offers to give a task, or to ask.
export { whoIsAsked } from "./who-is-asked.ts"
// Whoever may see a task, or somebody's work on it, may download its files.
export { seenTask, seenWork, taskViewer } from "./task-access.ts"

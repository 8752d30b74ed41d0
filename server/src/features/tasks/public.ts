// Whoever may see a task, or somebody's work on it, may download its files.
export { seenTask, seenWork, taskViewer } from "./task-access.ts"

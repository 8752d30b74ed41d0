// Applications show how much is waiting behind each of them.
export { badgeOf, useTodoCounts } from "./todo-counts.ts"

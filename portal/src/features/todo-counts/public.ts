// Applications show how much is waiting behind each of them.
export { badgeOf, useWaiting } from "./todo-counts.ts"

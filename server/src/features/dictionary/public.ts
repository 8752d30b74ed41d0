// Exports of lists write the label of a code beside it.
export { codeWords } from "./code-labels.ts"

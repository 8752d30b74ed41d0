// Exports of lists write the label of a code beside it.
export { codeLabels } from "./code-labels.ts"

// Pages whose content also comes in by spreadsheet lead to it.
export { ImportLink } from "./import-link.tsx"
// … and offer it as that spreadsheet.
export { ExportPresent } from "./export-present.tsx"

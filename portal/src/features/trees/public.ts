// Grids, buildings, modules and areas are arranged on one page, each with its own calls.
export { TreePage } from "./tree-page.tsx"

// A filter by an area and one of its organisations.
export { mustBeInArea } from "./must-be-in-area.ts"
// Lists of other features are filtered by an organisation or an area.
export { orgsInFilter } from "./orgs-in-filter.ts"
// An import gives a topmost area its parent, as the page does.
export { moveArea } from "./move-area.ts"
export { organisationsInArea } from "./admin.store.ts"
// An area that a request names must be one that the caller reaches.
export { reachedArea } from "./reached-area.ts"
// The directory and its exports show areas beside organisations.
export { seenAreaNames, seenAreas, seesAreas } from "./seen-areas.ts"

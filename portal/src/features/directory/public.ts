// Menus are meant for one organisation, and trees are shown of one: it is found by its name.
export { OrganisationSearch, type ChosenOrganisation } from "./organisation-search.tsx"
// Assessments, tasks, drills and notices are for organisations that a filter leaves of an area (DISTRICT-7).
export { OrganisationFilters } from "./organisations/organisation-filters.tsx"
export {
  organisationsInAreas,
  type AdministeredOrganisation,
} from "./organisations/organisations-in-areas.ts"

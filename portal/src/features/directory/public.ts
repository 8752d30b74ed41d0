// Menus are meant for one organisation, and trees are shown of one: it is found by its name.
export { OrganisationSearch, type ChosenOrganisation } from "./organisation-search.tsx"

// What is hosted, and where a sign-in leads back to, must be on an authorised domain.
export { refreshInForce, useInForce, watchInForce } from "./domains-in-force.ts"
export { reportSeenOrigin } from "./report-seen-origin.ts"
// The menu audit offers to list a site where it says that it is missing.
export { ListSiteDialog } from "./list-site-dialog.tsx"

// The forms that change people say where they come from (SSO-5).
export { MasterNote } from "./master-note.tsx"
// What somebody has allowed applications stands with their account.
export { GivenConsents } from "./given-consents.tsx"

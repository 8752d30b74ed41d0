// What somebody has allowed applications stands with their account.
export { GivenConsents } from "./given-consents.tsx"

// SSO-4: a first sign-in by another may add an account, where an administrator has allowed it.
export { addPerson, isAccountTaken } from "./person-actions.ts"

// SSO-4: signing out here may lead to signing out at the source that somebody came in by.
export { signOutAddress } from "./sign-out-there.ts"

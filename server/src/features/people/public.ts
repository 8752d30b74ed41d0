// SSO-5: an application that an organisation's people come from changes them by the same statements as the portal's forms.
// SSO-4: a first sign-in by another may add an account, where an administrator has allowed it.
export {
  addPerson,
  changePerson,
  isAccountTaken,
  lockedPerson,
  placePerson,
  postsOf,
  setPersonState,
  type PersonRow,
} from "./person-actions.ts"
// The same: where somebody works before the change.
export { placesOf } from "./people-list.store.ts"

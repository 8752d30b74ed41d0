// SSO-5: an application that an organisation's people come from changes them by the same statements as the portal's forms.
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

// A module is shown to those who see one of its menu items.
export { isVisibleTo, type Audience } from "./visible-menu.ts"

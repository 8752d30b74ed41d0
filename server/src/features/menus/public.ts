// A module is shown to whom a menu item of it is shown.
export { isVisibleTo, type Audience } from "./visible-menu.ts"

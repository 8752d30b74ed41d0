// A module is shown to those who see one of its menu items.
export { isVisibleTo, type Audience } from "./visible-menu.ts"
// "Why can't they see it?" names the entry that leads to a page.
export { menuEntriesOf, menusOf } from "./menus.store.ts"

// Applications, the choice of a home page and to-do badges are drawn out of the user's menu.
export { useMenuEntries } from "./menu-entries.ts"
export { trails, useMenuEntry, type MenuEntry } from "./menu-entry.ts"
export { refreshFavourites, toggleFavourite, useAreFavouritesLost, useMenuHabits } from "./menu-habits.ts"
export { searchMenus } from "./menu-search.ts"
export { refreshMenus, useMenus } from "./menus.ts"

// The directory and the imports both have first passwords made and show what became of them.
export { FirstPasswordsDialog } from "./first-passwords-dialog.tsx"
export { FirstPasswordsDrawer } from "./first-passwords-drawer.tsx"

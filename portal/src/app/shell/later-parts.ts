// What the shell shows around the page once that is drawn (use-later-parts.ts): one file.
export { ShellDrawer } from "./side/shell-drawer.tsx"
export { ShellMenu } from "./side/shell-menu.tsx"
export { ShellOrganisations } from "./shell-organisations.tsx"
export { ShellTabs } from "./shell-tabs.tsx"
export { ShellTools } from "./shell-tools.tsx"

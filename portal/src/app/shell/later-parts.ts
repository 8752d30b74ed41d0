import { HostedLayer } from "../../features/hosting/hosted-layer.tsx"
import { HostedTabs } from "../../features/hosting/hosted-tabs.tsx"
import { ShellDrawer } from "./side/shell-drawer.tsx"
import { ShellMenu } from "./side/shell-menu.tsx"
import { ShellOrganisations } from "./shell-organisations.tsx"
import { ShellTabs } from "./shell-tabs.tsx"
import { ShellTools } from "./shell-tools.tsx"

/** What the shell shows around the page once that is drawn (use-later-parts.ts): one file. */
export const laterParts = {
  HostedLayer,
  HostedTabs,
  ShellDrawer,
  ShellMenu,
  ShellOrganisations,
  ShellTabs,
  ShellTools,
}

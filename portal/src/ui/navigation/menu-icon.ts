import { isIconName, type IconName } from "./icon.tsx"

/** Names that menus use for our icons; an unknown one gets the icon of its kind. */
const alike = new Map<string, IconName>(
  Object.entries({
    user: "person",
    users: "people",
    team: "people",
    org: "tree",
    organisation: "tree",
    organization: "tree",
    department: "tree",
    dashboard: "chart",
    statistics: "chart",
    warning: "alarm",
    safety: "shield",
    security: "shield",
    setting: "gear",
    settings: "gear",
    system: "gear",
    domain: "globe",
    area: "globe",
    notice: "bell",
    assessment: "check",
    module: "apps",
    app: "apps",
    house: "building",
    plan: "drill",
  } as const),
)

export function menuIcon(name: string | null, fallback: IconName): IconName {
  const plain = (name ?? "").toLowerCase().replace(/[-_]?(outlined|filled)$/, "")
  return isIconName(plain) ? plain : (alike.get(plain) ?? fallback)
}

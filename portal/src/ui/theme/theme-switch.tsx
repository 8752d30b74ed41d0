import { Icon, type IconName } from "../navigation/icon.tsx"
import { PopupMenu, type PopupEntry } from "../overlays/popup-menu.tsx"
import { chooseTheme, themeChoices, useThemeChoice, type ThemeChoice } from "./theme-choice.ts"

const labels: Record<ThemeChoice, { readonly icon: IconName; readonly label: string }> = {
  system: { icon: "screen", label: "跟随系统" },
  light: { icon: "sun", label: "浅色" },
  dark: { icon: "moon", label: "深色" },
}

export function ThemeSwitch() {
  const choice = useThemeChoice((state) => state.choice)
  const entries = themeChoices.map((name): PopupEntry => ({
    key: name,
    label: labels[name].label,
    icon: labels[name].icon,
    isChosen: name === choice,
    onPick: () => chooseTheme(name),
  }))
  return (
    <PopupMenu label={`外观：${labels[choice].label}`} entries={entries}>
      <Icon name={labels[choice].icon} />
    </PopupMenu>
  )
}

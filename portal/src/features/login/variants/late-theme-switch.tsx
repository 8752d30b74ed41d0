import { ThemeSwitch } from "../../../ui/theme/theme-switch.tsx"

export default ThemeSwitch

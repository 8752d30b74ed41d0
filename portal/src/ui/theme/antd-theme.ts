import { theme as antdTheme, type ThemeConfig } from "antd"
import { measures, themes, type ThemeName } from "./theme.ts"

/** The one theme in the component library's words. */
export function antdThemeOf(name: ThemeName): ThemeConfig {
  const palette = themes[name]
  return {
    algorithm: name === "dark" ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    token: {
      colorPrimary: palette.brandFill,
      colorLink: palette.brand,
      colorInfo: palette.brandFill,
      colorError: palette.danger,
      colorWarning: palette.caution,
      colorSuccess: palette.done,
      colorBgLayout: palette.ground,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.surface,
      colorText: palette.text,
      colorTextSecondary: palette.textSoft,
      colorTextTertiary: palette.textFaint,
      colorTextPlaceholder: palette.textFaint,
      colorBorder: palette.edge,
      colorBorderSecondary: palette.line,
      // What opens above the page: in the dark theme a hairline keeps it apart from the card below.
      boxShadow: palette.lift,
      boxShadowSecondary: palette.lift,
      borderRadius: measures.cornerSmallPx,
      borderRadiusLG: measures.cornerPx,
      fontFamily: measures.fonts,
      fontSize: measures.bodyPx,
      lineHeight: measures.lineHeight,
      motionDurationSlow: "0.19s",
      motionDurationMid: "0.15s",
    },
  }
}

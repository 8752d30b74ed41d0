import { ConfigProvider } from "antd"
import zhCN from "antd/locale/zh_CN"
import "dayjs/locale/zh-cn"
import { useMemo, type ReactNode } from "react"
import { antdThemeOf } from "./antd-theme.ts"
import { useThemeName } from "./theme-choice.ts"

/** Without this it writes "登 录". */
const tightButtons = { autoInsertSpace: false }

/** The component library's world, around the few pieces that come out of it: it is far too heavy for every page. */
export function AntdProvider({ children }: { readonly children: ReactNode }) {
  const name = useThemeName()
  // The same object as long as the theme is the same: a new one makes the library work out all its tokens again.
  const theme = useMemo(() => antdThemeOf(name), [name])
  return (
    <ConfigProvider locale={zhCN} theme={theme} button={tightButtons}>
      {children}
    </ConfigProvider>
  )
}

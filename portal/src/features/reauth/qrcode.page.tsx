import { Upcoming } from "../../ui/upcoming.tsx"

export function Component() {
  return (
    <Upcoming
      title="扫码确认"
      words="扫码确认正在建设，暂时请使用其他方式验证身份。"
      will={["显示用于确认身份的二维码", "在手机上查看请求内容并确认或拒绝"]}
    />
  )
}

import { Upcoming } from "../../ui/upcoming.tsx"

export function Component() {
  return (
    <Upcoming
      title="首页布局"
      words="首页布局设置正在建设，开放后可以按自己的习惯安排首页。"
      will={["拖动、缩放、隐藏首页卡片", "保存布局，换一台电脑也一样"]}
    />
  )
}

import { Upcoming } from "../../ui/upcoming.tsx"

export function Component() {
  return (
    <Upcoming
      title="服务"
      words="服务大厅正在建设，开放后在这里查看资讯和公共服务。"
      will={["浏览门户栏目和新闻", "常用网站链接", "订阅关心的内容"]}
    />
  )
}

import { Upcoming } from "../../ui/upcoming.tsx"

export function Component() {
  return (
    <Upcoming
      title="授权域名"
      words="授权域名管理正在建设，开放后由管理员在这里维护。"
      will={["登记允许嵌入本站的网站名称和地址", "修改、删除已登记的域名"]}
    />
  )
}

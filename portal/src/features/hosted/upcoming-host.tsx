import { Upcoming } from "../../ui/upcoming.tsx"

/** HOME-7 belongs to a later step: until the authorised domains are asked, no address of a query is opened. */
export function UpcomingHost() {
  return (
    <Upcoming
      title="外部页面"
      words="嵌入外部页面的功能正在建设，暂时不能从地址直接打开。"
      will={["在门户内打开本站页面", "打开已授权域名下的页面", "拒绝未授权的地址并说明原因"]}
    />
  )
}

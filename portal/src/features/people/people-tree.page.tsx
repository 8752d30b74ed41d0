import { Upcoming } from "../../ui/upcoming.tsx"

export function Component() {
  return (
    <Upcoming
      title="人员"
      words="人员目录正在建设，开放后在这里查找同事。"
      will={["按部门或岗位浏览人员", "按姓名、拼音查找", "管理员维护人员信息"]}
    />
  )
}

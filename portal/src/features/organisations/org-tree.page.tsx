import { Upcoming } from "../../ui/upcoming.tsx"

export function Component() {
  return (
    <Upcoming
      title="组织机构"
      words="组织机构正在建设，开放后在这里查看辖区内的单位和部门。"
      will={["按层级浏览单位和部门", "按名称、拼音查找", "管理员新增、改名、移动、停用"]}
    />
  )
}

import { Upcoming } from "../../ui/upcoming.tsx"

export function Component() {
  return (
    <Upcoming
      title="管理"
      words="管理入口正在建设，开放后由管理员在这里维护本单位。"
      will={["维护组织、部门和人员", "管理授权域名和系统设置", "查看操作记录"]}
    />
  )
}

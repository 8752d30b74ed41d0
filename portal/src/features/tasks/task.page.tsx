import { Upcoming } from "../../ui/upcoming.tsx"

export function Component() {
  return (
    <Upcoming
      title="任务"
      words="任务中心正在建设，开放后在这里处理和跟进工作任务。"
      will={["查看我的任务、我安排的任务和全部任务", "登记进度、办结、催办", "新建任务并指派给同事"]}
    />
  )
}

import { Upcoming } from "../../ui/upcoming.tsx"

export function Component() {
  return (
    <Upcoming
      title="组件演示"
      words="组件演示正在建设，开放后在这里试用平台提供给各应用的能力。"
      will={[
        "试用人员、部门、区域、楼栋等选择器",
        "试用预警弹窗、二次鉴权和滑块验证",
        "查看每项能力的参数、调用代码和返回结果",
      ]}
    />
  )
}

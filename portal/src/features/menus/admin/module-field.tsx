import { moduleCalls, type Module } from "@uc/contract/modules/calls"
import type { Id } from "@uc/contract/core/wire"
import { useCall } from "../../../platform/http/use-call.ts"
import { ChoiceField } from "../../../ui/forms/form-fields.tsx"

interface ModuleFieldProps {
  readonly name: string
  readonly value: Id | null
  readonly problem: string | undefined
  readonly onValue: (moduleid: Id | null) => void
}

/** MODULE-1: whoever sees the menu finds its module in the picker of modules. A site without modules is not asked. */
export function ModuleField({ value, onValue, ...rest }: ModuleFieldProps) {
  const { data = [] } = useCall(moduleCalls.tree, { ifAll: 1 })
  const modules = withPaths(data, "")
  if (modules.length === 0 && value === null) return null
  return (
    <ChoiceField
      label="所属模块"
      hint="能看到该菜单的人员，可以在“选择模块”窗口中选到它所属的模块。"
      choices={[["", "不属于任何模块"] as const, ...modules]}
      value={value ?? ""}
      onValue={(id) => onValue(id === "" ? null : id)}
      {...rest}
    />
  )
}

function withPaths(modules: readonly Module[], above: string): (readonly [Id, string])[] {
  return modules.flatMap(({ id, name, children }) => [
    [id, `${above}${name}`] as const,
    ...withPaths(children, `${above}${name} / `),
  ])
}

import { directoryCalls } from "@uc/contract/directory"
import { admintypes, type CurrentUser } from "@uc/contract/session"
import { useState } from "react"
import { messageOf } from "../../platform/failure.ts"
import { send } from "../../platform/send.ts"
import { useCall } from "../../platform/use-call.ts"
import { Button } from "../../ui/button.tsx"
import { FailedFace } from "../../ui/failed-face.tsx"
import { Icon } from "../../ui/icon.tsx"
import { BarsSkeleton } from "../../ui/skeleton.tsx"
import { Tag } from "../../ui/tag.tsx"
import { ExportButton } from "./export-button.tsx"
import { Numbers, PanelHead } from "./facts.tsx"
import { OrganisationDialog } from "./organisation-dialog.tsx"
import css from "./directory.module.css"

interface AreaPanelProps {
  readonly user: CurrentUser
  readonly id: string
  readonly withDisabled: boolean
}

export function AreaPanel({ user, id, withDisabled }: AreaPanelProps) {
  const { data, error, refetch } = useCall(directoryCalls.area, { areaid: id })
  const [isAdding, setAdding] = useState(false)
  if (error) return <FailedFace title="区域没有加载成功" words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={[64, 88, 120]} />
  return (
    <article className={css.panel}>
      <PanelHead name={data.areaname} path={data.path.slice(0, -1)} tags={<Tag>区域</Tag>}>
        {data.mayAdd.length > 0 && (
          <Button look="primary" onClick={() => setAdding(true)}>
            <Icon name="plus" sizePx={16} />
            新增单位
          </Button>
        )}
        {user.admintype !== admintypes.none && (
          <ExportButton
            ask={() => send(directoryCalls.export, { areaid: id, disabled: withDisabled ? 1 : 0 })}
          />
        )}
      </PanelHead>
      <Numbers
        of={[
          ["教育局", data.bureaus],
          ["学校", data.schools],
          ["企业", data.enterprises],
          ["人员", data.people],
        ]}
      />
      <p className={css.hint}>数字包含下级区域，不含已停用的单位和人员。在左侧选择单位查看详情。</p>
      {isAdding && (
        <OrganisationDialog
          to={{ area: { id, name: data.areaname }, kinds: data.mayAdd }}
          onClose={() => setAdding(false)}
        />
      )}
    </article>
  )
}

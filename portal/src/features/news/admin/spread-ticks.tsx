import { maySpread } from "@uc/contract/news/admin-calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { Tag } from "../../../ui/marks/tag.tsx"
import { Tick } from "../../../ui/forms/form-fields.tsx"

interface Spread {
  readonly isShared: boolean
  readonly isPublic: boolean
}

interface SpreadTicksProps {
  readonly user: CurrentUser
  readonly what: string
  readonly value: Spread
  readonly onChange: (spread: Spread) => void
}

/** Who else reads it; for those who may decide it. */
export function SpreadTicks({ user, what, value, onChange }: SpreadTicksProps) {
  if (!maySpread(user)) return null
  return (
    <>
      <Tick
        label={`共享给区域内的下级单位（他们也看到这${what}）`}
        value={value.isShared}
        onValue={(isShared) => onChange({ ...value, isShared })}
      />
      <Tick
        label="对外公开（未登录的访客在区域门户登录页也能看到）"
        value={value.isPublic}
        onValue={(isPublic) => onChange({ ...value, isPublic })}
      />
    </>
  )
}

export function SpreadTags({ isShared, isPublic }: Spread) {
  return (
    <>
      {isShared && <Tag tone="brand">下级可见</Tag>}
      {isPublic && (
        <Tag tone="caution" icon="globe">
          对外公开
        </Tag>
      )}
    </>
  )
}

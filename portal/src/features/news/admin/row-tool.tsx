import { Button } from "../../../ui/forms/button.tsx"
import { Icon, type IconName } from "../../../ui/navigation/icon.tsx"

interface RowToolProps {
  readonly icon: IconName
  /** The tooltip. */
  readonly title: string
  /** The same with the name of the row. */
  readonly label: string
  readonly isOff?: boolean
  readonly onPress: () => void
}

/** One action of a row. */
export function RowTool({ icon, title, label, isOff = false, onPress }: RowToolProps) {
  return (
    <Button look="quiet" title={title} aria-label={label} disabled={isOff} onClick={onPress}>
      <Icon name={icon} />
    </Button>
  )
}

import { Button } from "../../../ui/forms/button.tsx"
import { Icon, type IconName } from "../../../ui/navigation/icon.tsx"

interface RowToolProps {
  readonly icon: IconName
  /** What a pointer that rests on it reads. */
  readonly title: string
  /** The same, with the name of what it is about. */
  readonly label: string
  readonly isOff?: boolean
  readonly onPress: () => void
}

/** One of the things that may be done with a row. */
export function RowTool({ icon, title, label, isOff = false, onPress }: RowToolProps) {
  return (
    <Button look="quiet" title={title} aria-label={label} disabled={isOff} onClick={onPress}>
      <Icon name={icon} />
    </Button>
  )
}

import { Icon } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import type { backupWords } from "./backup-words.ts"

/** OPS-1: for administrators of the platform. */
export function BackupLine({ text, isAlert }: ReturnType<typeof backupWords>) {
  return (
    <Row
      gap={8}
      pad={12}
      align="start"
      surface={isAlert ? "caution" : "card"}
      role={isAlert ? "alert" : "note"}
      aria-label="备份"
    >
      <Icon name={isAlert ? "caution" : "shield"} sizePx={18} />
      <Text size={14} breaks grow>
        {text}
      </Text>
    </Row>
  )
}

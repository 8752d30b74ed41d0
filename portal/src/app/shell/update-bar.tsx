import { updateMessages } from "@uc/contract/core/update-messages"
import { useState } from "react"
import { putOffUpdate, useUpdate } from "../../platform/browser/portal-update.ts"
import { wouldLose } from "../../platform/browser/unsaved-work.ts"
import { reloadDocument } from "../../platform/http/reload-document.ts"
import { Button } from "../../ui/forms/button.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import css from "./shell.module.css"

/** BROWSER-11: the server has a new version. If the reload would lose something, it asks first. */
export function UpdateBar() {
  const isUpdated = useUpdate()
  const [isAsking, setAsking] = useState(false)
  if (!isUpdated) return null
  const { updated, refresh, later, lostTitle, lost, refreshAnyway } = updateMessages
  return (
    <>
      <Row role="status" gap={12} wrap padX={16} padY={8} surface="card" className={css.update}>
        <Text>{updated}</Text>
        <Button look="primary" onClick={() => (wouldLose() ? setAsking(true) : reloadDocument())}>
          {refresh}
        </Button>
        <Button look="quiet" onClick={putOffUpdate}>
          {later}
        </Button>
      </Row>
      {isAsking && (
        <ConfirmDialog
          title={lostTitle}
          words={lost}
          confirm={refreshAnyway}
          look="danger"
          onConfirm={() => {
            reloadDocument()
            return Promise.resolve(null)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

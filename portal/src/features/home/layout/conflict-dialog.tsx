import { layoutMessages } from "@uc/contract/home/calls"
import { Button } from "../../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { DialogHead } from "../../../ui/overlays/dialog-head.tsx"
import { Modal } from "../../../ui/overlays/modal.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"

interface ConflictDialogProps {
  readonly onTheirs: () => Promise<void>
  readonly onMine: () => Promise<void>
  readonly onClose: () => void
}

/** Two devices have saved: the second one decides. */
export const ConflictDialog = closesWhenBroken(function ConflictDialog({
  onTheirs,
  onMine,
  onClose,
}: ConflictDialogProps) {
  return (
    <Modal label={layoutMessages.changedMeanwhile} place="middle" onClose={onClose}>
      <DialogHead title={layoutMessages.changedMeanwhile} onClose={onClose} />
      <Stack gap={16} pad={20}>
        <p>您的修改尚未保存。可以改用另一台设备上的布局，或保留这里的修改，再点一次保存。</p>
        <Row wrap justify="end" gap={8}>
          <Button onClick={() => void onTheirs()}>改用另一台设备的</Button>
          <Button look="primary" onClick={() => void onMine()}>
            保留这里的修改
          </Button>
        </Row>
      </Stack>
    </Modal>
  )
})

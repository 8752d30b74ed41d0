import { layoutMessages } from "@uc/contract/home/calls"
import { Button } from "../../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { DialogHead } from "../../../ui/overlays/dialog-head.tsx"
import { Modal } from "../../../ui/overlays/modal.tsx"
import css from "./set-home-layout.module.css"

interface ConflictDialogProps {
  readonly onTheirs: () => Promise<void>
  readonly onMine: () => Promise<void>
  readonly onClose: () => void
}

/** Two devices have saved: whoever is the second chooses. */
export const ConflictDialog = closesWhenBroken(function ConflictDialog({
  onTheirs,
  onMine,
  onClose,
}: ConflictDialogProps) {
  return (
    <Modal label={layoutMessages.changedMeanwhile} place="middle" onClose={onClose}>
      <DialogHead title={layoutMessages.changedMeanwhile} onClose={onClose} />
      <div className={css.conflict}>
        <p>您在这里的修改还没有保存。可以改用另一台设备上的布局，或保留这里的修改，再点一次保存。</p>
        <div className={css.actions}>
          <Button onClick={() => void onTheirs()}>改用另一台设备的</Button>
          <Button look="primary" onClick={() => void onMine()}>
            保留这里的修改
          </Button>
        </div>
      </div>
    </Modal>
  )
})

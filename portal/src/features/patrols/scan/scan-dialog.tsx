import { codeFromScan } from "@uc/contract/patrols/admin-calls"
import { useRef, useState } from "react"
import { CameraView } from "./camera-view.tsx"
import { TypedCode } from "./typed-code.tsx"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { DialogHead } from "../../../ui/overlays/dialog-head.tsx"
import { Modal } from "../../../ui/overlays/modal.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import css from "../patrols.module.css"

interface ScanDialogProps {
  readonly onCode: (code: string) => void
  readonly onClose: () => void
}

/** WORK-3, BROWSER-14: by the camera inside the page, by a photo, or by hand: whichever this browser allows. */
export const ScanDialog = closesWhenBroken(function ScanDialog({ onCode, onClose }: ScanDialogProps) {
  const [round, setRound] = useState(0)
  const [cameraId, setCameraId] = useState<string | null>(null)
  const isFound = useRef(false)

  function read(text: string): boolean {
    const code = codeFromScan(text)
    if (code === null) return false
    // The camera goes on for a moment.
    if (!isFound.current) onCode(code)
    isFound.current = true
    return true
  }

  function begin(withCamera: string | null) {
    setCameraId(withCamera)
    setRound(round + 1)
  }

  return (
    <Modal label="扫码打卡" place="window" sizePx={{ width: 440 }} onClose={onClose}>
      <DialogHead title="扫码打卡" onClose={onClose} />
      <Stack gap={16} pad={20} className={css.scrolls}>
        <CameraView key={round} cameraId={cameraId} onRead={read} onBegin={begin} />
        <TypedCode onCode={onCode} />
      </Stack>
    </Modal>
  )
})

import { patrolMessages, scanMessages } from "@uc/contract/patrols/admin-calls"
import { useEffect, useEffectEvent, useRef, useState } from "react"
import type { OpenCamera } from "./camera.ts"
import { PhotoButton } from "./photo-button.tsx"
import { scanCodes, type ScanObstacle } from "./scan-codes.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import css from "../patrols.module.css"

interface CameraViewProps {
  readonly cameraId: string | null
  /** False: another kind of code. */
  readonly onRead: (text: string) => boolean
  /** Tries this camera again. */
  readonly onBegin: (cameraId: string | null) => void
}

type Eye = "opening" | "seeing" | ScanObstacle

const worthRetrying: readonly Eye[] = ["refused", "noCamera", "busy", "noReader"]

/** The camera's picture; or why there is none, and what to do instead. */
export function CameraView({ cameraId, onRead, onBegin }: CameraViewProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [eye, setEye] = useState<Eye>("opening")
  const [camera, setCamera] = useState<OpenCamera | null>(null)
  const [isOther, setOther] = useState(false)
  const read = useEffectEvent((text: string) => setOther(!onRead(text)))

  useEffect(() => {
    const element = video.current
    if (!element) return
    const controller = new AbortController()
    const { signal } = controller
    async function look(film: HTMLVideoElement) {
      const onSeeing = (opened: OpenCamera) => {
        setCamera(opened)
        setEye("seeing")
      }
      const obstacle = await scanCodes({
        video: film,
        cameraId,
        signal,
        onSeeing,
        onRead: (text) => read(text),
      })
      if (obstacle !== null && !signal.aborted) setEye(obstacle)
    }
    void look(element)
    return () => controller.abort()
  }, [cameraId])

  const isBlind = eye !== "opening" && eye !== "seeing"
  return (
    <>
      <div className={css.finder} hidden={isBlind}>
        {/* A live picture without sound. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        <video ref={video} playsInline muted aria-label="摄像头画面" />
        <span className={css.frame} aria-hidden="true" />
      </div>
      {!isBlind && (
        <Text as="p" tone="soft" centred role="status">
          {eye === "opening" && "正在打开摄像头…"}
          {eye === "seeing" && (isOther ? patrolMessages.codeOfNothing : "将点位二维码放入框内，自动识别")}
        </Text>
      )}
      {isBlind ? (
        <Stack gap={12} pad={24} surface="sunken" centred role="note">
          <Text tone="faint">
            <Icon name="scan" sizePx={32} />
          </Text>
          <p>{scanMessages[eye]}</p>
          {worthRetrying.includes(eye) && <Button onClick={() => onBegin(cameraId)}>重试</Button>}
          <PhotoButton isMain onRead={onRead} />
        </Stack>
      ) : (
        <Row gap={8} wrap justify="center">
          {camera?.nextId != null && (
            <Button onClick={() => onBegin(camera.nextId)}>
              <Icon name="retry" sizePx={16} />
              切换摄像头
            </Button>
          )}
          {camera?.switchTorch && <TorchButton onSwitch={camera.switchTorch} />}
          <PhotoButton isMain={false} onRead={onRead} />
        </Row>
      )}
    </>
  )
}

/** It goes off with the camera. */
function TorchButton({ onSwitch }: { readonly onSwitch: (isOn: boolean) => Promise<void> }) {
  const [isOn, setOn] = useState(false)
  async function press() {
    try {
      await onSwitch(!isOn)
      setOn(!isOn)
    } catch {
      // Some phones claim to have one and refuse: then it stays as it was.
    }
  }
  return (
    <Button aria-pressed={isOn} onClick={() => void press()}>
      <Icon name="sun" sizePx={16} />
      手电筒
    </Button>
  )
}

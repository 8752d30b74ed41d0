import {
  codeAsTyped,
  codeFromScan,
  patrolLimits,
  patrolMessages,
  scanMessages,
} from "@uc/contract/patrols/admin-calls"
import { useEffect, useEffectEvent, useId, useRef, useState } from "react"
import { scanCodes, type ScanObstacle } from "./scan-codes.ts"
import { Button } from "../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { DialogHead } from "../../ui/overlays/dialog-head.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Modal } from "../../ui/overlays/modal.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import css from "./patrols.module.css"

interface ScanDialogProps {
  readonly onCode: (code: string) => void
  readonly onClose: () => void
}

type Eye = "opening" | "seeing" | ScanObstacle

/** WORK-3: the camera inside the page where the browser can read codes; and where it can't, what to do instead. */
export const ScanDialog = closesWhenBroken(function ScanDialog({ onCode, onClose }: ScanDialogProps) {
  const [round, setRound] = useState(0)
  return (
    <Modal label="扫码打卡" place="window" sizePx={{ width: 440, height: 620 }} onClose={onClose}>
      <DialogHead title="扫码打卡" onClose={onClose} />
      <Stack gap={16} pad={20} grow className={css.scrolls}>
        <Camera key={round} onCode={onCode} onRetry={() => setRound(round + 1)} />
        <TypedCode onCode={onCode} />
      </Stack>
    </Modal>
  )
})

interface CameraProps {
  readonly onCode: (code: string) => void
  readonly onRetry: () => void
}

function Camera({ onCode, onRetry }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [eye, setEye] = useState<Eye>("opening")
  const [isOther, setOther] = useState(false)
  const isFound = useRef(false)

  const read = useEffectEvent((text: string) => {
    const code = codeFromScan(text)
    setOther(code === null)
    // The camera goes on looking for a moment.
    if (code === null || isFound.current) return
    isFound.current = true
    onCode(code)
  })

  useEffect(() => {
    const element = video.current
    if (!element) return
    const controller = new AbortController()
    const { signal } = controller
    async function look(film: HTMLVideoElement) {
      const onSeeing = () => setEye("seeing")
      const obstacle = await scanCodes({ video: film, signal, onSeeing, onRead: (text) => read(text) })
      if (obstacle !== null && !signal.aborted) setEye(obstacle)
    }
    void look(element)
    return () => controller.abort()
  }, [])

  const isBlind = eye !== "opening" && eye !== "seeing"
  return (
    <>
      <div className={css.finder} hidden={isBlind}>
        {/* What it shows is the room, without a sound. */}
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
      {isBlind && (
        <Stack gap={12} pad={24} surface="sunken" centred role="note">
          <Text tone="faint">
            <Icon name="scan" sizePx={32} />
          </Text>
          <p>{scanMessages[eye]}</p>
          {(eye === "refused" || eye === "noCamera") && <Button onClick={onRetry}>重试</Button>}
        </Stack>
      )}
    </>
  )
}

function TypedCode({ onCode }: Pick<ScanDialogProps, "onCode">) {
  const id = useId()
  const [typed, setTyped] = useState("")
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <Stack
      as="form"
      gap={6}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const code = codeAsTyped(typed)
        if (code === "") setProblem("请输入二维码下方的编号")
        else onCode(code)
      }}
    >
      <Text as="label" weight={500} htmlFor={id}>
        或输入编号
      </Text>
      <Row gap={8} align="stretch">
        <Text
          as="input"
          grow
          padX={12}
          figures
          id={id}
          className={css.typed}
          value={typed}
          maxLength={patrolLimits.code}
          placeholder="例如：7K3M 9QXW 2FTA"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          onChange={({ target }) => {
            setTyped(target.value)
            setProblem(null)
          }}
        />
        <Button type="submit" look="primary">
          下一步
        </Button>
      </Row>
      {problem !== null && (
        <Text as="p" tone="danger" id={`${id}-problem`} role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  )
}

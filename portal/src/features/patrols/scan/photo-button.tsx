import { scanMessages } from "@uc/contract/patrols/admin-calls"
import { useRef, useState } from "react"
import { readPhoto } from "./read-photo.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"

interface PhotoButtonProps {
  /** The only way to scan here. */
  readonly isMain: boolean
  /** False: another kind of code. */
  readonly onRead: (text: string) => boolean
}

type Step = "waiting" | "reading" | "otherCode" | "noCodeInPhoto" | "notAPhoto" | "noReader"

/**
 * BROWSER-14: works without https and without permission for the camera, because the phone's own camera app takes the
 * picture.
 */
export function PhotoButton({ isMain, onRead }: PhotoButtonProps) {
  const fileInput = useRef<HTMLInputElement>(null)
  const [step, setStep] = useState<Step>("waiting")

  async function read(file: File) {
    setStep("reading")
    const found = await readPhoto(file)
    if (typeof found === "string") setStep(found)
    else setStep(found.some((text) => onRead(text)) ? "waiting" : "otherCode")
  }

  return (
    <Stack gap={8} centred>
      <Button
        {...(isMain && { look: "primary" })}
        disabled={step === "reading"}
        onClick={() => fileInput.current?.click()}
      >
        <Icon name="scan" sizePx={16} />
        {step === "reading" ? "正在识别…" : "拍照识别"}
      </Button>
      <input
        ref={fileInput}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        aria-label="点位二维码照片"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void read(file)
          // The same file again is a choice, too.
          target.value = ""
        }}
      />
      {step !== "waiting" && step !== "reading" && (
        <Text as="p" tone="danger" role="alert">
          {scanMessages[step]}
        </Text>
      )}
    </Stack>
  )
}

import { profileCalls, profileLimits, profileMessages } from "@uc/contract/account/profile-calls"
import { useRef, useState } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { Avatar } from "../../ui/marks/avatar.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { keepChanged, uploadPicture } from "./own-profile.ts"

export function PictureForm({ nickname, himg }: { readonly nickname: string; readonly himg: string | null }) {
  const box = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function act(work: () => Promise<void>, done: string) {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      await work()
      showToast("success", done)
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  function choose(file: File | undefined) {
    if (!file) return
    if (file.size > profileLimits.pictureBytes) return setProblem(profileMessages.pictureTooLarge)
    void act(() => uploadPicture(file), profileMessages.pictureSaved)
  }

  return (
    <Row gap={20}>
      <Avatar name={nickname} picture={himg} sizePx={96} />
      <Stack grow gap={6}>
        <Row wrap gap={8}>
          <input
            ref={box}
            type="file"
            className="only-read-aloud"
            tabIndex={-1}
            aria-label="选择头像图片"
            accept="image/jpeg,image/png,image/webp,image/gif"
            onChange={({ target }) => {
              choose(target.files?.[0])
              // The same file once more is a choice too.
              target.value = ""
            }}
          />
          <Button aria-busy={isBusy} onClick={() => box.current?.click()}>
            {isBusy && <Spinner sizePx={16} />}
            更换头像
          </Button>
          {himg !== null && (
            <Button
              look="text"
              onClick={() =>
                void act(
                  async () => keepChanged(await send(profileCalls.removePicture, {})),
                  profileMessages.pictureRemoved,
                )
              }
            >
              恢复默认
            </Button>
          )}
        </Row>
        <Text as="p" size={13} tone="faint">
          JPG、PNG、WebP或GIF，不超过2MB，自动裁剪为方形。
        </Text>
        <Text as="p" tone="danger" role="alert">
          {problem}
        </Text>
      </Stack>
    </Row>
  )
}

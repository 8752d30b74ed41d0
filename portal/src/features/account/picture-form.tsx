import { profileCalls, profileLimits, profileMessages } from "@uc/contract/account/profile-calls"
import { useRef, useState } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { Avatar } from "../../ui/marks/avatar.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { keepChanged, uploadPicture } from "./own-profile.ts"
import css from "./profile.module.css"

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
    <div className={css.picture}>
      <Avatar name={nickname} picture={himg} sizePx={96} />
      <div className={css.about}>
        <div className={css.buttons}>
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
        </div>
        <p className={css.hint}>JPG、PNG、WebP或GIF，不超过2MB，自动裁剪为方形。</p>
        <p className={css.problem} role="alert">
          {problem}
        </p>
      </div>
    </div>
  )
}

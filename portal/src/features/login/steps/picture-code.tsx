import { useEffect, useState, type Ref } from "react"
import { Spinner } from "../../../ui/feedback/spinner.tsx"
import { TextField } from "../../../ui/forms/text-field.tsx"
import type { Picture } from "./picture-source.ts"
import css from "./parts.module.css"
import { messageOf } from "../../../platform/http/failure.ts"
import { loadChunk } from "../../../platform/http/load-chunk.ts"

interface PictureCodeProps {
  readonly ref: Ref<HTMLInputElement>
  /** Another number, another picture. */
  readonly round: number
  readonly error: string | undefined
  readonly onInput: () => void
  readonly onRefresh: () => void
}

type Shown = Picture | { readonly at: "loading" | "expired" }

async function fetched(): Promise<Picture | null> {
  try {
    const { newPicture } = await loadChunk(() => import("./picture-source.ts"))
    return await newPicture()
  } catch (error) {
    return { at: "failed", why: messageOf(error, "网络不稳定，图形验证码加载失败") ?? "" }
  }
}

function usePicture(round: number): Shown {
  const [answer, setAnswer] = useState<{ readonly round: number; readonly shown: Shown } | null>(null)

  useEffect(() => {
    let isWanted = true
    let expiry: ReturnType<typeof setTimeout> | undefined
    void fetched().then((picture) => {
      if (!isWanted || picture === null) return null
      setAnswer({ round, shown: picture })
      if (picture.at === "failed") return null
      expiry = setTimeout(() => setAnswer({ round, shown: { at: "expired" } }), picture.goodForMs)
      return null
    })
    return () => {
      isWanted = false
      clearTimeout(expiry)
    }
  }, [round])

  return answer?.round === round ? answer.shown : { at: "loading" }
}

/** LOGIN-3: the picture with a code of `defaultLogin`; a press brings another one. Its id goes with the form. */
export function PictureCode({ ref, round, error, onInput, onRefresh }: PictureCodeProps) {
  const shown = usePicture(round)
  return (
    <>
      <TextField
        ref={ref}
        label="图形验证码"
        icon="shield"
        name="picture-code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="请输入右图字符"
        maxLength={8}
        error={error ?? (shown.at === "failed" ? shown.why : undefined)}
        onInput={onInput}
        trailing={
          <button
            type="button"
            className={css.picture}
            aria-label="换一张图形验证码"
            title="看不清？点击换一张"
            onClick={onRefresh}
          >
            {shown.at === "shown" && <img src={shown.image} alt="" />}
            {shown.at === "loading" && <Spinner />}
            {(shown.at === "failed" || shown.at === "expired") && (
              <small>{shown.at === "failed" ? "重新获取" : "已过期"}</small>
            )}
          </button>
        }
      />
      <input type="hidden" name="codeid" value={shown.at === "shown" ? shown.codeid : ""} readOnly />
    </>
  )
}

import { importKinds } from "@uc/contract/imports/import-kinds"
import { importCalls, type Import } from "@uc/contract/imports/calls"
import { useState } from "react"
import { Link } from "../../ui/navigation/link.tsx"
import { send } from "../../platform/http/send.ts"
import { showFailure } from "../../platform/browser/toast.ts"
import { Button, buttonClass } from "../../ui/forms/button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { FirstPasswordsDialog, FirstPasswordsDrawer } from "../first-passwords/public.ts"
import { countWords, number, stateWords } from "./import-labels.ts"

interface EndedImportProps {
  readonly found: Import
  readonly onChanged: () => void
  readonly onAgain: () => void
}

/** How it ended. */
export function EndedImport({ found, onChanged, onAgain }: EndedImportProps) {
  const { state, kind, message, counts, disabled, id } = found
  const [shown, setShown] = useState<"dialog" | "drawer" | null>(null)
  const isWithoutPasswords = kind === "people" && (counts?.new ?? 0) > 0

  async function checkAgain() {
    try {
      await send(importCalls.check, { id })
    } catch (error) {
      showFailure(error)
    } finally {
      onChanged()
    }
  }

  if (state === "done")
    return (
      <>
        <EmptyState
          art="finished"
          title={`${importKinds[kind]}导入完成`}
          words={
            <>
              {counts && countWords(counts)}
              {disabled > 0 && `，停用 ${number(disabled)}`}
              {message && (
                <>
                  <br />
                  <span>{message}</span>
                </>
              )}
            </>
          }
          actions={
            <>
              {isWithoutPasswords && (
                <Button look="primary" onClick={() => setShown("dialog")}>
                  生成初始密码
                </Button>
              )}
              <Button look={isWithoutPasswords ? "plain" : "primary"} onClick={onAgain}>
                再导入一份
              </Button>
              {places[kind] && (
                <Link to={places[kind]} className={buttonClass()}>
                  查看{importKinds[kind]}
                </Link>
              )}
            </>
          }
        />
        {shown === "dialog" && (
          <FirstPasswordsDialog
            source={{ importid: id }}
            whose="本次导入新增的人员"
            onClose={() => setShown(null)}
            onBegun={() => setShown("drawer")}
          />
        )}
        {shown === "drawer" && (
          <FirstPasswordsDrawer organisation={null} area={null} onClose={() => setShown(null)} />
        )}
      </>
    )
  return (
    <EmptyState
      isAlert
      art={state === "cancelled" ? "empty" : "broken"}
      title={`导入${stateWords(state).words}`}
      words={message}
      actions={
        <>
          {state === "interrupted" && (
            <Button look="primary" onClick={() => void checkAgain()}>
              重新检查该文件
            </Button>
          )}
          <Button look={state === "interrupted" ? "plain" : "primary"} onClick={onAgain}>
            重新选择文件
          </Button>
        </>
      }
    />
  )
}

const places: Partial<Record<Import["kind"], string>> = {
  people: "/main/peopleTree",
  departments: "/main/orgTree",
  organisations: "/main/orgTree",
}

import { importKinds } from "@uc/contract/imports/import-kinds"
import { importCalls, type Import } from "@uc/contract/imports/calls"
import { Link } from "react-router"
import { send } from "../../platform/http/send.ts"
import { showFailure } from "../../platform/browser/toast.ts"
import { Button, buttonClass } from "../../ui/forms/button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { countWords, number, stateWords } from "./import-labels.ts"

interface EndedImportProps {
  readonly found: Import
  readonly onChanged: () => void
  readonly onAgain: () => void
}

/** How it ended. */
export function EndedImport({ found, onChanged, onAgain }: EndedImportProps) {
  const { state, kind, message, counts, disabled, id } = found

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
            <Button look="primary" onClick={onAgain}>
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

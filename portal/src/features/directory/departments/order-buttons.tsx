import { useQueryClient } from "@tanstack/react-query"
import type { Call, InputOf } from "@uc/contract/core/call"
import type { Shift } from "@uc/contract/core/wire"
import { useContext } from "react"
import { showFailure, showToast } from "../../../platform/browser/toast.ts"
import { useAction } from "../../../platform/http/use-action.ts"
import { callKey } from "../../../platform/http/use-call.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { TreeReload } from "../tree-reload.ts"
import { directoryShown } from "../use-directory-action.ts"

interface OrderButtonsProps<C extends Call> {
  readonly name: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly call: C
  readonly input: (by: Shift) => InputOf<C>
}

/**
 * Moves one position up or down. The pressed button keeps the focus, also at the end: `aria-disabled` and not
 * `disabled`. The next press waits for the new version.
 */
export function OrderButtons<C extends Call>({ name, isFirst, isLast, call, input }: OrderButtonsProps<C>) {
  const client = useQueryClient()
  const reload = useContext(TreeReload)
  const { act, isBusy } = useAction({
    shown: directoryShown,
    onDone: () => void reload(),
    onFailed: (error) => {
      showFailure(error)
      // Another was first: their order is shown.
      for (const each of directoryShown) void client.invalidateQueries({ queryKey: callKey(each) })
    },
  })

  async function shift(by: Shift) {
    if (await act(call, input(by))) showToast("success", `“${name}”已${by === "up" ? "上" : "下"}移`)
  }

  const button = (by: Shift, word: string, isAtEnd: boolean) => (
    <Button
      look="quiet"
      title={word}
      aria-label={`${word}${name}`}
      aria-disabled={isAtEnd || undefined}
      aria-busy={isBusy}
      onClick={() => {
        if (!isAtEnd) void shift(by)
      }}
    >
      <Icon name={by === "up" ? "rise" : "fall"} sizePx={16} />
    </Button>
  )
  return (
    <>
      {button("up", "上移", isFirst)}
      {button("down", "下移", isLast)}
    </>
  )
}

import type { OutputOf } from "@uc/contract/core/call"
import { roleCalls, roleLimits } from "@uc/contract/roles/calls"
import { explainedRecords, type ExplainedRecord } from "@uc/contract/roles/why-not"
import { useState } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { SecondLine } from "../../ui/data/second-line.tsx"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { DebouncedSearch } from "../../ui/forms/filters/debounced-search.tsx"
import { DialogHead } from "../../ui/overlays/dialog-head.tsx"
import { Modal } from "../../ui/overlays/modal.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"

export type ChosenRecord = OutputOf<typeof roleCalls.findRecords>["items"][number]

interface RecordSearchProps {
  readonly of: ExplainedRecord
  readonly onChosen: (record: ChosenRecord) => void
  readonly onClose: () => void
}

/** One record of a kind by a part of its name or title, among those that the administrator sees. */
export const RecordSearch = closesWhenBroken(function RecordSearch({
  of: record,
  onChosen,
  onClose,
}: RecordSearchProps) {
  const [typed, setTyped] = useState("")
  const name = typed.trim()
  const { data, error, refetch } = useCall(
    roleCalls.findRecords,
    { record, name },
    { isEnabled: name !== "" },
  )
  const word = explainedRecords[record]
  return (
    <Modal label={`选择${word}`} place="window" sizePx={{ width: 520, height: 520 }} onClose={onClose}>
      <DialogHead title={`选择${word}`} words="按名称或标题的一部分查找" onClose={onClose} />
      <Stack gap={12} padX={24} padY={16} fills>
        <div role="search">
          <DebouncedSearch
            label={`${word}名称`}
            placeholder="输入名称或标题"
            maxLength={roleLimits.searched}
            value={typed}
            onSettled={setTyped}
          />
        </div>
        <div aria-live="polite">
          {name === "" ? (
            <EmptyState art="empty" title="输入名称或标题的一部分" />
          ) : error ? (
            <ErrorState title="没有查到" words={messageOf(error)} onRetry={refetch} />
          ) : !data ? (
            <BarsSkeleton heightsPx={[44, 44, 44]} />
          ) : data.items.length === 0 ? (
            <EmptyState
              art="empty"
              title={`没有找到${word}`}
              words={`没有名称包含“${name}”的${word}，请换一个词。`}
            />
          ) : (
            <Stack as="ul" gap={8}>
              {data.items.map((item) => (
                <li key={item.id}>
                  <Button look="text" onClick={() => onChosen(item)}>
                    {item.name}
                  </Button>
                  <SecondLine>{item.about}</SecondLine>
                </li>
              ))}
            </Stack>
          )}
        </div>
      </Stack>
    </Modal>
  )
})

import { assessmentLimits, assessmentMessages } from "@uc/contract/assessments/messages"
import { assessmentAdminCalls, type FilledItem } from "@uc/contract/assessments/admin-calls"
import { acceptedFiles, attachmentLimits } from "@uc/contract/attachments/calls"
import { useId, useState } from "react"
import { z } from "zod"
import { send } from "../../../platform/http/send.ts"
import { showFailure } from "../../../platform/browser/toast.ts"
import { shownAttachments } from "../../attachments/public.ts"
import { AttachmentField } from "../../../ui/forms/attachment-field.tsx"
import { AttachmentList } from "../../../ui/data/attachment-list.tsx"
import { Field } from "../../../ui/forms/form-fields.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { ItemHead } from "./item-head.tsx"
import { anchorOf } from "./next-gap.ts"
import { scoreFrom } from "./score-from.ts"
import { SaveStatus } from "./save-status.tsx"
import { useEvidence } from "./use-evidence.ts"
import { useFlush, useItemDraft, type Flushes } from "./use-item-draft.ts"
import { useScore } from "./use-score.ts"
import css from "./work.module.css"

const Draft = z.object({ words: z.string(), ownScore: z.string(), adds: z.array(z.string()) })
type Draft = z.infer<typeof Draft>

function draftOf({ words, ownScore }: FilledItem): Draft {
  return { words, ownScore: ownScore === null ? "" : String(ownScore), adds: [] }
}

/** The key of the drafts of one assessment. */
export function draftsOf(userId: string, id: string): string {
  return `assessment:${userId}:${id}:`
}

interface FillItemProps {
  readonly id: string
  readonly no: number
  readonly item: FilledItem
  /** Per user: another user of this browser has other drafts. */
  readonly userId: string
  readonly flushes: Flushes
  readonly onScore: (itemId: string, score: number | null) => void
}

/** WORK-2: one item, saved automatically while it is filled in. */
export function FillItem({ id, no, item, userId, flushes, onScore }: FillItemProps) {
  const field = useId()
  const { itemId, fullScore } = item
  const [kept, setKept] = useState(item.evidence)
  const [draft, state] = useItemDraft<Draft>(itemId, flushes, {
    key: `${draftsOf(userId, id)}${itemId}`,
    shape: Draft,
    value: draftOf(item),
    version: item.version,
    check: ({ ownScore }) =>
      scoreFrom(ownScore, fullScore) === "wrong" ? assessmentMessages.ownScoreWrong(fullScore) : null,
    settle: (value, sent) => ({ ...value, adds: value.adds.filter((each) => !sent.adds.includes(each)) }),
    async save({ words, ownScore, adds }, version) {
      const score = scoreFrom(ownScore, fullScore)
      const saved = await send(assessmentAdminCalls.saveItem, {
        id,
        itemId,
        version,
        words,
        ownScore: score === "wrong" ? null : score,
        evidence: adds.join(","),
      })
      setKept(saved.evidence)
      return saved.version
    },
  })
  const evidence = useEvidence({
    kept,
    onUploaded: (added) => draft.type({ adds: [...draft.state().value.adds, added] }),
    onUnwanted: (gone) => draft.type({ adds: draft.state().value.adds.filter((each) => each !== gone) }),
  })
  useFlush(flushes, `${itemId}:files`, evidence.obstacle)
  useScore(itemId, state.value.ownScore, fullScore, onScore)

  async function resolve(keep: "mine" | "theirs") {
    try {
      const { items } = await send(assessmentAdminCalls.detail, { id })
      const theirs = items.find((each) => each.itemId === itemId)
      if (!theirs) return
      setKept(theirs.evidence)
      draft.resolve(keep, { value: draftOf(theirs), version: theirs.version })
    } catch (error) {
      showFailure(error)
    }
  }

  async function takeOff(attachmentId: string) {
    try {
      const left = await send(assessmentAdminCalls.removeEvidence, { id, itemId, attachmentId })
      setKept(left.evidence)
    } catch (error) {
      showFailure(error)
    }
  }

  // What needs an answer has a line of its own.
  const isTroubled = state.status === "conflict" || state.status === "failed"
  const status = (
    <SaveStatus
      state={state}
      untouched={state.version === 0 ? "尚未填写" : null}
      onRetry={() => void draft.flush()}
      onResolve={(keep) => void resolve(keep)}
    />
  )
  return (
    <Stack as="li" gap={8} padX={16} padY={10} surface="card" id={anchorOf(itemId)} tabIndex={-1}>
      <Row gap={12} align="start" justify="between">
        <ItemHead no={no} item={item} />
        {!isTroubled && status}
      </Row>
      {item.remark !== "" && (
        <Row as="p" gap={10} padX={12} padY={8} surface="caution" breaks>
          <Icon name="message" sizePx={16} />
          审核意见：{item.remark}
        </Row>
      )}
      <Row gap={12} align="start" onPhone="stack">
        <Stack grow className={css.words}>
          <Field label="完成情况" id={`${field}-words`}>
            <textarea
              id={`${field}-words`}
              rows={2}
              maxLength={assessmentLimits.words}
              value={state.value.words}
              placeholder="写明做了什么、做到什么程度"
              onChange={({ target }) => draft.type({ words: target.value })}
              onBlur={() => void draft.flush()}
            />
          </Field>
        </Stack>
        <Stack className={css.score}>
          <Field label={`自评分（0–${fullScore}）`} id={`${field}-score`}>
            <input
              id={`${field}-score`}
              inputMode="decimal"
              autoComplete="off"
              maxLength={8}
              value={state.value.ownScore}
              aria-invalid={scoreFrom(state.value.ownScore, fullScore) === "wrong" || undefined}
              onChange={({ target }) => draft.type({ ownScore: target.value })}
              onBlur={() => void draft.flush()}
            />
          </Field>
        </Stack>
        <div className={css.evidence}>
          <AttachmentField
            isSmall
            label={`第${no}项佐证材料`}
            hint={evidenceHint}
            accept={acceptedFiles}
            items={evidence.items}
            onAdd={evidence.add}
            onRemove={evidence.remove}
            onRetry={evidence.retry}
          />
        </div>
      </Row>
      {kept.length > 0 && (
        <AttachmentList
          isSmall
          label={`第${no}项已上传的佐证`}
          items={shownAttachments(kept)}
          onRemove={(key) => void takeOff(key)}
        />
      )}
      {isTroubled && status}
    </Stack>
  )
}

const evidenceHint = `图片、PDF、Office、WPS文档或zip，最多${assessmentLimits.evidence}个，每个不超过${attachmentLimits.bytes / 1024 / 1024}MB`

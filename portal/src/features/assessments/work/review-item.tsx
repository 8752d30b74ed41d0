import { assessmentLimits, assessmentMessages } from "@uc/contract/assessments/messages"
import { assessmentAdminCalls, type FilledItem } from "@uc/contract/assessments/admin-calls"
import { useId } from "react"
import { z } from "zod"
import { send } from "../../../platform/http/send.ts"
import { showFailure } from "../../../platform/browser/toast.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { Field } from "../../../ui/forms/form-fields.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { classes } from "../../../ui/theme/classes.ts"
import { ShownItem } from "./shown-item.tsx"
import { scoreFrom } from "./score-from.ts"
import { SaveStatus } from "./save-status.tsx"
import { useItemDraft, type Flushes } from "./use-item-draft.ts"
import { useScore } from "./use-score.ts"
import css from "./work.module.css"

const Draft = z.object({ score: z.string(), remark: z.string() })
type Draft = z.infer<typeof Draft>

function draftOf({ reviewScore, remark }: FilledItem): Draft {
  return { score: reviewScore === null ? "" : String(reviewScore), remark }
}

export function reviewDraftsOf(userId: string, id: string): string {
  return `assessment-review:${userId}:${id}:`
}

interface ReviewItemProps {
  readonly id: string
  readonly no: number
  readonly item: FilledItem
  readonly userId: string
  readonly flushes: Flushes
  readonly onScore: (itemId: string, score: number | null) => void
}

export function ReviewItem({ id, no, item, userId, flushes, onScore }: ReviewItemProps) {
  const field = useId()
  const { itemId, fullScore, ownScore } = item
  const [draft, state] = useItemDraft<Draft>(itemId, flushes, {
    key: `${reviewDraftsOf(userId, id)}${itemId}`,
    shape: Draft,
    value: draftOf(item),
    version: item.version,
    check: ({ score }) =>
      scoreFrom(score, fullScore) === "wrong" ? assessmentMessages.reviewScoreWrong(fullScore) : null,
    async save({ score, remark }, version) {
      const read = scoreFrom(score, fullScore)
      const saved = await send(assessmentAdminCalls.reviewItem, {
        id,
        itemId,
        version,
        reviewScore: read === "wrong" ? null : read,
        remark,
      })
      return saved.version
    },
  })
  useScore(itemId, state.value.score, fullScore, onScore)

  async function resolve(keep: "mine" | "theirs") {
    try {
      const { items } = await send(assessmentAdminCalls.detail, { id })
      const theirs = items.find((each) => each.itemId === itemId)
      if (theirs) draft.resolve(keep, { value: draftOf(theirs), version: theirs.version })
    } catch (error) {
      showFailure(error)
    }
  }

  // What needs an answer has a line of its own.
  const isTroubled = state.status === "conflict" || state.status === "failed"
  const status = (
    <SaveStatus
      state={state}
      untouched={state.value.score === "" && state.value.remark === "" ? "尚未评分" : null}
      onRetry={() => void draft.flush()}
      onResolve={(keep) => void resolve(keep)}
    />
  )
  return (
    <ShownItem
      no={no}
      item={item}
      isReviewed={false}
      status={!isTroubled && status}
      below={isTroubled && status}
    >
      <Stack className={classes(css.reviewScore, css.beside)}>
        <Field label={`评分（0–${fullScore}）`} id={`${field}-score`}>
          <input
            id={`${field}-score`}
            inputMode="decimal"
            autoComplete="off"
            maxLength={8}
            value={state.value.score}
            aria-invalid={scoreFrom(state.value.score, fullScore) === "wrong" || undefined}
            onChange={({ target }) => draft.type({ score: target.value })}
            onBlur={() => void draft.flush()}
          />
        </Field>
      </Stack>
      <Stack grow className={css.beside}>
        <Field label="审核意见（选填）" id={`${field}-remark`}>
          <input
            id={`${field}-remark`}
            autoComplete="off"
            maxLength={assessmentLimits.remark}
            value={state.value.remark}
            onChange={({ target }) => draft.type({ remark: target.value })}
            onBlur={() => void draft.flush()}
          />
        </Field>
      </Stack>
      {ownScore !== null && (
        <Button
          aria-label={`第${no}项同自评分`}
          onClick={() => {
            draft.type({ score: String(ownScore) })
            void draft.flush()
          }}
        >
          同自评分
        </Button>
      )}
    </ShownItem>
  )
}

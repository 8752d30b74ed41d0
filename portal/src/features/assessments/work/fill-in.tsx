import { assessmentMessages } from "@uc/contract/assessments/messages"
import { weightedSum } from "@uc/contract/assessments/steps"
import { assessmentAdminCalls, type AssessmentDetail } from "@uc/contract/assessments/admin-calls"
import { useEffect, useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Split } from "../../../ui/primitives/split.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { ExtendDialog } from "../schemes/extend-dialog.tsx"
import { draftsOf, FillItem } from "./fill-item.tsx"
import { forgetDrafts } from "./item-draft.ts"
import { ItemIndex } from "./item-index.tsx"
import { goToItem, nextGap, type IndexedItem } from "./next-gap.ts"
import { PrintAssessment } from "./print-assessment.tsx"
import { ReviewItem, reviewDraftsOf } from "./review-item.tsx"
import { SendBackDialog } from "./send-back-dialog.tsx"
import { ShownItem } from "./shown-item.tsx"
import { StageMark } from "../stage-mark.tsx"
import { useAssessmentAction } from "../use-assessment-action.ts"
import type { Flushes } from "./use-item-draft.ts"
import css from "./work.module.css"

interface FillInProps {
  readonly id: string
  readonly userId: string
  readonly onBack: () => void
}

/** WORK-2: one assessment, to be filled in, reviewed or read. */
export function FillIn({ id, userId, onBack }: FillInProps) {
  // Cached answers have old versions, and a save with those would be refused as a conflict.
  const { data, error, refetch, isFetchedAfterMount } = useCall(assessmentAdminCalls.detail, { id })
  return (
    <Stack gap={12}>
      {!(data && isFetchedAfterMount && !error) && <Back onBack={onBack} />}
      {error && <ErrorState title="考核加载失败" words={messageOf(error)} onRetry={refetch} />}
      {!error && !(data && isFetchedAfterMount) && <BarsSkeleton heightsPx={[72, 180, 180]} />}
      {!error && data && isFetchedAfterMount && (
        <Opened key={data.version} detail={data} userId={userId} onBack={onBack} />
      )}
    </Stack>
  )
}

function Back({ onBack }: Pick<FillInProps, "onBack">) {
  return (
    <Row>
      <Button look="text" onClick={onBack}>
        <Icon name="back" sizePx={16} />
        返回列表
      </Button>
    </Row>
  )
}

interface OpenedProps extends Pick<FillInProps, "userId" | "onBack"> {
  readonly detail: AssessmentDetail
}

function Opened({ detail, userId, onBack }: OpenedProps) {
  const {
    id,
    items,
    version,
    mayFill,
    mayTakeBack,
    mayReview,
    mayExtend,
    reason,
    why,
    stage,
    orgname,
    ends,
  } = detail
  const { act, isBusy, problem, setProblem } = useAssessmentAction()
  const [flushes] = useState<Flushes>(() => new Map())
  const [asks, setAsks] = useState<"submit" | "takeBack" | "accept" | "sendBack" | "extend" | null>(null)
  const [scores, setScores] = useState<Scores>(new Map())
  const onScore = (itemId: string, score: number | null) => {
    if (scores.get(itemId) === score) return
    setScores((now) => new Map(now).set(itemId, score))
    // The missing scores may be filled in by now.
    setProblem(null)
  }

  useEffect(() => {
    if (stage !== "accepted") return
    forgetDrafts(draftsOf(userId, id))
    forgetDrafts(reviewDraftsOf(userId, id))
  }, [stage, userId, id])

  const indexed = items.map(({ itemId, name, ownScore, reviewScore }): IndexedItem => ({
    itemId,
    name,
    hasScore: (scores.has(itemId) ? scores.get(itemId) : mayReview ? reviewScore : ownScore) !== null,
  }))
  const gaps = indexed.filter(({ hasScore }) => !hasScore).length
  const [lastGap, setLastGap] = useState<string | null>(null)

  function goToGap() {
    const gap = nextGap(indexed, lastGap)
    if (!gap) return
    setLastGap(gap.itemId)
    goToItem(gap.itemId)
  }

  /** Everything typed is saved before it is submitted. */
  async function ask(what: "submit" | "accept" | "sendBack") {
    setProblem(null)
    const obstacles = await Promise.all([...flushes.values()].map((flush) => flush()))
    const obstacle = obstacles.find((each) => each !== null) ?? null
    const missing = indexed.filter(({ hasScore }) => !hasScore).map(({ name }) => name)
    if (obstacle !== null) setProblem(obstacle)
    // What would be refused is not asked about first.
    else if (what !== "sendBack" && missing.length > 0) {
      setProblem(assessmentMessages[mayReview ? "itemsUnreviewed" : "itemsUnfilled"](missing))
      goToGap()
    } else setAsks(what)
  }

  /** A refusal stands at the bottom, beside the buttons. */
  async function handOn(what: keyof typeof saidAfter): Promise<null> {
    const done = await act(assessmentAdminCalls[what], { id, version })
    if (done) showToast("success", saidAfter[what])
    return null
  }

  return (
    <>
      <Head detail={detail} scores={scores} onBack={onBack} />
      {stage === "returned" && reason !== null && (
        <Row as="p" gap={10} padX={16} padY={12} surface="caution" breaks role="note">
          <Icon name="caution" />
          <span>
            <b>退回原因：</b>
            {reason}
          </span>
        </Row>
      )}
      {why !== null && (
        <Row as="p" gap={10} padX={16} padY={12} surface="caution" breaks role="note">
          <Icon name="info" />
          {why}
        </Row>
      )}
      <Split sidePx={188} gap={16}>
        <ItemIndex items={indexed} />
        <Stack as="ol" gap={8}>
          {items.map((item, at) => {
            const same = { no: at + 1, item }
            const written = { id, userId, flushes, onScore }
            if (mayFill) return <FillItem key={item.itemId} {...written} {...same} />
            if (mayReview) return <ReviewItem key={item.itemId} {...written} {...same} />
            return <ShownItem key={item.itemId} isReviewed={stage === "accepted"} {...same} />
          })}
        </Stack>
      </Split>
      {(mayFill || mayTakeBack || mayReview || mayExtend) && (
        <Row gap={8} wrap justify="end" padX={20} padY={12} line="top" className={css.foot}>
          {problem !== null && (
            <Row
              as="p"
              gap={8}
              padX={12}
              padY={8}
              surface="danger"
              tone="danger"
              role="alert"
              className={css.problem}
            >
              <Icon name="danger" sizePx={16} />
              {problem}
            </Row>
          )}
          <Text tone="soft" size={13} className={css.hint}>
            {mayFill && "填写的内容会自动保存，可以分多次填完再提交。"}
            {mayReview && "评分会自动保存，可以分多次审核。"}
            {mayTakeBack && "已提交，等待审核。审核开始前可以撤回修改。"}
            {!mayFill && !mayTakeBack && !mayReview && `${orgname}尚未提交，截止日期为${ends}。`}
          </Text>
          {(mayFill || mayReview) && gaps > 0 && (
            <Button onClick={goToGap}>
              <Icon name="down" sizePx={16} />
              下一处未填（剩{gaps}项）
            </Button>
          )}
          {mayExtend && <Button onClick={() => setAsks("extend")}>修改截止日期</Button>}
          {mayTakeBack && (
            <Button aria-busy={isBusy} onClick={() => setAsks("takeBack")}>
              撤回提交
            </Button>
          )}
          {mayReview && <Button onClick={() => void ask("sendBack")}>退回修改</Button>}
          {mayReview && (
            <Button look="primary" aria-busy={isBusy} onClick={() => void ask("accept")}>
              审核通过
            </Button>
          )}
          {mayFill && (
            <Button look="primary" aria-busy={isBusy} onClick={() => void ask("submit")}>
              提交
            </Button>
          )}
        </Row>
      )}
      {asks === "submit" && (
        <ConfirmDialog
          title="提交考核"
          words="提交后由下发单位审核，审核期间不能再修改。"
          confirm="提交"
          onConfirm={() => handOn("submit")}
          onClose={() => setAsks(null)}
        />
      )}
      {asks === "takeBack" && (
        <ConfirmDialog
          title="撤回提交"
          words="撤回后可以继续修改，修改完需要在截止日期前重新提交。"
          confirm="撤回"
          onConfirm={() => handOn("takeBack")}
          onClose={() => setAsks(null)}
        />
      )}
      {asks === "accept" && (
        <ConfirmDialog
          title="审核通过"
          words="通过后得分即为最终结果，不能再修改。"
          confirm="通过"
          onConfirm={() => handOn("accept")}
          onClose={() => setAsks(null)}
        />
      )}
      {asks === "extend" && <ExtendDialog detail={detail} onClose={() => setAsks(null)} />}
      {asks === "sendBack" && <SendBackDialog detail={detail} onClose={() => setAsks(null)} />}
    </>
  )
}

const saidAfter = {
  submit: assessmentMessages.nowSubmitted,
  takeBack: assessmentMessages.nowTakenBack,
  accept: assessmentMessages.nowAccepted,
} as const

/** As they are typed, by item. */
type Scores = ReadonlyMap<string, number | null>

interface HeadProps extends Pick<OpenedProps, "detail" | "onBack"> {
  readonly scores: Scores
}

/** DAY-14: as low as it can be, so that three or four items fit below it. */
function Head({ detail, scores, onBack }: HeadProps) {
  const { title, period, orgname, begins, ends, stage, description, full, score, items } = detail
  const typed = (itemId: string, saved: number | null) => (scores.has(itemId) ? scores.get(itemId) : saved)
  const own = items.map(({ itemId, weight, ownScore }) => ({
    weight,
    score: (detail.mayFill ? typed(itemId, ownScore) : ownScore) ?? null,
  }))
  const judged = items.map(({ itemId, weight, reviewScore }) => ({
    weight,
    score: typed(itemId, reviewScore) ?? null,
  }))
  const made = (detail.mayReview ? judged : own).filter((each) => each.score !== null).length
  return (
    <Row as="header" gap={8} columnGap={24} wrap justify="between">
      <Back onBack={onBack} />
      <Stack className={css.about}>
        <Row as="h2" gap={4} columnGap={12} wrap size={16} breaks>
          {period} {title}
          <StageMark stage={stage} />
        </Row>
        <Text as="p" tone="soft" size={13}>
          {orgname} · {begins} 至 {ends}
          {detail.submittedAt !== null &&
            ` · ${detail.submittedBy ?? "管理员"} ${detail.submittedAt.slice(0, 16)} 提交`}
          {stage === "accepted" &&
            detail.reviewedAt !== null &&
            ` · ${detail.reviewedBy ?? "管理员"} ${detail.reviewedAt.slice(0, 16)} 审核`}
          {description !== "" && ` · ${description}`}
        </Text>
      </Stack>
      <Row as="dl" gap={8} columnGap={20} wrap>
        {(detail.mayFill || detail.mayReview) && (
          <Sum label={detail.mayReview ? "已评" : "已填"} value={made} of={`${items.length} 项`} />
        )}
        <Sum label="自评" value={weightedSum(own)} of={full} />
        {detail.mayReview && <Sum label="评分" value={weightedSum(judged)} of={full} />}
        {score !== null && <Sum label="得分" value={score} of={full} />}
      </Row>
      <PrintAssessment detail={detail} />
    </Row>
  )
}

interface SumProps {
  readonly label: string
  readonly value: number
  readonly of: number | string
}

function Sum({ label, value, of }: SumProps) {
  return (
    <Row gap={6} align="baseline">
      <Text as="dt" tone="faint" size={13}>
        {label}
      </Text>
      <Text as="dd" size={18} weight={600} figures>
        {value}
        <Text as="small" tone="faint" size={13} weight={400}>
          {" "}
          / {of}
        </Text>
      </Text>
    </Row>
  )
}

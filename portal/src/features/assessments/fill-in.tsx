import { assessmentMessages } from "@uc/contract/assessment-messages"
import { assessmentWorkCalls, type AssessmentDetail } from "@uc/contract/assessments-at-work"
import { useState } from "react"
import { messageOf } from "../../platform/failure.ts"
import { showToast } from "../../platform/toast.ts"
import { useCall } from "../../platform/use-call.ts"
import { Button } from "../../ui/button.tsx"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { FailedFace } from "../../ui/failed-face.tsx"
import { Icon } from "../../ui/icon.tsx"
import { BarsSkeleton } from "../../ui/skeleton.tsx"
import { FillItem } from "./fill-item.tsx"
import { ReviewItem } from "./review-item.tsx"
import { SendBackDialog } from "./send-back-dialog.tsx"
import { ShownItem } from "./shown-item.tsx"
import { StageMark } from "./stage-mark.tsx"
import { useAssessmentAct } from "./use-assessment-act.ts"
import type { Flushes } from "./use-item-draft.ts"
import css from "./fill-in.module.css"

interface FillInProps {
  readonly id: string
  readonly userId: string
  readonly onBack: () => void
}

/** WORK-2: one assessment, to be filled in, reviewed or read. */
export function FillIn({ id, userId, onBack }: FillInProps) {
  // What was asked some time ago holds versions of then; whoever saved by those would be told that somebody else was first.
  const { data, error, refetch, isFetchedAfterMount } = useCall(assessmentWorkCalls.detail, { id })
  return (
    <div className={css.whole}>
      <Button look="text" onClick={onBack}>
        <Icon name="back" sizePx={16} />
        返回列表
      </Button>
      {error && <FailedFace title="考核没有加载成功" words={messageOf(error)} onRetry={refetch} />}
      {!error && !(data && isFetchedAfterMount) && <BarsSkeleton heightsPx={[72, 180, 180]} />}
      {!error && data && isFetchedAfterMount && <Opened key={data.version} detail={data} userId={userId} />}
    </div>
  )
}

function Opened({ detail, userId }: { readonly detail: AssessmentDetail; readonly userId: string }) {
  const { id, items, version, mayFill, mayReview, reason, why, stage } = detail
  const { act, isBusy, problem, setProblem } = useAssessmentAct()
  const [flushes] = useState<Flushes>(() => new Map())
  const [asks, setAsks] = useState<"submit" | "accept" | "sendBack" | null>(null)

  /** Nothing is handed on before everything that was typed is saved. */
  async function allSaved(): Promise<boolean> {
    const saved = await Promise.all([...flushes.values()].map((flush) => flush()))
    return saved.every(Boolean)
  }

  async function ask(what: "submit" | "accept" | "sendBack") {
    setProblem(null)
    if (await allSaved()) setAsks(what)
    else setProblem("还有内容没有保存成功，请先处理标红的项")
  }

  /** A refusal stands at the foot, beside what it is about. */
  async function handOn(what: "submit" | "accept"): Promise<null> {
    const done = await act(assessmentWorkCalls[what], { id, version })
    if (done) showToast("success", assessmentMessages[what === "submit" ? "nowSubmitted" : "nowAccepted"])
    return null
  }

  return (
    <>
      <Head detail={detail} />
      {stage === "returned" && reason !== null && (
        <p className={css.reason} role="note">
          <Icon name="caution" />
          <span>
            <b>退回原因：</b>
            {reason}
          </span>
        </p>
      )}
      {why !== null && (
        <p className={css.reason} role="note">
          <Icon name="info" />
          {why}
        </p>
      )}
      <ol className={css.items}>
        {items.map((item, at) => {
          const same = { no: at + 1, item }
          if (mayFill)
            return <FillItem key={item.itemId} id={id} userId={userId} flushes={flushes} {...same} />
          if (mayReview)
            return <ReviewItem key={item.itemId} id={id} userId={userId} flushes={flushes} {...same} />
          return <ShownItem key={item.itemId} isReviewed={stage === "accepted"} {...same} />
        })}
      </ol>
      {(mayFill || mayReview) && (
        <div className={css.foot}>
          {problem !== null && (
            <p className={css.problem} role="alert">
              <Icon name="danger" sizePx={16} />
              {problem}
            </p>
          )}
          <span className={css.hint}>
            {mayFill ? "填写的内容会自动保存，可以分多次填完再提交。" : "评分会自动保存，可以分多次审核。"}
          </span>
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
        </div>
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
      {asks === "accept" && (
        <ConfirmDialog
          title="审核通过"
          words="通过后得分即为最终结果，不能再修改。"
          confirm="通过"
          onConfirm={() => handOn("accept")}
          onClose={() => setAsks(null)}
        />
      )}
      {asks === "sendBack" && <SendBackDialog detail={detail} onClose={() => setAsks(null)} />}
    </>
  )
}

function Head({ detail }: { readonly detail: AssessmentDetail }) {
  const { title, period, orgname, begins, ends, stage, description, ownSum, full, score } = detail
  return (
    <header className={css.head}>
      <div>
        <h2>
          {period} {title}
          <StageMark stage={stage} />
        </h2>
        <p>
          {orgname} · {begins} 至 {ends}
          {detail.submittedAt !== null &&
            ` · ${detail.submittedBy ?? "管理员"} ${detail.submittedAt.slice(0, 16)} 提交`}
          {stage === "accepted" &&
            detail.reviewedAt !== null &&
            ` · ${detail.reviewedBy ?? "管理员"} ${detail.reviewedAt.slice(0, 16)} 审核`}
        </p>
        {description !== "" && <p>{description}</p>}
      </div>
      <dl>
        <div>
          <dt>自评</dt>
          <dd>
            {ownSum}
            <small> / {full}</small>
          </dd>
        </div>
        {score !== null && (
          <div>
            <dt>得分</dt>
            <dd>
              {score}
              <small> / {full}</small>
            </dd>
          </div>
        )}
      </dl>
    </header>
  )
}

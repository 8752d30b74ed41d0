import { patrolLimits, patrolAdminCalls, type PatrolPoint } from "@uc/contract/patrols/admin-calls"
import { useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { ChoiceFilter } from "../../../ui/forms/filters/choice-filter.tsx"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { DialogHead } from "../../../ui/overlays/dialog-head.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Modal } from "../../../ui/overlays/modal.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { Grid } from "../../../ui/primitives/grid.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import css from "./code-sheet.module.css"

interface CodeSheetProps {
  readonly points: readonly PatrolPoint[]
  readonly onClose: () => void
}

/** To be printed, cut and put up; nothing else is printed. As many at a time as the server draws. */
export const CodeSheet = closesWhenBroken(function CodeSheet({ points, onClose }: CodeSheetProps) {
  const [from, setFrom] = useState("0")
  const begins = Array.from({ length: Math.ceil(points.length / patrolLimits.codes) }, (_, at) => at)
  const batches = begins.map((at) => {
    const first = at * patrolLimits.codes
    return [`${first}`, `第${first + 1}–${Math.min(first + patrolLimits.codes, points.length)}个`] as const
  })
  const ids = points
    .slice(Number(from), Number(from) + patrolLimits.codes)
    .map(({ id }) => id)
    .join(",")
  const answer = useCall(patrolAdminCalls.codes, { ids })
  const { error, refetch } = answer
  // A code that was just renewed must not be printed from the cache.
  const data = answer.isFetchedAfterMount ? answer.data : undefined
  return (
    <Modal
      label="巡查二维码"
      place="window"
      sizePx={{ width: 860, height: 680 }}
      className={css.sheet}
      onClose={onClose}
    >
      <DialogHead
        title="巡查二维码"
        words={batches.length > 1 ? `共${points.length}个点位，每次打印${patrolLimits.codes}个` : null}
        onClose={onClose}
      />
      <Text as="div" grow padX={24} padY={12} className={css.body}>
        {error && <ErrorState title="二维码加载失败" words={messageOf(error)} onRetry={refetch} />}
        {!error && !data && <BarsSkeleton heightsPx={[200, 200]} />}
        {data && (
          <Grid as="ul" leastPx={180} gap={16} className={css.codes}>
            {data.codes.map(({ id, name, placeName, orgname, code, image }) => (
              <Stack as="li" key={id} gap={2} pad={12} centred breaks>
                <img src={image} alt={`${name}的巡查二维码`} />
                <b>{name}</b>
                {placeName !== name && <span>{placeName}</span>}
                <Text as="code" size={13} weight={600} className={css.code}>
                  {code}
                </Text>
                <Text size={12}>{orgname} · 扫码巡查打卡</Text>
              </Stack>
            ))}
          </Grid>
        )}
      </Text>
      <Row gap={8} justify="end" padX={24} padY={12} line="top">
        {batches.length > 1 && (
          <ChoiceFilter label="打印" value={from} choices={batches} onChange={setFrom} />
        )}
        <Button onClick={onClose}>关闭</Button>
        <Button look="primary" disabled={!data} onClick={() => window.print()}>
          <Icon name="page" sizePx={16} />
          打印
        </Button>
      </Row>
    </Modal>
  )
})

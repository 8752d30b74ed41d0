import type { Pinner } from "@uc/contract/home/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { useId } from "react"
import { Link } from "react-router"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import type { HomeCard } from "./home-card.ts"
import { ErrorBoundary } from "../../ui/feedback/error-boundary.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { Icon, isIconName } from "../../ui/navigation/icon.tsx"
import { formatMilliseconds } from "../../ui/format/moment-in-words.ts"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { PinMark } from "./layout/pin-mark.tsx"
import { useCard } from "./use-card.ts"
import css from "./card-frame.module.css"

interface CardFrameProps {
  readonly card: HomeCard
  readonly user: CurrentUser
  /** Who has pinned it; null: the user decides. */
  readonly pinnedBy: Pinner | null
}

/** HOME-1, BARE-20: a card that loads, fails and retries alone; one that can't be drawn leaves the others alone. */
export function CardFrame(props: CardFrameProps) {
  const { key, title } = props.card
  return (
    <ErrorBoundary
      place={`card ${key}`}
      renderBroken={(retry) => (
        <Stack as="section" surface="card" padX={16} padY={12} className={css.card} aria-label={title}>
          <BrokenCard onRetry={retry} />
        </Stack>
      )}
    >
      <Frame {...props} />
    </ErrorBoundary>
  )
}

function BrokenCard({ onRetry }: { readonly onRetry: () => unknown }) {
  return <SmallEmptyState isAlert icon="caution" words="内容无法显示" action="重试" onAction={onRetry} />
}

function Frame({ card, user, pinnedBy }: CardFrameProps) {
  const id = useId()
  const { title, icon, more, Content } = card
  const { data, atMs, isLoading, failure, refetch } = useCard(card, user)
  const hasData = data !== undefined
  // A low card as wide as the page has no line to spare, but room beside its title.
  const isLow = card.size.w === 12 && card.least.h === 2
  const told = hasData && (failure !== null || (isLoading && nowMs() - atMs > oldMs)) && (
    <Row as="p" rigid gap={6} padX={8} padY={4} surface="sunken" tone="soft" size={12} role="status">
      <Icon name={failure ? "caution" : "clock"} sizePx={14} />
      <Text grow>
        {failure ? `更新失败：${messageOf(failure) ?? ""}。` : "正在更新，"}
        显示的是 {formatMilliseconds(atMs, nowMs())} 的数据
      </Text>
      {failure && (
        <Button look="text" className={css.retry} onClick={() => void refetch()}>
          重试
        </Button>
      )}
    </Row>
  )
  return (
    <Stack
      fills
      as="section"
      gap={8}
      padX={16}
      padY={12}
      surface="card"
      className={css.card}
      aria-labelledby={id}
      aria-busy={isLoading}
    >
      <Row rigid wrap gap={8}>
        <Row as="h2" id={id} gap={8} size={15} className={css.title}>
          <Icon name={isIconName(icon) ? icon : "page"} />
          {title}
        </Row>
        {pinnedBy && <PinMark by={pinnedBy} />}
        {isLow && told}
        <Row rigid end gap={8}>
          <Button
            look="quiet"
            className={css.refresh}
            aria-label={`刷新${title}`}
            title={hasData ? `更新于 ${formatMilliseconds(atMs, nowMs())}，点击刷新` : "刷新"}
            disabled={isLoading}
            onClick={() => void refetch()}
          >
            <Icon name="retry" sizePx={16} />
          </Button>
          {more && (
            <Row as={Link} gap={2} size={13} to={more.to}>
              {more.words}
              <Icon name="right" sizePx={14} />
            </Row>
          )}
        </Row>
      </Row>
      {!isLow && told}
      <div className={css.body} data-shows={hasData ? "content" : "nothing"}>
        {hasData ? (
          <ErrorBoundary
            place={`card ${card.key}`}
            drawnFrom={data}
            renderBroken={(retry) => (
              <BrokenCard
                onRetry={() => {
                  retry()
                  return refetch()
                }}
              />
            )}
          >
            <Content data={data} user={user} />
          </ErrorBoundary>
        ) : failure && !isLoading ? (
          <SmallEmptyState
            isAlert
            icon="caution"
            words={messageOf(failure) ?? "加载失败"}
            action="重试"
            onAction={refetch}
          />
        ) : (
          <BarsSkeleton heightsPx={[20, 20, 20]} />
        )}
      </div>
    </Stack>
  )
}

/** Data of a moment ago is not marked as old. */
const oldMs = 60_000

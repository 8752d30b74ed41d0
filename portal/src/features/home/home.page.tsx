import { usertypes, type CurrentUser } from "@uc/contract/account/calls"
import { loadingMessages } from "@uc/contract/core/loading-messages"
import { layoutMessages } from "@uc/contract/home/calls"
import { startTransition, useCallback, useEffect, useMemo, useState, type CSSProperties } from "react"
import { Link } from "../../ui/navigation/link.tsx"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { needsReload, reloadPage } from "../../platform/http/load-chunk.ts"
import { useRetryWhenBack } from "../../platform/http/network.ts"
import { hasAllHomeCards, homeCardsAtHand, homeCardsFor, loadHomeCards } from "./home-card.ts"
import { useUser } from "../../platform/session/session.ts"
import { buttonClass } from "../../ui/forms/button.tsx"
import { CautionBar } from "../../ui/feedback/caution-bar.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { CardFrame } from "./card-frame.tsx"
import { formatDay, greetingAt } from "./greeting.ts"
import { FirstRunList } from "./first-run.tsx"
import { Hills } from "./hills.tsx"
import { arranged, inOrder, isAtTop, visible, type Cell } from "./home-layout.ts"
import { useHomeLayout } from "./use-home-layout.ts"
import css from "./home.module.css"

const kinds: Record<CurrentUser["usertype"], string> = {
  [usertypes.platform]: "平台",
  [usertypes.bureau]: "教育局",
  [usertypes.enterprise]: "企业",
  [usertypes.school]: "学校",
}

export function Component() {
  const user = useUser()
  return user && <Home user={user} />
}

function Home({ user }: { readonly user: CurrentUser }) {
  const now = nowMs()
  return (
    <Stack gap={16}>
      <Row as="section" padX={24} padY={20} className={css.hero} aria-label="欢迎">
        <Stack gap={4} className={css.words}>
          <Text as="h1" size={22}>
            {greetingAt(now)}，{user.nickname}
          </Text>
          <p>
            {user.orgname}
            <Text size={12} className={css.kind}>
              {kinds[user.usertype]}
            </Text>
          </p>
          <Text as="p" size={13}>
            {formatDay(now)} · {user.areaname}
          </Text>
        </Stack>
        <Hills />
        <Row as={Link} gap={6} padX={12} size={13} to="/main/setHomeLayout" className={css.arrange}>
          <Icon name="grid" sizePx={16} />
          调整布局
        </Row>
      </Row>
      <FirstRunList user={user} />
      <Cards user={user} />
    </Stack>
  )
}

/** The numbers of the day. The other cards follow at once, in pieces: drawn together with them, the first would be shown later. */
const rowsAtFirst = 2

/** Where it stands, for the style sheet. */
function placeOf({ x, y, w, h }: Cell): CSSProperties {
  return { "--x": x + 1, "--y": y + 1, "--w": w, "--h": h } as CSSProperties
}

function keptPermissions(held: string): string[] | undefined {
  return (JSON.parse(held) as string[] | null) ?? undefined
}

/** The other cards are loaded and drawn in slices when the first rows are shown. */
function useOtherCards() {
  const [areShown, setShown] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const load = useCallback(
    () => void loadHomeCards().then(() => startTransition(() => setShown(true)), setFailure),
    [],
  )
  useEffect(load, [load])
  const loadAgain = useCallback(() => {
    setFailure(null)
    load()
  }, [load])
  useRetryWhenBack(failure === null || needsReload(failure) ? null : loadAgain)
  return { areShown, failure, retry: needsReload(failure) ? () => void reloadPage() : loadAgain }
}

function Cards({ user }: { readonly user: CurrentUser }) {
  const { usertype, admintype } = user
  const others = useOtherCards()
  const hasAll = hasAllHomeCards()
  const atHand = homeCardsAtHand()
  // The same user is set again now and then; the cards stay.
  const held = JSON.stringify(user.permissions ?? null)
  const cards = useMemo(
    () => homeCardsFor({ usertype, admintype, permissions: keptPermissions(held) }, atHand),
    [usertype, admintype, held, atHand],
  )
  const { saved, pins, isSettled, failure, refetch } = useHomeLayout(user)
  const items = saved?.items ?? []
  const pinned = new Set(pins.pinned.map(({ key }) => key))
  const known = hasAll ? cards : cards.filter(({ key }) => isAtTop(key, items))
  const cells = inOrder(visible(arranged(known, items, pinned)))
  return (
    <>
      {failure && (
        <CautionBar
          words={`首页布局没有更新：${messageOf(failure)}`}
          action="重试"
          onAction={() => void refetch()}
        />
      )}
      {others.failure !== null && (
        <CautionBar
          words={
            needsReload(others.failure) ? loadingMessages.partNeedsReload : layoutMessages.cardsNotLoaded
          }
          action={needsReload(others.failure) ? loadingMessages.reloadPage : "重试"}
          onAction={others.retry}
        />
      )}
      {cells.length === 0 && isSettled && hasAll ? (
        <EmptyState
          art="empty"
          title="首页没有卡片"
          words="所有卡片都已隐藏，可以在布局设置里重新显示。"
          actions={
            <Link to="/main/setHomeLayout" className={buttonClass({ look: "primary" })}>
              调整布局
            </Link>
          }
        />
      ) : (
        <ul className={css.grid} data-settled={isSettled} aria-label="首页卡片">
          {cells.map((cell) => {
            const card = cards.find(({ key }) => key === cell.key)
            return (
              card && (
                <li key={cell.key} className={css.cell} data-card={cell.key} style={placeOf(cell)}>
                  {(others.areShown || cell.y < rowsAtFirst) && (
                    <CardFrame
                      card={card}
                      user={user}
                      pinnedBy={pins.pinned.find(({ key }) => key === cell.key)?.by ?? null}
                    />
                  )}
                </li>
              )
            )
          })}
        </ul>
      )}
    </>
  )
}

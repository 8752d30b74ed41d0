import { noticeLimits, noticeMessages, type BellItem } from "@uc/contract/notices/calls"
import { subscriptionTopics, type SubscriptionTopic } from "@uc/contract/subscriptions/calls"
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react"
import { useLocation, useNavigate } from "react-router"
import { Link } from "../../ui/navigation/link.tsx"
import { nowMs } from "../../platform/browser/clock.ts"
import { showFailure, showToast } from "../../platform/browser/toast.ts"
import { Button, buttonClass } from "../../ui/forms/button.tsx"
import { useClosedByBack } from "../../ui/overlays/open-popups.ts"
import { classes } from "../../ui/theme/classes.ts"
import { Icon, type IconName } from "../../ui/navigation/icon.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { askBell, readFromBell, useBell, watchBell } from "./bell-store.ts"
import css from "./bell.module.css"

const icons: Readonly<Record<SubscriptionTopic, IconName>> = {
  notice: "bell",
  news: "news",
  task: "task",
  patrol: "patrol",
  assessment: "chart",
  alarm: "alarm",
  drill: "drill",
  hazard: "caution",
}

interface BellProps {
  /** The look of the header's tools. */
  readonly toolClass: string
  readonly startsOpen: boolean
  /** The focus was on the button that stood here while it was loaded. */
  readonly startsFocused: boolean
}

/** HOME-1: the number of unread items and, once pressed, the list. */
export function HeaderBell({ toolClass, startsOpen, startsFocused }: BellProps) {
  const [isOpen, setOpen] = useState(startsOpen)
  const { bell } = useBell()
  const anchor = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(watchBell, [])
  useLayoutEffect(() => {
    if (startsFocused && !startsOpen) button.current?.focus()
  }, [startsFocused, startsOpen])
  const { pathname, search } = useLocation()
  const here = pathname + search
  const [openedAt, setOpenedAt] = useState(here)
  // Any navigation closes it.
  if (isOpen && openedAt !== here) setOpen(false)
  useClosedByBack(isOpen, () => setOpen(false))
  const unread = bell?.unread ?? 0
  const rung = useRung(unread, bell !== null)

  useEffect(() => {
    if (!isOpen) return
    panel.current?.focus()
    function onPress(event: PointerEvent) {
      if (event.target instanceof Node && !anchor.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener("pointerdown", onPress)
    return () => document.removeEventListener("pointerdown", onPress)
  }, [isOpen])

  function onKey(event: KeyboardEvent) {
    if (!isOpen) return
    if (event.key === "Escape") {
      setOpen(false)
      button.current?.focus()
      return
    }
    const items = [...(panel.current?.querySelectorAll<HTMLElement>("[data-item]") ?? [])]
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || items.length === 0) return
    event.preventDefault()
    const at = items.findIndex((item) => item === document.activeElement)
    const next = at < 0 ? (step > 0 ? 0 : items.length - 1) : (at + step + items.length) % items.length
    items[next]?.focus()
  }

  const words = unread === 0 ? "通知" : `通知，${formatCount(unread)}条未读`
  return (
    <div ref={anchor} className={css.anchor} role="presentation" onKeyDown={onKey}>
      <button
        ref={button}
        type="button"
        className={classes(toolClass, css.button)}
        aria-label={words}
        title="通知"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => {
          if (!isOpen) void askBell()
          setOpenedAt(here)
          setOpen(!isOpen)
        }}
      >
        <Icon name="bell" />
        {unread > 0 && (
          <span className={css.badge} aria-hidden="true">
            {formatCount(unread)}
          </span>
        )}
      </button>
      <span className="only-read-aloud" role="status">
        {rung}
      </span>
      {isOpen && (
        <div ref={panel} id={id} className={css.panel} role="dialog" aria-label="通知" tabIndex={-1}>
          <Panel
            unread={unread}
            onClose={() => {
              setOpen(false)
              button.current?.focus()
            }}
          />
        </div>
      )}
    </div>
  )
}

function formatCount(unread: number): string {
  return unread > noticeLimits.most ? `${noticeLimits.most}+` : String(unread)
}

/** Announced when more has come; not for the first count. */
function useRung(unread: number, isKnown: boolean): string {
  const before = useRef<number | null>(null)
  const [rung, setRung] = useState("")
  useEffect(() => {
    if (!isKnown) return
    if (before.current !== null && unread > before.current)
      setRung(`有新通知，共${formatCount(unread)}条未读`)
    before.current = unread
  }, [unread, isKnown])
  return rung
}

function Panel({ unread, onClose }: { readonly unread: number; readonly onClose: () => void }) {
  const { bell, hasFailed } = useBell()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)

  async function readAll() {
    if (isBusy) return
    setBusy(true)
    try {
      await readFromBell("all")
      showToast("success", noticeMessages.readAll)
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }

  function open({ kind, id, place, isRead }: BellItem) {
    onClose()
    // The page that it opens marks a notice as read once it is shown.
    if (kind === "ring" && !isRead) readFromBell({ rings: id }).catch(showFailure)
    void navigate(place)
  }

  return (
    <>
      <Row justify="between" padX={16} line="bottom" className={css.head}>
        <Text as="h2" size={15}>
          通知
        </Text>
        {unread > 0 && (
          <Button look="text" aria-busy={isBusy} onClick={() => void readAll()}>
            <Icon name="check" sizePx={16} />
            全部已读
          </Button>
        )}
      </Row>
      <Text as="div" grow scrolls>
        {hasFailed && bell && (
          <Row
            as="p"
            gap={8}
            justify="between"
            padX={16}
            padY={6}
            tone="danger"
            surface="danger"
            role="alert"
          >
            没有连上服务器，以下可能不是最新的
            <Button look="text" onClick={() => void askBell()}>
              重试
            </Button>
          </Row>
        )}
        {bell === null ? (
          hasFailed ? (
            <SmallEmptyState
              isAlert
              icon="danger"
              words="通知加载失败"
              action="重试"
              onAction={() => askBell()}
            />
          ) : (
            <Stack pad={16}>
              <BarsSkeleton heightsPx={[44, 44, 44]} />
            </Stack>
          )
        ) : bell.items.length === 0 ? (
          <SmallEmptyState icon="bell" words="没有通知，新的通知和提醒会出现在这里" />
        ) : (
          <ul>
            {bell.items.map((item) => (
              <li key={`${item.kind}${item.id}`}>
                <Item item={item} onOpen={() => open(item)} />
              </li>
            ))}
          </ul>
        )}
      </Text>
      <Row justify="between" padX={8} padY={6} line="top">
        <Link className={buttonClass({ look: "text" })} to="/main/notices" onClick={onClose}>
          全部通知
        </Link>
        <Link
          className={buttonClass({ look: "text" })}
          to="/main/service?see=subscriptions"
          onClick={onClose}
        >
          <Icon name="gear" sizePx={16} />
          订阅设置
        </Link>
      </Row>
    </>
  )
}

function Item({ item, onOpen }: { readonly item: BellItem; readonly onOpen: () => void }) {
  const { title, topic, orgname, createtime, isRead, isPinned } = item
  return (
    <Row
      as="button"
      type="button"
      data-item
      gap={12}
      align="start"
      padX={16}
      padY={10}
      className={classes(css.item, !isRead && css.unread)}
      onClick={onOpen}
    >
      <span className={css.mark}>
        <Icon name={icons[topic]} sizePx={18} />
      </span>
      <Stack as="span" grow>
        <Text {...(isRead ? { tone: "soft" } : { weight: 500 })} breaks className={css.title}>
          {!isRead && <span className="only-read-aloud">未读，</span>}
          {isPinned && (
            <Text tone="brand" title="置顶">
              <Icon name="pin" sizePx={14} />{" "}
            </Text>
          )}
          {title}
        </Text>
        <Row as="small" gap={12} justify="between" tone="faint" size={12}>
          {orgname ?? subscriptionTopics[topic].name}
          <Text as="time" figures rigid dateTime={createtime}>
            {formatMoment(createtime, nowMs())}
          </Text>
        </Row>
      </Stack>
    </Row>
  )
}

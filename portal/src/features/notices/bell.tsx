import { noticeLimits, noticeMessages, type BellItem } from "@uc/contract/notices/calls"
import { subscriptionTopics, type SubscriptionTopic } from "@uc/contract/subscriptions/calls"
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react"
import { Link, useLocation, useNavigate } from "react-router"
import { nowMs } from "../../platform/browser/clock.ts"
import { showFailure, showToast } from "../../platform/browser/toast.ts"
import { Button } from "../../ui/forms/button.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { Icon, type IconName } from "../../ui/navigation/icon.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
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
}

interface BellProps {
  /** The look of the header's tools. */
  readonly toolClass: string
  readonly startsOpen: boolean
}

/** HOME-1: what is unread, in number and, once it is pressed, in words. */
export function HeaderBell({ toolClass, startsOpen }: BellProps) {
  const [isOpen, setOpen] = useState(startsOpen)
  const { bell } = useBell()
  const anchor = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(watchBell, [])
  const { pathname, search } = useLocation()
  const here = pathname + search
  const [openedAt, setOpenedAt] = useState(here)
  // Whatever leads to another page closes it.
  if (isOpen && openedAt !== here) setOpen(false)
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

/** What is said aloud when more has come; the first count is no news. */
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
    // The page that it leads to marks a notice as read once it is really shown.
    if (kind === "ring" && !isRead) readFromBell({ rings: id }).catch(showFailure)
    void navigate(place)
  }

  return (
    <>
      <div className={css.head}>
        <h2>通知</h2>
        {unread > 0 && (
          <Button look="text" aria-busy={isBusy} onClick={() => void readAll()}>
            <Icon name="check" sizePx={16} />
            全部已读
          </Button>
        )}
      </div>
      <div className={css.body}>
        {hasFailed && bell && (
          <p className={css.stale} role="alert">
            没有连上服务器，以下可能不是最新的
            <Button look="text" onClick={() => void askBell()}>
              重试
            </Button>
          </p>
        )}
        {bell === null ? (
          hasFailed ? (
            <SmallEmptyState
              isAlert
              icon="danger"
              words="通知没有加载成功"
              action="重试"
              onAction={() => askBell()}
            />
          ) : (
            <div className={css.waiting}>
              <BarsSkeleton heightsPx={[44, 44, 44]} />
            </div>
          )
        ) : bell.items.length === 0 ? (
          <SmallEmptyState icon="bell" words="没有通知，新的通知和提醒会出现在这里" />
        ) : (
          <ul>
            {bell.items.map((item) => (
              <li key={`${item.kind}${item.id}`}>
                <button
                  type="button"
                  data-item
                  className={classes(css.item, !item.isRead && css.unread)}
                  onClick={() => open(item)}
                >
                  <span className={css.mark}>
                    <Icon name={icons[item.topic]} sizePx={18} />
                  </span>
                  <span className={css.words}>
                    <span className={css.title}>
                      {!item.isRead && <span className="only-read-aloud">未读，</span>}
                      {item.isPinned && (
                        <span className={css.pin} title="置顶">
                          <Icon name="pin" sizePx={14} />
                        </span>
                      )}
                      {item.title}
                    </span>
                    <small>
                      {item.orgname ?? subscriptionTopics[item.topic].name}
                      <time dateTime={item.createtime}>{formatMoment(item.createtime, nowMs())}</time>
                    </small>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={css.foot}>
        <Link to="/main/notices" onClick={onClose}>
          全部通知
        </Link>
        <Link to="/main/service?see=subscriptions" onClick={onClose}>
          <Icon name="gear" sizePx={16} />
          订阅设置
        </Link>
      </div>
    </>
  )
}

import { homeLayoutCalls, layoutMessages } from "@uc/contract/home/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { useId, useMemo, useReducer, useState } from "react"
import { Link } from "../../../ui/navigation/link.tsx"
import { Failure, messageOf } from "../../../platform/http/failure.ts"
import { homeCardsFor } from "../home-card.ts"
import { send } from "../../../platform/http/send.ts"
import { useUser } from "../../../platform/session/session.ts"
import { showFailure, showToast } from "../../../platform/browser/toast.ts"
import { useConfirmLeave } from "../../../platform/browser/use-confirm-leave.ts"
import { usePhone } from "../../../ui/layout/use-phone.ts"
import { Button, buttonClass } from "../../../ui/forms/button.tsx"
import { Card } from "../../../ui/layout/card.tsx"
import { Page } from "../../../ui/layout/page.tsx"
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { PageSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { ConflictDialog } from "./conflict-dialog.tsx"
import { isDefault, isUnsaved, openEditor, reduceLayout } from "./layout-editor.machine.ts"
import { handleId, LayoutGrid } from "./layout-grid.tsx"
import { LayoutList } from "./layout-list.tsx"
import { PinForm } from "./pin-form.tsx"
import { useHomeLayout, type HomeLayout } from "../use-home-layout.ts"

const homePath = "/main/home"

export function Component() {
  const user = useUser()
  return user && <SetHomeLayout user={user} />
}

function SetHomeLayout({ user }: { readonly user: CurrentUser }) {
  const layout = useHomeLayout(user, { isAlwaysAsked: true })
  // The stored layout may be older than another device's. Once open it stays open: a later failure must not lose what was
  // arranged.
  const [isOpen, setOpen] = useState(false)
  if (!isOpen && layout.isFresh && !layout.failure) setOpen(true)
  if (isOpen) return <Editor user={user} layout={layout} />
  if (layout.failure && layout.isFresh)
    return (
      <ErrorState
        title="首页布局加载失败"
        words={messageOf(layout.failure)}
        onRetry={() => layout.refetch()}
      />
    )
  return <PageSkeleton />
}

interface EditorProps {
  readonly user: CurrentUser
  readonly layout: HomeLayout
}

/** HOME-3. */
function Editor({ user, layout: { saved, pins, refetch } }: EditorProps) {
  const helpId = useId()
  const cards = useMemo(() => homeCardsFor(user), [user])
  const pinnedBy = useMemo(() => new Map(pins.pinned.map(({ key, by }) => [key, by])), [pins])
  const [editor, dispatch] = useReducer(
    reduceLayout,
    { cards, pinned: new Set(pinnedBy.keys()), saved },
    openEditor,
  )
  const [isBusy, setBusy] = useState(false)
  const [hasConflict, setConflict] = useState(false)
  const isNarrow = usePhone()
  const isChanged = isUnsaved(editor)
  const confirm = useConfirmLeave(isChanged && !isBusy)

  async function save(): Promise<boolean> {
    if (isBusy) return false
    setBusy(true)
    try {
      if (isDefault(editor)) {
        const { saved: seen } = editor
        if (seen) await send(homeLayoutCalls.remove, { id: seen.id, version: seen.version })
        dispatch({ type: "taken", saved: null })
      } else {
        const items = [...editor.cells]
        const seen = editor.saved ? { id: editor.saved.id, version: editor.saved.version } : { version: 0 }
        const now = await send(homeLayoutCalls.save, { type: "home", items, ...seen })
        dispatch({ type: "taken", saved: now })
      }
      showToast("success", layoutMessages.saved)
      await refetch()
      return true
    } catch (error) {
      if (error instanceof Failure && error.message === layoutMessages.changedMeanwhile) setConflict(true)
      else showFailure(error, layoutMessages.saveFailed)
      return false
    } finally {
      setBusy(false)
    }
  }

  const hiddenCards = cards.filter(({ key }) =>
    editor.cells.some((cell) => cell.key === key && cell.isHidden),
  )
  const shared = { cards, cells: editor.cells, pinnedBy, dispatch }
  return (
    <Page
      title="首页布局"
      words={
        <span id={helpId}>
          {isNarrow
            ? "用箭头调整顺序，点眼睛隐藏卡片。保存后，您的每台设备都是这个布局。"
            : "拖动卡片换位置，拉右下角改大小。用键盘：焦点移到卡片左上角的移动按钮，方向键移动，Shift 加方向键改大小，Delete 隐藏。"}
        </span>
      }
      actions={
        <>
          <Button disabled={isDefault(editor) || isBusy} onClick={() => dispatch({ type: "reset" })}>
            恢复默认
          </Button>
          <Link to={homePath} className={buttonClass()}>
            返回首页
          </Link>
          <Button
            look="primary"
            disabled={!isChanged || isBusy}
            aria-busy={isBusy}
            onClick={() => void save()}
          >
            保存
          </Button>
        </>
      }
    >
      <p className="only-read-aloud" role="status" aria-live="assertive">
        {editor.said}
      </p>
      {isNarrow ? <LayoutList {...shared} /> : <LayoutGrid {...shared} helpId={helpId} />}
      <Card title="已隐藏的卡片" icon="eye-off">
        {hiddenCards.length === 0 ? (
          <Text as="p" tone="faint">
            没有隐藏的卡片。
          </Text>
        ) : (
          <Row as="ul" wrap gap={8} padY={8}>
            {hiddenCards.map(({ key, title }) => (
              <li key={key}>
                <Button
                  aria-label={`显示${title}`}
                  onClick={() => {
                    dispatch({ type: "shown", key })
                    // The grid draws a new card one render later.
                    requestAnimationFrame(() => document.getElementById(handleId(key))?.focus())
                  }}
                >
                  <Icon name="plus" sizePx={16} />
                  {title}
                </Button>
              </li>
            ))}
          </Row>
        )}
      </Card>
      {pins.own && <PinForm key={pins.own.version} own={pins.own} onChanged={refetch} />}
      {hasConflict && (
        <ConflictDialog
          onTheirs={async () => {
            dispatch({ type: "taken", saved: await refetch() })
            setConflict(false)
          }}
          onMine={async () => {
            dispatch({ type: "kept", saved: await refetch() })
            setConflict(false)
          }}
          onClose={() => setConflict(false)}
        />
      )}
      {confirm && (
        <ConfirmDialog
          title="有未保存的修改"
          words="离开此页，对首页布局的修改会丢失。"
          confirm="离开"
          onConfirm={async () => {
            confirm.leave()
            return null
          }}
          onClose={confirm.stay}
        />
      )}
    </Page>
  )
}

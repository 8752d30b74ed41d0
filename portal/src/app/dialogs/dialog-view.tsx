import { QueryClientProvider } from "@tanstack/react-query"
import { drawers, ownPath, type DrawerName } from "@uc/contract/drawers/drawers"
import { loadingMessages } from "@uc/contract/core/loading-messages"
import { pickers, type PickerName } from "@uc/contract/pickers/pickers"
import { windowMessages } from "@uc/contract/core/window-messages"
import { useRef, type ComponentType } from "react"
import type { DataRouter } from "react-router"
import type { PickerProps } from "../../features/pickers/picker-props.ts"
import { loadPicker } from "../../features/pickers/registry.ts"
import { settleDialog, type DialogContent, type OpenDialog } from "../../platform/dialogs/dialogs.ts"
import { hostedPages } from "../../features/hosting/hosted-pages.ts"
import { wouldLose } from "../../platform/browser/unsaved-work.ts"
import { reloadPage } from "../../platform/http/load-chunk.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { ErrorBoundary } from "../../ui/feedback/error-boundary.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { windowBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { Delayed } from "../../ui/layout/delayed.tsx"
import { drawerWidthPx } from "../../ui/overlays/drawer.tsx"
import { DialogHead } from "../../ui/overlays/dialog-head.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { FocusInside } from "../../ui/overlays/focus-inside.tsx"
import { Modal } from "../../ui/overlays/modal.tsx"
import { Bar } from "../../ui/feedback/skeleton.tsx"
import { loadDrawer, type DrawerProps } from "./drawer-registry.ts"
import { queries } from "../loading/queries.ts"
import { staticRouteAt } from "../routing/routes.ts"
import { useLoaded, type LoadFailure } from "../loading/use-loaded.ts"
import css from "./dialog-view.module.css"

/** Room for a tree, a list beside it and the buttons; the specification gives a size for the grid picker alone. */
const pickerSizePx = { width: 800, height: 550 }
/** A page adapts to the window's width and not to the drawer's, so it gets nearly all of it. */
const drawerWidthsPx: Readonly<Record<DrawerName, number>> = { page: 1080, person: drawerWidthPx }

/** One after the other: they share most of what they need. */
export async function preloadPickers(): Promise<void> {
  for (const load of Object.values(loadPicker)) await load()
}

interface DialogViewsProps {
  readonly dialogs: readonly OpenDialog[]
  readonly router: DataRouter
}

export function DialogViews({ dialogs, router }: DialogViewsProps) {
  return (
    <QueryClientProvider client={queries}>
      {dialogs.map((dialog) => (
        // The opener gets an answer: a page of another site would otherwise wait for ever (BARE-20).
        <ErrorBoundary key={dialog.turn} place={dialog.content.name} onError={() => onBroken(dialog)}>
          <DialogView
            content={dialog.content}
            openedBy={dialog.openedBy}
            router={router}
            onDone={(result) => settleDialog(dialog, result)}
          />
        </ErrorBoundary>
      ))}
    </QueryClientProvider>
  )
}

function onBroken(dialog: OpenDialog): void {
  showToast("error", windowBroken)
  settleDialog(dialog, null)
}

interface ViewProps<Kind extends DialogContent["kind"]> {
  readonly content: Extract<DialogContent, { kind: Kind }>
  readonly openedBy: string | null
  readonly router: DataRouter
  readonly onDone: (result: unknown) => void
}

function DialogView({ content, ...rest }: ViewProps<DialogContent["kind"]>) {
  return content.kind === "picker" ? (
    <PickerView content={content} {...rest} />
  ) : (
    <DrawerView content={content} {...rest} />
  )
}

function PickerView({ content: { name, options }, onDone }: ViewProps<"picker">) {
  const { title, size } = pickers[name]
  const loaded = useLoaded<{ readonly default: unknown }>(loadPicker[name])
  const label = options.title ?? title
  const isSaving = useRef(false)
  const close = () => {
    if (!isSaving.current) onDone(null)
  }
  // An open dialog's options belong to its name (platform/dialogs/pick.ts), which the compiler can't see in a union.
  const Picker =
    loaded.at === "loaded" ? (loaded.part.default as ComponentType<PickerProps<PickerName>>) : null
  return (
    // Closing asks nothing, because a choice is quickly made again; but a click beside the window does not close it.
    <Modal
      label={label}
      place="window"
      sizePx={options.size ?? size ?? pickerSizePx}
      staysBeside
      onClose={close}
    >
      {Picker ? (
        <FocusInside className={css.whole}>
          <Picker
            options={options}
            onDone={onDone}
            onSaving={(saving) => {
              isSaving.current = saving
            }}
          />
        </FocusInside>
      ) : (
        <Waiting title={label} failure={loaded.at === "failed" ? loaded.failure : null} onClose={close} />
      )}
    </Modal>
  )
}

/** The drawer's own title, whatever the opener calls it. */
function ownTitle({ name, options }: ViewProps<"drawer">["content"]): string {
  const route = name === "page" ? staticRouteAt((ownPath(options.path) ?? "").replace(/[?#].*$/, "")) : null
  return route?.title ?? drawers[name].title
}

function DrawerView({ content, openedBy, router, onDone }: ViewProps<"drawer">) {
  const { name, options } = content
  const loaded = useLoaded<{ readonly default: unknown }>(loadDrawer[name])
  // A page of another site may give a reason, but not the title.
  const label = openedBy === null ? (options.title ?? drawers[name].title) : ownTitle(content)
  const words = openedBy === null ? null : guestMessages(openedBy, options.title)
  const close = () => onDone(null)
  const Drawer =
    loaded.at === "loaded" ? (loaded.part.default as ComponentType<DrawerProps<typeof name>>) : null
  return (
    <Modal label={label} place="side" sizePx={{ width: drawerWidthsPx[name] }} onClose={close}>
      {Drawer ? (
        <>
          <DialogHead title={label} words={words} onClose={close} />
          <div className={css.body}>
            <Drawer options={options} router={router} onDone={close} />
          </div>
        </>
      ) : (
        <Waiting
          title={label}
          words={words}
          failure={loaded.at === "failed" ? loaded.failure : null}
          onClose={close}
        />
      )}
    </Modal>
  )
}

function guestMessages(openedBy: string, title: string | undefined): string {
  const by = `由 ${new URL(openedBy).host} 打开`
  return title === undefined ? by : `${by}：${title}`
}

/** BROWSER-11: says before the reload what is lost and what stays. Pages of other sites keep nothing. */
function wordsOfReload(): string {
  const isLost = wouldLose() || hostedPages().pages.length > 0
  return isLost ? windowMessages.needsReload : windowMessages.needsReloadKept
}

interface WaitingProps {
  readonly title: string
  readonly words?: string | null
  /** Null: still loading. */
  readonly failure: LoadFailure | null
  readonly onClose: () => void
}

function Waiting({ title, words = null, failure, onClose }: WaitingProps) {
  /** The opener is answered first. */
  function reload() {
    onClose()
    void reloadPage()
  }
  return (
    <>
      <DialogHead title={title} words={words} onClose={onClose} />
      <div className={css.body}>
        {failure ? (
          <EmptyState
            isAlert
            art="broken"
            title={windowMessages.failed}
            words={failure.needsReload ? wordsOfReload() : windowMessages.failedWhy}
            actions={
              <>
                <Button onClick={onClose}>关闭</Button>
                <Button look="primary" onClick={failure.needsReload ? reload : failure.retry}>
                  {failure.needsReload ? loadingMessages.reloadPage : "重试"}
                </Button>
              </>
            }
          />
        ) : (
          <Delayed>
            <div className={css.bars} role="status">
              <span className="only-read-aloud">正在加载…</span>
              {[60, 80, 70, 50, 75].map((width) => (
                <Bar key={width} width={`${width}%`} heightPx={20} />
              ))}
            </div>
          </Delayed>
        )}
      </div>
    </>
  )
}

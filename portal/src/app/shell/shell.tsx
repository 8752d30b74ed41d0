import {
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
} from "react"
import { Outlet, useLocation } from "react-router"
import { useHostedPages } from "../../features/hosting/hosted-pages.ts"
import { HostedSpotContext } from "../../features/hosting/hosted-spot.ts"
import { useForgetHosted } from "../../features/hosting/use-forget-hosted.ts"
import { LoadedDialog } from "../../platform/dialogs/loaded-dialog.tsx"
import { followKeyboard } from "../../platform/browser/follow-keyboard.ts"
import { buttonClass } from "../../ui/forms/button.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { ErrorBoundary } from "../../ui/feedback/error-boundary.tsx"
import { PageSkeleton } from "../../ui/feedback/skeleton.tsx"
import { useCloseTopOnBack } from "../routing/close-on-back.ts"
import { useHeldFirstEntry } from "../routing/hold-first-entry.ts"
import { useOwnMonitor } from "../monitor/own-monitor.ts"
import { ToldHost } from "../monitor/told-host.tsx"
import { LaterPartsBar } from "./side/later-parts-bar.tsx"
import { NetworkBar } from "./network-bar.tsx"
import { ShellCrumbs } from "./shell-crumbs.tsx"
import { isTyping } from "./help/is-typing.ts"
import { ShellHeader } from "./shell-header.tsx"
import { ShellProviders } from "./shell-providers.tsx"
import { loadHelp, loadSearch, useShellDialogsAhead } from "./shell-dialogs.ts"
import { ShellSide } from "./side/shell-side.tsx"
import { UpdateBar } from "./update-bar.tsx"
import { useKeptFavourites } from "./use-kept-favourites.ts"
import { useKeptScroll } from "./use-kept-scroll.ts"
import { usePageKitAhead } from "./use-page-kit-ahead.ts"
import { useLaterParts } from "./use-later-parts.ts"
import { usePreloadDialogs } from "../dialogs/preload-dialogs.ts"
import { Stack } from "../../ui/primitives/stack.tsx"
import { watchOwnHeading } from "./watch-own-heading.ts"
import css from "./shell.module.css"

export function Shell() {
  const [isSearching, setSearching] = useState(false)
  const [isHelping, setHelping] = useState(false)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const loaded = useLaterParts()
  const later = loaded.at === "loaded" ? loaded.part : null

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      // DAY-15: a question mark, wherever the keyboard has it.
      if (event.key === "?" && !event.ctrlKey && !event.metaKey && !isTyping(event)) setHelping(true)
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      setSearching(true)
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [])

  useEffect(() => followKeyboard(), [])

  const content = useRef<HTMLElement>(null)
  useLayoutEffect(() => watchContent(content.current), [])
  useKeptScroll(content)
  useCloseTopOnBack()
  useHeldFirstEntry()
  useKeptFavourites()
  usePageKitAhead()
  usePreloadDialogs()
  useShellDialogsAhead()
  useOwnMonitor()
  useForgetHosted()

  return (
    <ShellProviders>
      <div className={css.shell}>
        <a
          className={classes(buttonClass({ look: "primary" }), css.skip)}
          href="#content"
          onClick={toContent}
        >
          跳到正文
        </a>
        <Part place="header">
          <ShellHeader
            later={later}
            onSearch={() => setSearching(true)}
            onMenu={() => setDrawerOpen(true)}
            onHelp={() => setHelping(true)}
          />
        </Part>
        <ShellSide later={later} onMenu={() => setDrawerOpen(true)} />
        <main id="content" ref={content} className={css.content} tabIndex={-1}>
          <Part place="update">
            <UpdateBar />
          </Part>
          <Part place="network">
            <NetworkBar />
          </Part>
          {loaded.at === "failed" && (
            <Part place="later parts">
              <LaterPartsBar failure={loaded.failure} />
            </Part>
          )}
          <Part place="crumbs">
            <ShellCrumbs />
          </Part>
          {later && (
            <Part place="hosted tabs">
              <later.HostedTabs />
            </Part>
          )}
          <Stack fills className={css.page}>
            <HostedSpotContext value="layer">
              <Suspense fallback={<PageSkeleton />}>
                <Outlet />
              </Suspense>
              {later && <later.HostedLayer />}
              {loaded.at === "loading" && <HostedLayerToCome />}
            </HostedSpotContext>
          </Stack>
        </main>
        {later && (
          <Part place="tabs">
            <later.ShellTabs />
          </Part>
        )}
      </div>
      <ToldHost />
      {later && isDrawerOpen && <later.ShellDrawer onClose={() => setDrawerOpen(false)} />}
      {isHelping && <LoadedDialog load={loadHelp} with={{ onClose: () => setHelping(false) }} />}
      {isSearching && <LoadedDialog load={loadSearch} with={{ onClose: () => setSearching(false) }} />}
    </ShellProviders>
  )
}

function watchContent(content: HTMLElement | null): () => void {
  return watchOwnHeading(content, css.named ?? "", css.crumbs ?? "")
}

/** A hosted page that was opened by its address waits for the file of the frames. */
function HostedLayerToCome() {
  return useHostedPages().current !== null && <PageSkeleton cards={4} />
}

interface PartProps {
  readonly place: string
  readonly children: ReactNode
}

/** BARE-20: a part of the shell that can't be drawn is missing until the next page; the others stay. */
function Part({ place, children }: PartProps) {
  return (
    <ErrorBoundary place={place} drawnFrom={useLocation().key}>
      {children}
    </ErrorBoundary>
  )
}

/** The address after # is the router's, so the link must not be followed. */
function toContent(event: MouseEvent) {
  event.preventDefault()
  document.getElementById("content")?.focus()
}

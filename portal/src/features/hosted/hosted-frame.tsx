import { useContext, useEffect, useRef } from "react"
import { hostFrame } from "../../platform/hosted-frames.ts"
import { hostedLabel, type HostedEvent, type HostedPage } from "../../platform/hosted-pages.ts"
import { loadAnew } from "../../platform/load-anew.ts"
import { tabStorage } from "../../platform/storage.ts"
import { Button, buttonClass } from "../../ui/button.tsx"
import { classes } from "../../ui/classes.ts"
import { Delayed } from "../../ui/delayed.tsx"
import { Face } from "../../ui/face.tsx"
import { Spinner } from "../../ui/spinner.tsx"
import { HostedLayerContext } from "./hosted-layer-context.ts"
import css from "./hosted-frame.module.css"

/** A browser does not say whether a page refused to be framed; after this long a person is told what may be wrong. */
export const loadWaitMs = 10_000

/** A browser may tell the whole address, the origin alone, or a word such as `data`. */
function originOf(address: string): string | null {
  try {
    return new URL(address).origin
  } catch {
    return null
  }
}

interface HostedFrameProps {
  readonly page: HostedPage
  readonly isShown: boolean
  /** Nothing else is open that loading the portal anew would take away. */
  readonly isAlone: boolean
  readonly dispatch: (event: HostedEvent) => void
}

/** A page of somebody else's. It stays in the document while others are looked at, and may not lead the tab away. */
export function HostedFrame({ page, isShown, isAlone, dispatch }: HostedFrameProps) {
  const { key, origin, load, state } = page
  const isBlocked = state === "blocked"

  useEffect(() => {
    if (state !== "loading") return
    const timer = setTimeout(() => dispatch({ type: "waited", key, load }), loadWaitMs)
    return () => clearTimeout(timer)
  }, [key, load, state, dispatch])

  // A frame that the policy refuses tells nobody but the document, and its `load` comes all the same.
  useEffect(() => {
    function onViolation({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) {
      if (effectiveDirective === "frame-src" && originOf(blockedURI) === origin)
        dispatch({ type: "blocked", key, load })
    }
    document.addEventListener("securitypolicyviolation", onViolation)
    return () => document.removeEventListener("securitypolicyviolation", onViolation)
  }, [key, load, origin, dispatch])

  useReloadOnce(isBlocked && isShown && isAlone ? origin : null)

  return (
    <div className={classes(css.host, !isShown && css.away)}>
      {state === "loading" && (
        <Delayed>
          <p className={css.waiting} role="status">
            <Spinner />
            正在打开“{hostedLabel(page)}”…
          </p>
        </Delayed>
      )}
      {!isBlocked && <GuestFrame key={load} page={page} isShown={isShown} dispatch={dispatch} />}
      {state === "slow" && <Slow page={page} dispatch={dispatch} />}
      {isBlocked && <NeedsReload page={page} />}
    </div>
  )
}

/** One load of it; the next one is another element, so that it leaves nothing in the browser's history. */
function GuestFrame({ page, isShown, dispatch }: Omit<HostedFrameProps, "isAlone">) {
  const { key, href, load } = page
  const frame = useRef<HTMLIFrameElement>(null)
  const shown = useRef(isShown)
  const isInLayer = useContext(HostedLayerContext)
  useEffect(() => {
    shown.current = isShown
  }, [isShown])

  // DLG-5: what stands in it may ask the portal, if it is on the list.
  useEffect(() => {
    if (!frame.current) return
    return hostFrame(frame.current, {
      isShown: () => shown.current,
      isInLayer,
      rename: (title) => dispatch({ type: "renamed", key, title }),
    })
  }, [key, isInLayer, dispatch])

  return (
    <iframe
      ref={frame}
      title={hostedLabel(page)}
      src={href}
      className={css.frame}
      // Pages of other sites need their own storage and session; what they may not do is lead the tab away.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-forms allow-same-origin allow-popups allow-downloads"
      referrerPolicy="no-referrer"
      onLoad={() => dispatch({ type: "loaded", key, load })}
    />
  )
}

/**
 * DOM-7: which sites may be framed is said with the document, and whoever signed in, or had a site listed, since then has
 * an older one. Where nothing is lost by it, it is loaded anew without a question; once, so that it can't go round.
 */
function useReloadOnce(origin: string | null): void {
  useEffect(() => {
    if (origin === null) return
    const mark = `hosted-reload:${origin}`
    if (tabStorage.get(mark) !== null) return
    if (tabStorage.set(mark, "1")) loadAnew()
  }, [origin])
}

function NewWindow({ href }: { readonly href: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
      在新窗口打开
    </a>
  )
}

function Slow({ page, dispatch }: Pick<HostedFrameProps, "page" | "dispatch">) {
  const { key, href, load } = page
  const { host } = new URL(href)
  return (
    <div className={css.cover}>
      <Face
        isAlert
        art="broken"
        title={`“${hostedLabel(page)}”迟迟没有打开`}
        words={`${host} 没有在 10 秒内打开。可能是：`}
        list={
          <>
            <li>对方网站较慢，或此处的网络连不上它</li>
            <li>对方网站不允许在其他网站内打开</li>
            <li>地址已经变更，请联系系统管理员</li>
          </>
        }
        actions={
          <>
            <Button look="primary" onClick={() => dispatch({ type: "reloaded", key })}>
              重新加载
            </Button>
            <NewWindow href={href} />
            <Button onClick={() => dispatch({ type: "loaded", key, load })}>继续等待</Button>
          </>
        }
      />
    </div>
  )
}

function NeedsReload({ page }: Pick<HostedFrameProps, "page">) {
  const { host } = new URL(page.href)
  return (
    <div className={css.cover}>
      <Face
        isAlert
        art="upcoming"
        title={`“${hostedLabel(page)}”需要重新加载后打开`}
        words={`${host} 已列入授权域名，重新加载门户后即可在这里打开。其他已打开的页面会一并重新加载。`}
        actions={
          <>
            <Button look="primary" onClick={loadAnew}>
              重新加载
            </Button>
            <NewWindow href={page.href} />
          </>
        }
      />
    </div>
  )
}

import { holds } from "@uc/contract/roles/permissions"
import { protocolLimits } from "@uc/bridge/protocol"
import { useContext, useEffect, useRef } from "react"
import { Link } from "../../ui/navigation/link.tsx"
import { nowMs } from "../../platform/browser/clock.ts"
import { useInForce, reportSeenOrigin } from "../domains/public.ts"
import { registerFrame } from "./hosted-frames.ts"
import { hostedLabel, type HostedEvent, type HostedPage } from "./hosted-pages.ts"
import { reloadDocument } from "../../platform/http/reload-document.ts"
import { useUser } from "../../platform/session/session.ts"
import { tabStorage } from "../../platform/session/storage.ts"
import { Button, buttonClass } from "../../ui/forms/button.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { Delayed } from "../../ui/layout/delayed.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { HostedSpotContext } from "./hosted-spot.ts"
import { Row } from "../../ui/primitives/row.tsx"
import css from "./hosted-frame.module.css"

/** A browser does not say whether a page refused to be framed; after this long the person is told what may be wrong. */
export const loadWaitMs = 10_000

/** Between two automatic reloads of the portal for one site: closer ones would loop. */
const reloadAgainMs = 60_000

/**
 * A browser reports that a frame was refused, but not which one. It is the one that has just loaded the browser's error
 * page: the last one, within this time.
 */
const strayedWithinMs = 500
let lastLoad: { readonly key: string; readonly load: number; readonly atMs: number } | null = null

/** A browser may report the whole address, the origin alone, or a word such as `data`. */
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
  /** A reload of the portal would lose nothing else that is open. */
  readonly isAlone: boolean
  readonly dispatch: (event: HostedEvent) => void
}

/** A page of another site. It stays in the document while others are shown, and may not navigate the tab. */
export function HostedFrame({ page, isShown, isAlone, dispatch }: HostedFrameProps) {
  const { key, origin, load, state } = page
  const isBlocked = state === "blocked"
  const hasStrayed = state === "strayed"

  useEffect(() => {
    if (state !== "loading") return
    const timer = setTimeout(() => dispatch({ type: "waited", key, load }), loadWaitMs)
    return () => clearTimeout(timer)
  }, [key, load, state, dispatch])

  // A frame that the policy refuses reports only to the document, and its `load` event comes all the same.
  useEffect(() => {
    function onViolation({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) {
      if (effectiveDirective !== "frame-src") return
      const refused = originOf(blockedURI)
      if (refused === origin) return dispatch({ type: "blocked", key, load })
      const isOurs =
        lastLoad?.key === key && lastLoad.load === load && nowMs() - lastLoad.atMs < strayedWithinMs
      if (!isOurs || refused === null || refused === "null") return
      dispatch({ type: "strayed", key, load, to: refused })
      reportSeenOrigin(refused, true)
    }
    document.addEventListener("securitypolicyviolation", onViolation)
    return () => document.removeEventListener("securitypolicyviolation", onViolation)
  }, [key, load, origin, dispatch])

  useReloadOnce(isBlocked && isShown && isAlone ? origin : null)

  return (
    <Row align="stretch" className={classes(css.host, !isShown && css.away)}>
      {state === "loading" && (
        <Delayed>
          <Row as="p" justify="center" gap={10} tone="soft" className={css.cover} role="status">
            <Spinner />
            正在打开“{hostedLabel(page)}”…
          </Row>
        </Delayed>
      )}
      {!isBlocked && !hasStrayed && (
        <GuestFrame key={load} page={page} isShown={isShown} dispatch={dispatch} />
      )}
      {state === "slow" && <Slow page={page} dispatch={dispatch} />}
      {isBlocked && <NeedsReload page={page} />}
      {hasStrayed && <Strayed page={page} dispatch={dispatch} />}
    </Row>
  )
}

/** The title of a page of this site; another site's comes over the bridge. */
function ownTitle(frame: HTMLIFrameElement | null): string | null {
  try {
    return frame?.contentDocument?.title.trim().slice(0, protocolLimits.title) || null
  } catch {
    return null
  }
}

/** One load of it; the next one is a new element, so that nothing is added to the browser's history. */
function GuestFrame({ page, isShown, dispatch }: Omit<HostedFrameProps, "isAlone">) {
  const { key, href, load } = page
  const frame = useRef<HTMLIFrameElement>(null)
  const shown = useRef(isShown)
  const namesDocument = useContext(HostedSpotContext) === "alone"
  useEffect(() => {
    shown.current = isShown
  }, [isShown])

  // DLG-5: the page in it may call the portal, if it is on the list.
  useEffect(() => {
    if (!frame.current) return
    return registerFrame(frame.current, {
      isShown: () => shown.current,
      namesDocument,
      rename: (title) => dispatch({ type: "renamed", key, title }),
    })
  }, [key, namesDocument, dispatch])

  return (
    <iframe
      ref={frame}
      title={hostedLabel(page)}
      src={href}
      className={css.frame}
      // Pages of other sites need their own storage and session; they may not navigate the tab.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-forms allow-same-origin allow-popups allow-downloads"
      referrerPolicy="no-referrer"
      onLoad={() => {
        lastLoad = { key, load, atMs: nowMs() }
        dispatch({ type: "loaded", key, load })
        const title = ownTitle(frame.current)
        if (title !== null) dispatch({ type: "renamed", key, title })
      }}
    />
  )
}

/**
 * DOM-7: the policy with the sites that may be framed comes with the document; after a sign-in or a change of the list
 * it is old. Where nothing is lost the portal reloads by itself; not twice in a minute, so that it can't loop.
 */
function useReloadOnce(origin: string | null): void {
  useEffect(() => {
    if (origin === null) return
    const mark = `hosted-reload:${origin}`
    const lastMs = Number(tabStorage.get(mark) ?? Number.NaN)
    // A clock that was set back counts as a long pause.
    if (Math.abs(nowMs() - lastMs) < reloadAgainMs) return
    if (tabStorage.set(mark, `${nowMs()}`)) reloadDocument()
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
    <Row justify="center" className={css.cover}>
      <EmptyState
        isAlert
        art="broken"
        title={`“${hostedLabel(page)}”打开超时`}
        words={`${host} 没有在 10 秒内打开。可能是：`}
        list={
          <>
            <li>对方网站响应较慢，或当前网络无法访问</li>
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
    </Row>
  )
}

function NeedsReload({ page }: Pick<HostedFrameProps, "page">) {
  const { host } = new URL(page.href)
  return (
    <Row justify="center" className={css.cover}>
      <EmptyState
        isAlert
        art="upcoming"
        title={`“${hostedLabel(page)}”需要重新加载后打开`}
        words={`${host} 已列入授权域名，重新加载门户后即可在这里打开。其他已打开的页面会一并重新加载。`}
        actions={
          <>
            <Button look="primary" onClick={reloadDocument}>
              重新加载
            </Button>
            <NewWindow href={page.href} />
          </>
        }
      />
    </Row>
  )
}

/** The usual reason is a login page on another host name. */
function Strayed({ page, dispatch }: Pick<HostedFrameProps, "page" | "dispatch">) {
  const user = useUser()
  const { domains } = useInForce()
  const { key, href, strayedTo } = page
  const to = strayedTo ?? ""
  const isListed = domains?.has(to) ?? false
  const { host } = new URL(to)
  const administersDomains = user !== null && holds(user, "domains.manage")
  const words = isListed
    ? `${host} 已列入授权域名，重新加载门户后即可打开。其他已打开的页面会一并重新加载。`
    : administersDomains
      ? `它要转到的 ${host} 不在本单位的授权域名内。确认可信之后，可以把它加入授权域名。`
      : `它要转到的 ${host} 不在本单位的授权域名内。确有需要时，请联系本单位管理员添加。`
  return (
    <Row justify="center" className={css.cover}>
      <EmptyState
        isAlert
        art="broken"
        title={`“${hostedLabel(page)}”转到了别的网站`}
        words={words}
        actions={
          <>
            <Button
              look="primary"
              onClick={() => (isListed ? reloadDocument() : dispatch({ type: "reloaded", key }))}
            >
              重新加载
            </Button>
            {administersDomains && !isListed && (
              <Link to="/domain" className={buttonClass()}>
                维护授权域名
              </Link>
            )}
            <NewWindow href={href} />
          </>
        }
      />
    </Row>
  )
}

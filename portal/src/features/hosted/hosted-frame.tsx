import { domainOrigins } from "@uc/contract/domain-address"
import { domainCalls } from "@uc/contract/domains"
import { useEffect, useRef, useState } from "react"
import { hostFrame } from "../../platform/hosted-frames.ts"
import { send } from "../../platform/send.ts"
import { Button, buttonClass } from "../../ui/button.tsx"
import { Delayed } from "../../ui/delayed.tsx"
import { Face } from "../../ui/face.tsx"
import { Spinner } from "../../ui/spinner.tsx"
import css from "./hosted-frame.module.css"

/** Only web addresses; `javascript:`, `data:` and the like never reach a frame. */
export function frameAddress(address: string, base: string): string | null {
  try {
    const { protocol, href } = new URL(address, base)
    return protocol === "http:" || protocol === "https:" ? href : null
  } catch {
    return null
  }
}

/** A browser may tell the whole address, the origin alone, or a word such as `data`. */
function originOf(address: string): string | null {
  try {
    return new URL(address).origin
  } catch {
    return null
  }
}

/** A refused frame tells nobody but the document, and its `load` comes all the same. */
function useRefusal(source: string | null): boolean {
  const [refused, setRefused] = useState<string | null>(null)
  useEffect(() => {
    if (source === null) return
    const { origin } = new URL(source)
    function onViolation({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) {
      if (effectiveDirective === "frame-src" && originOf(blockedURI) === origin) setRefused(source)
    }
    document.addEventListener("securitypolicyviolation", onViolation)
    return () => document.removeEventListener("securitypolicyviolation", onViolation)
  }, [source])
  return refused !== null && refused === source
}

/** Which sites may be framed is said with the document: one that was listed since is refused until it is loaded anew. */
function useIsListed(source: string | null): boolean {
  const [listed, setListed] = useState<string | null>(null)
  useEffect(() => {
    if (source === null) return
    let isOver = false
    const { origin } = new URL(source)
    async function ask(): Promise<void> {
      const { domainList } = await send(domainCalls.list, {})
      const isThere = domainList.some(({ domainIp }) => domainOrigins(domainIp).includes(origin))
      if (!isOver && isThere) setListed(source)
    }
    // Whoever can't be asked has not said that it would help.
    ask().catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [source])
  return listed !== null && listed === source
}

/**
 * A page of somebody else's. It may not lead the whole tab away, and which sites may be framed at all is the server's
 * word (`frame-src`).
 */
export function HostedFrame({ title, address }: { readonly title: string; readonly address: string }) {
  const [loaded, setLoaded] = useState<string | null>(null)
  const source = frameAddress(address, document.baseURI)
  const isRefused = useRefusal(source)
  const isListed = useIsListed(isRefused ? source : null)
  const frame = useRef<HTMLIFrameElement>(null)
  // DLG-5: what stands in it may ask the portal, if it is on the list.
  useEffect(() => {
    if (source !== null && !isRefused && frame.current) return hostFrame(frame.current)
  }, [source, isRefused])
  if (source === null)
    return (
      <Face isAlert art="broken" title="无法打开该页面" words="页面地址不是有效的网址，请联系系统管理员。" />
    )
  if (isRefused && isListed)
    return (
      <Face
        art="upcoming"
        title={`“${title}”需要重新加载后打开`}
        words={`${new URL(source).host} 已列入授权域名，重新加载门户后即可在这里打开。`}
        actions={
          <Button look="primary" onClick={() => window.location.reload()}>
            重新加载
          </Button>
        }
      />
    )
  if (isRefused)
    return (
      <Face
        isAlert
        art="upcoming"
        badge="正在建设"
        title={`“${title}”还不能在门户内打开`}
        words={`在门户内打开其他网站的功能正在建设。该功能开放后，将在这里打开 ${new URL(source).host} 的页面。`}
        actions={
          <a href={source} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
            在新窗口打开
          </a>
        }
      />
    )
  return (
    <div className={css.host}>
      {loaded !== source && (
        <Delayed>
          <p className={css.waiting} role="status">
            <Spinner />
            正在打开“{title}”…
          </p>
        </Delayed>
      )}
      <iframe
        ref={frame}
        key={source}
        title={title}
        src={source}
        className={css.frame}
        // Pages of other sites need their own storage and session; what they may not do is lead the tab away.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-forms allow-same-origin allow-popups allow-downloads"
        referrerPolicy="no-referrer"
        onLoad={() => setLoaded(source)}
      />
    </div>
  )
}

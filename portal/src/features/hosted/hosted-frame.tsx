import { useEffect, useState } from "react"
import { buttonClass } from "../../ui/button.tsx"
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

/**
 * A page of somebody else's. It may not lead the whole tab away, and which sites may be framed at all is the server's
 * word (`frame-src`).
 */
export function HostedFrame({ title, address }: { readonly title: string; readonly address: string }) {
  const [loaded, setLoaded] = useState<string | null>(null)
  const source = frameAddress(address, document.baseURI)
  const isRefused = useRefusal(source)
  if (source === null)
    return (
      <Face isAlert art="broken" title="无法打开该页面" words="页面地址不是有效的网址，请联系系统管理员。" />
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

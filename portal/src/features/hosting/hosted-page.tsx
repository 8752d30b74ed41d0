import { holds } from "@uc/contract/roles/permissions"
import { useContext, useEffect, useReducer } from "react"
import { Link } from "../../ui/navigation/link.tsx"
import { dispatchHosted, noPages, reduceHosted, type HostedAddress } from "./hosted-pages.ts"
import { useUser } from "../../platform/session/session.ts"
import { Button, buttonClass } from "../../ui/forms/button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { PageSkeleton } from "../../ui/feedback/skeleton.tsx"
import { HostedFrame } from "./hosted-frame.tsx"
import { HostedSpotContext } from "./hosted-spot.ts"
import { useHostingVerdict } from "./use-hosting-verdict.ts"
import { Row } from "../../ui/primitives/row.tsx"
import css from "./hosted-frame.module.css"

interface HostedPageProps {
  /** The address in the router. */
  readonly place: string
  /** Null: the site's name on the list. */
  readonly name: string | null
  readonly address: string
  /** A menu's address was chosen by an administrator; one in a query may be anybody's. */
  readonly isFromMenu: boolean
}

/** HOME-7, MENU-3: the page at an address, if it is the site's own or an authorised domain's; else why not. */
export function HostedPage({ place, name, address, isFromMenu }: HostedPageProps) {
  const { verdict, domainName, retry } = useHostingVerdict(address)
  switch (verdict.at) {
    case "permitted": {
      const { href, origin } = verdict
      const host = origin === window.location.origin ? "本站页面" : (domainName ?? new URL(href).host)
      const page = { key: place, name: name ?? host, href, origin }
      return (
        <>
          {/* A menu's page has its name above it. */}
          {!isFromMenu && <h1 className="only-read-aloud">{page.name}</h1>}
          <Permitted page={page} />
        </>
      )
    }
    case "refused":
      return <Refused name={name} origin={verdict.origin} address={isFromMenu ? address : null} />
    case "bad":
      return (
        <EmptyState
          isPage
          isAlert
          art="broken"
          title="无法打开该页面"
          words="页面地址不是有效的网址，请联系系统管理员。"
          actions={<HomeLink />}
        />
      )
    case "signed-out":
      return (
        <EmptyState
          isPage
          isAlert
          art="lost"
          title="请先登录"
          words="登录后才能在这里打开其他网站的页面。"
          actions={
            <Link to="/" className={buttonClass({ look: "primary" })}>
              去登录
            </Link>
          }
        />
      )
    case "unknown":
      return (
        <EmptyState
          isPage
          isAlert
          art="broken"
          title="暂时无法打开该页面"
          words={`没能确认 ${hostOf(verdict.origin)} 是否在授权域名内，请检查网络后重试。`}
          actions={
            <Button look="primary" onClick={retry}>
              重试
            </Button>
          }
        />
      )
    case "asking":
      return <PageSkeleton cards={4} />
  }
}

function hostOf(origin: string): string {
  return new URL(origin).host
}

function HomeLink() {
  return (
    <Link to="/main/home" className={buttonClass({ look: "primary" })}>
      返回首页
    </Link>
  )
}

function Permitted({ page }: { readonly page: HostedAddress }) {
  const spot = useContext(HostedSpotContext)
  return spot === "layer" ? <InLayer page={page} /> : <ByItself key={page.href} page={page} />
}

/** The layer shows it; this only requests it. */
function InLayer({ page: { key, name, href, origin } }: { readonly page: HostedAddress }) {
  useEffect(() => {
    dispatchHosted({ type: "opened", page: { key, name, href, origin } })
    return () => dispatchHosted({ type: "left", key })
  }, [key, name, href, origin])
  return null
}

/** Without the shell: it lives as long as its route. */
function ByItself({ page }: { readonly page: HostedAddress }) {
  const [{ pages }, dispatch] = useReducer(reduceHosted, page, (opened) =>
    reduceHosted(noPages, { type: "opened", page: opened }),
  )
  return (
    <Row align="stretch" className={css.box}>
      {pages.map((shown) => (
        <HostedFrame key={shown.key} page={shown} isShown isAlone dispatch={dispatch} />
      ))}
    </Row>
  )
}

interface RefusedProps {
  readonly name: string | null
  readonly origin: string
  /** Given: it may be opened in a window of its own. */
  readonly address: string | null
}

function Refused({ name, origin, address }: RefusedProps) {
  const user = useUser()
  const administersDomains = user !== null && holds(user, "domains.manage")
  const host = hostOf(origin)
  return (
    <EmptyState
      isPage
      isAlert
      art="broken"
      title={`“${name ?? host}”不能在门户内打开`}
      words={
        administersDomains
          ? `${host} 不在本单位的授权域名内。确认它可信之后，可以把它加入授权域名。`
          : `${host} 不在本单位的授权域名内。确有需要时，请联系本单位管理员添加。`
      }
      actions={
        <>
          {administersDomains && (
            <Link to="/domain" className={buttonClass({ look: "primary" })}>
              维护授权域名
            </Link>
          )}
          {address !== null && (
            <a
              href={new URL(address, document.baseURI).href}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClass()}
            >
              在新窗口打开
            </a>
          )}
          <Link to="/main/home" className={buttonClass()}>
            返回首页
          </Link>
        </>
      }
    />
  )
}

import { newsCalls } from "@uc/contract/news/calls"
import { useEffect, useRef } from "react"
import { useSearchParams } from "react-router"
import { useUser } from "../../platform/session/session.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { ColumnNav } from "./column-nav.tsx"
import { FriendLinks } from "./friend-links.tsx"
import { NewsArticle } from "./news-article.tsx"
import { NewsList } from "./news-list.tsx"
import { OwnInformation } from "./own-information.tsx"
import { urlOf, filtersFromUrl, type ServiceFilterState } from "./service-filters-url.ts"
import { Subscriptions } from "./subscriptions.tsx"
import css from "./news.module.css"

/** HOME-5: `service`. */
export function Component() {
  const user = useUser()
  const [address, setAddress] = useSearchParams()
  const place = filtersFromUrl(address)
  const columns = useCall(newsCalls.columns, {}, { isEnabled: user !== null, staleMs: 30_000 })
  const subscriptions = useRef<HTMLDivElement>(null)
  const isForSubscriptions = address.get("see") === "subscriptions"
  useEffect(() => {
    if (isForSubscriptions) subscriptions.current?.focus({ preventScroll: true })
  }, [isForSubscriptions])
  if (!user) return null
  const go = (change: Partial<ServiceFilterState>) => setAddress(urlOf({ ...place, ...change }))
  return (
    <div className={css.page}>
      <header className={css.top}>
        <h1>服务</h1>
        <p>本单位和上级的资讯、常用网站，以及您关心的提醒。</p>
      </header>
      <div className={css.layout}>
        <ColumnNav columns={columns} chosen={place.category} />
        <div className={css.main}>
          {place.news === "" ? (
            <NewsList place={place} columns={columns.data} onPage={go} />
          ) : (
            <NewsArticle key={place.news} id={place.news} back={urlOf({ ...place, news: "" })} />
          )}
        </div>
        <aside className={css.aside} data-first={isForSubscriptions}>
          <OwnInformation />
          <FriendLinks />
          <div ref={subscriptions} className={css.subscriptions} tabIndex={-1}>
            <Subscriptions />
          </div>
        </aside>
      </div>
    </div>
  )
}

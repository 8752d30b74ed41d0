import { newsCalls } from "@uc/contract/news/calls"
import { useEffect, useRef } from "react"
import { useSearchParams } from "react-router"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { useUser } from "../../platform/session/session.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { DrawnLater } from "../../ui/layout/drawn-later.tsx"
import { Page } from "../../ui/layout/page.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { ColumnNav } from "./column-nav.tsx"
import { FriendLinks } from "./friend-links.tsx"
import { NewsArticle } from "./news-article.tsx"
import { NewsList } from "./news-list.tsx"
import { OwnInformation } from "./own-information.tsx"
import { serviceFilters } from "./service-filters.ts"
import { Subscriptions } from "./subscriptions.tsx"
import css from "./news.module.css"

/** HOME-5: `service`. */
export function Component() {
  const user = useUser()
  const [address] = useSearchParams()
  const url = useUrlFilters(serviceFilters)
  const { category, news } = url.state
  const columns = useCall(newsCalls.columns, {}, { isEnabled: user !== null, staleMs: 30_000 })
  const subscriptions = useRef<HTMLDivElement>(null)
  const isForSubscriptions = address.get("see") === "subscriptions"
  useEffect(() => {
    if (isForSubscriptions) subscriptions.current?.focus({ preventScroll: true })
  }, [isForSubscriptions])
  if (!user) return null
  return (
    <Page title="服务" words="本单位和上级的资讯、常用网站，以及您关心的提醒。">
      <div className={css.layout}>
        <ColumnNav columns={columns} chosen={category} />
        {news === "" ? (
          <NewsList url={url} columns={columns.data} />
        ) : (
          <NewsArticle key={news} id={news} back={url.addressWith({ news: "" })} />
        )}
        <Stack as="aside" gap={16} className={css.aside} data-first={isForSubscriptions}>
          <DrawnLater>
            <OwnInformation />
            <FriendLinks />
          </DrawnLater>
          <div ref={subscriptions} className={css.subscriptions} tabIndex={-1}>
            <DrawnLater>
              <Subscriptions />
            </DrawnLater>
          </div>
        </Stack>
      </div>
    </Page>
  )
}

import { newsCalls } from "@uc/contract/news/calls"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Card } from "../../ui/layout/card.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import css from "./news.module.css"

/** Only the web: an address comes out of a table that people fill in. */
function isWeb(address: string): boolean {
  return /^https?:\/\//i.test(address)
}

export function FriendLinks() {
  const { data, error, refetch } = useCall(newsCalls.friendLinks, {}, { staleMs: 60_000 })
  const links = data?.filter(({ address }) => isWeb(address)) ?? []
  return (
    <Card title="友情链接" icon="link">
      {error && !data ? (
        <div className={css.small} role="alert">
          <p>{messageOf(error) ?? "链接没有加载成功"}</p>
          <Button onClick={() => void refetch()}>重试</Button>
        </div>
      ) : !data ? (
        <BarsSkeleton heightsPx={[32, 32]} />
      ) : links.length === 0 ? (
        <p className={css.none}>还没有友情链接。</p>
      ) : (
        <ul className={css.links}>
          {links.map(({ id, name, address }) => (
            <li key={id}>
              <a href={address} target="_blank" rel="noopener noreferrer" title={address}>
                <Icon name="globe" sizePx={16} />
                <span>{name}</span>
                <Icon name="outside" sizePx={14} />
                <span className="only-read-aloud">（在新窗口打开）</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

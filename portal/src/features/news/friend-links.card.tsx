import { newsCalls, type FriendLink } from "@uc/contract/news/calls"
import { audiences, homeCard, type CardContent } from "../home/public.ts"
import { Icon } from "../../ui/navigation/icon.tsx"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import { Grid } from "../../ui/primitives/grid.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"

/** An address that is not http is shown without a link. */
function isWeb(address: string): boolean {
  return /^https?:\/\//i.test(address)
}

function Content({ data }: CardContent<readonly FriendLink[]>) {
  if (data.length === 0) return <SmallEmptyState icon="link" words="暂无友情链接" />
  return (
    <Grid as="ul" leastPx={128} gap={4} columnGap={12}>
      {data.map(({ id, name, address }) => (
        <li key={id}>
          {isWeb(address) ? (
            <Row
              as="a"
              gap={8}
              padY={6}
              tone="soft"
              href={address}
              target="_blank"
              rel="noopener noreferrer"
              title={`${name}（新窗口打开）`}
            >
              <Text tone="faint" rigid>
                <Icon name="outside" sizePx={14} />
              </Text>
              <Text truncate>{name}</Text>
            </Row>
          ) : (
            <Text truncate>{name}</Text>
          )}
        </li>
      ))}
    </Grid>
  )
}

export const card = homeCard({
  key: "friend-links",
  title: "友情链接",
  icon: "link",
  audience: audiences,
  order: 140,
  size: { w: 12, h: 2 },
  sizeFor: { administrator: { w: 4, h: 2 } },
  least: { w: 3, h: 2 },
  more: { words: "服务", to: "/main/service" },
  shape: newsCalls.friendLinks.output,
  load: ({ ask }) => ask(newsCalls.friendLinks, {}),
  Content,
})

import { newsCalls, type FriendLink, type NewsItem, type PortalColumn } from "@uc/contract/news/calls"
import { useCallback, useState, type ReactNode } from "react"
import { Failure } from "../../../platform/http/failure.ts"
import { send } from "../../../platform/http/send.ts"
import { SmallEmptyState } from "../../../ui/feedback/small-empty-state.tsx"
import { Card } from "../../../ui/layout/card.tsx"
import { Delayed } from "../../../ui/layout/delayed.tsx"
import { Icon, type IconName } from "../../../ui/navigation/icon.tsx"
import { Tabs } from "../../../ui/layout/tabs.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { Bar } from "../../../ui/feedback/skeleton.tsx"
import { useLoginCall, type Asked } from "../steps/use-login-call.ts"
import css from "./region-news.module.css"

const newsShown = 6

interface Region {
  /** Only what this area and those below it have published; undefined: all. */
  readonly areaid: string | undefined
}

interface RequestStatesProps<T> {
  readonly asked: Asked<T>
  readonly again: () => void
  readonly icon: IconName
  readonly empty: string
  readonly bars: ReactNode
  readonly isEmpty: (told: T) => boolean
  readonly children: (told: T) => ReactNode
}

/** Loading, empty, failed, data. A server without these calls is no failure. */
function RequestStates<T>({ asked, again, icon, empty, bars, isEmpty, children }: RequestStatesProps<T>) {
  if (asked.at === "asking") {
    return (
      <Delayed>
        <div role="status">
          <span className="only-read-aloud">正在加载…</span>
          <div aria-hidden="true">{bars}</div>
        </div>
      </Delayed>
    )
  }
  if (asked.at === "failed") {
    const isRefused = asked.why instanceof Failure && asked.why.kind === "refused"
    if (isRefused) return <SmallEmptyState icon={icon} words={empty} />
    return <SmallEmptyState icon={icon} words="暂时没有取到，不影响登录" action="重试" onAction={again} />
  }
  return isEmpty(asked.told) ? <SmallEmptyState icon={icon} words={empty} /> : children(asked.told)
}

const newsBars = (
  <Stack gap={12}>
    {Array.from({ length: newsShown }, (_, at) => (
      <Bar key={at} heightPx={44} />
    ))}
  </Stack>
)

function NewsList({ category, areaid }: Region & { readonly category: string }) {
  const request = useCallback(
    (signal: AbortSignal) =>
      send(newsCalls.ofColumn, { category, start: 0, limit: newsShown, areaid }, { signal }),
    [category, areaid],
  )
  const [round, setRound] = useState(0)
  const asked = useLoginCall(request, round)
  return (
    <RequestStates
      asked={asked}
      again={() => setRound(round + 1)}
      icon="news"
      empty="该栏目暂无资讯"
      bars={newsBars}
      isEmpty={({ items }) => items.length === 0}
    >
      {({ items }) => (
        <ul>
          {items.map((item, at) => (
            <News key={item.id} item={item} isFirst={at === 0} />
          ))}
        </ul>
      )}
    </RequestStates>
  )
}

function News({ item, isFirst }: { readonly item: NewsItem; readonly isFirst: boolean }) {
  const [day = ""] = item.createtime.split(" ")
  return (
    <Row as="li" gap={16} padY={10} {...(!isFirst && { line: "top" as const })}>
      <Stack
        as="time"
        padY={4}
        rigid
        centred
        figures
        surface="sunken"
        size={12}
        tone="faint"
        className={css.day}
        dateTime={day}
      >
        <Text as="b" size={18} tone="brand">
          {day.slice(8)}
        </Text>
        {day.slice(0, 7)}
      </Stack>
      <Stack grow>
        <Text as="h3" size={15} weight={500} truncate>
          {item.title}
        </Text>
        {item.summary && (
          <Text as="p" size={13} tone="faint" truncate>
            {item.summary}
          </Text>
        )}
      </Stack>
    </Row>
  )
}

function Columns({ columns, areaid }: Region & { readonly columns: readonly PortalColumn[] }) {
  const [chosen, setChosen] = useState(columns[0]?.id ?? "")
  const category = columns.find(({ id }) => id === chosen)?.category ?? ""
  return (
    <Tabs
      label="栏目"
      tabs={Object.fromEntries(columns.map(({ id, name }) => [`column-${id}`, name]))}
      current={`column-${chosen}`}
      onChange={(key) => setChosen(key.slice("column-".length))}
    >
      <NewsList key={category} {...{ category, areaid }} />
    </Tabs>
  )
}

/** Only http and https: the address comes out of a table that people fill in. */
function isWebAddress({ address }: FriendLink): boolean {
  return /^https?:\/\//i.test(address)
}

/** `gzLogin`: columns, news and friend links beside the form. */
export function Part({ areaid }: Region) {
  const [round, setRound] = useState(0)
  const askColumns = useCallback(
    (signal: AbortSignal) => send(newsCalls.columns, { areaid }, { signal }),
    [areaid],
  )
  const askLinks = useCallback(
    (signal: AbortSignal) => send(newsCalls.friendLinks, { areaid }, { signal }),
    [areaid],
  )
  const columns = useLoginCall(askColumns, round)
  const links = useLoginCall(askLinks, round)
  const again = () => setRound(round + 1)
  return (
    <>
      <Card title="资讯" icon="news">
        <RequestStates
          asked={columns}
          again={again}
          icon="news"
          empty="暂无资讯"
          bars={newsBars}
          isEmpty={(told) => told.length === 0}
        >
          {(told) => <Columns columns={told} areaid={areaid} />}
        </RequestStates>
      </Card>
      <Card title="友情链接" icon="link">
        <RequestStates
          asked={links}
          again={again}
          icon="link"
          empty="暂无友情链接"
          bars={<Bar heightPx={32} />}
          isEmpty={(told) => !told.some(isWebAddress)}
        >
          {(told) => (
            <Row as="ul" wrap gap={8} columnGap={24}>
              {told.filter(isWebAddress).map(({ id, name, address }) => (
                <li key={id}>
                  <Row as="a" gap={6} padY={4} href={address} target="_blank" rel="noopener noreferrer">
                    <Icon name="globe" sizePx={16} />
                    {name}
                  </Row>
                </li>
              ))}
            </Row>
          )}
        </RequestStates>
      </Card>
    </>
  )
}

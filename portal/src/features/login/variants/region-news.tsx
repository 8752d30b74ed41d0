import { newsCalls, type FriendLink, type NewsItem, type PortalColumn } from "@uc/contract/news/calls"
import { useCallback, useState, type ReactNode } from "react"
import { Failure } from "../../../platform/http/failure.ts"
import { send } from "../../../platform/http/send.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { classes } from "../../../ui/theme/classes.ts"
import { Delayed } from "../../../ui/layout/delayed.tsx"
import { Icon, type IconName } from "../../../ui/navigation/icon.tsx"
import { Bar } from "../../../ui/feedback/skeleton.tsx"
import { useLoginCall, type Asked } from "../steps/use-login-call.ts"
import css from "./region-news.module.css"

const newsShown = 6

const askColumns = (signal: AbortSignal) => send(newsCalls.columns, {}, { signal })
const askLinks = (signal: AbortSignal) => send(newsCalls.friendLinks, {}, { signal })

/** A quiet line in the place of what is not there: whoever came to sign in has lost nothing. */
function Nothing({ icon, words, action }: NothingProps) {
  return (
    <div className={css.nothing}>
      <Icon name={icon} sizePx={26} />
      <p>{words}</p>
      {action}
    </div>
  )
}

interface NothingProps {
  readonly icon: IconName
  readonly words: string
  readonly action?: ReactNode
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

/** Loading, empty, failed, data. A server that does not have it (yet) is no failure of this visit. */
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
    if (isRefused) return <Nothing icon={icon} words={empty} />
    return (
      <Nothing icon={icon} words="暂时没有取到，不影响登录" action={<Button onClick={again}>重试</Button>} />
    )
  }
  return isEmpty(asked.told) ? <Nothing icon={icon} words={empty} /> : children(asked.told)
}

const newsBars = (
  <div className={css.bars}>
    {Array.from({ length: newsShown }, (_, at) => (
      <Bar key={at} heightPx={44} />
    ))}
  </div>
)

function NewsList({ category }: { readonly category: string }) {
  const question = useCallback(
    (signal: AbortSignal) => send(newsCalls.ofColumn, { category, start: 0, limit: newsShown }, { signal }),
    [category],
  )
  const [round, setRound] = useState(0)
  const asked = useLoginCall(question, round)
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
        <ul className={css.list}>
          {items.map((item) => (
            <News key={item.id} item={item} />
          ))}
        </ul>
      )}
    </RequestStates>
  )
}

function News({ item: { title, summary, createtime } }: { readonly item: NewsItem }) {
  const [day = ""] = createtime.split(" ")
  return (
    <li>
      <time dateTime={day}>
        <b>{day.slice(8)}</b>
        {day.slice(0, 7)}
      </time>
      <div>
        <h3>{title}</h3>
        {summary && <p>{summary}</p>}
      </div>
    </li>
  )
}

function Columns({ columns }: { readonly columns: readonly PortalColumn[] }) {
  const [chosen, setChosen] = useState(0)
  const category = columns[chosen]?.category ?? ""
  return (
    <>
      <div className={css.columns} role="group" aria-label="栏目">
        {columns.map(({ id, name }, at) => (
          <button
            key={id}
            type="button"
            aria-pressed={at === chosen}
            className={classes(css.column, at === chosen && css.chosen)}
            onClick={() => setChosen(at)}
          >
            {name}
          </button>
        ))}
      </div>
      <NewsList key={category} category={category} />
    </>
  )
}

/** Only the web: an address comes out of a table that people fill in. */
function isWebAddress({ address }: FriendLink): boolean {
  return /^https?:\/\//i.test(address)
}

/** `gzLogin`: columns, news and friend links beside the form. */
export function Part() {
  const [round, setRound] = useState(0)
  const columns = useLoginCall(askColumns, round)
  const links = useLoginCall(askLinks, round)
  const again = () => setRound(round + 1)
  return (
    <>
      <section className={css.card} aria-labelledby="region-news">
        <h2 id="region-news">资讯</h2>
        <RequestStates
          asked={columns}
          again={again}
          icon="news"
          empty="暂无资讯"
          bars={newsBars}
          isEmpty={(told) => told.length === 0}
        >
          {(told) => <Columns columns={told} />}
        </RequestStates>
      </section>
      <section className={css.card} aria-labelledby="friend-links">
        <h2 id="friend-links">友情链接</h2>
        <RequestStates
          asked={links}
          again={again}
          icon="link"
          empty="暂无友情链接"
          bars={<Bar heightPx={32} />}
          isEmpty={(told) => !told.some(isWebAddress)}
        >
          {(told) => (
            <ul className={css.links}>
              {told.filter(isWebAddress).map(({ id, name, address }) => (
                <li key={id}>
                  <a href={address} target="_blank" rel="noopener noreferrer">
                    <Icon name="globe" sizePx={16} />
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </RequestStates>
      </section>
    </>
  )
}

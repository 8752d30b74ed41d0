import type { CurrentUser } from "@uc/contract/account/calls"
import { applicationCalls } from "@uc/contract/applications/calls"
import {
  connectedEntry,
  isFavouriteApplication,
  type ConnectedApplication,
} from "../../../features/applications/connected-entry.ts"
import type { FoundPerson } from "@uc/contract/people/calls"
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from "react"
import { useNavigate } from "react-router"
import { openDrawer } from "../../../platform/dialogs/drawers.ts"
import { messageOf } from "../../../platform/http/failure.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { useMenuEntries } from "../../../features/menus/menu-entries.ts"
import { trails, type MenuEntry } from "../../../features/menus/menu-entry.ts"
import { useMenuHabits } from "../../../features/menus/menu-habits.ts"
import { notAmong, searchMenus } from "../../../features/menus/menu-search.ts"
import { useUser } from "../../../platform/session/session.ts"
import { classes } from "../../../ui/theme/classes.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { Delayed } from "../../../ui/layout/delayed.tsx"
import { Icon, type IconName } from "../../../ui/navigation/icon.tsx"
import { menuIcon } from "../../../ui/navigation/menu-icon.ts"
import { Modal } from "../../../ui/overlays/modal.tsx"
import { useCloseOnBack } from "../../routing/close-on-back.ts"
import { staticRouteAt } from "../../routing/routes.ts"
import { offeredEntries, offeredPlaces } from "./offered-places.ts"
import { PersonActions } from "./person-actions.tsx"
import { useFoundPeople } from "./use-found-people.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import css from "./shell-search.module.css"

type Trail = readonly MenuEntry[]

interface Hit {
  /** Of a person, nothing that can be opened. */
  readonly path: string
  readonly label: string
  /** What stands above it in the menu. */
  readonly within: string
  readonly icon: IconName
  readonly group: string
  readonly person?: FoundPerson
  /** Of an application: opened in a window of its own, as by its tile. */
  readonly href?: string
}

/** The portal's own pages look like menu entries to the search. */
function placesFor(user: CurrentUser): readonly MenuEntry[] {
  return offeredPlaces(user).map(({ to, label, icon }) => ({
    path: to,
    name: to,
    id: "",
    text: label,
    icon,
    shows: { kind: "page", page: staticRouteAt(to)?.page ?? to },
    children: [],
  }))
}

function applicationHit({ text, icon, path: href }: MenuEntry, group = "接入的系统"): Hit {
  const looks = { icon: menuIcon(icon, "apps"), within: "免登录打开", group }
  return { path: `application ${href}`, label: text, href, ...looks }
}

const noApplications: readonly ConnectedApplication[] = []

function personHit(person: FoundPerson, ownOrg: string | undefined): Hit {
  const { id, username, deptname, postname, orgname, orgid } = person
  const within = [orgid === ownOrg ? "" : orgname, deptname, postname]
    .filter((word) => word !== "")
    .join(" · ")
  return { path: `person ${id}`, label: username, within, icon: "person", group: "人员", person }
}

function hitOf(trail: Trail, group: string): Hit[] {
  const entry = trail.at(-1)
  if (!entry) return []
  if (isFavouriteApplication(entry.id)) return [applicationHit(entry, group)]
  const within = trail
    .slice(0, -1)
    .map(({ text }) => text)
    .join(" / ")
  const icon = menuIcon(entry.icon, entry.shows.kind === "group" ? "folder" : "page")
  return [{ path: entry.path, label: entry.text || "未命名菜单", within, icon, group }]
}

function byIds(all: readonly Trail[], ids: readonly string[], group: string): readonly Hit[] {
  return ids.flatMap((id) => hitOf(all.find((trail) => trail.at(-1)?.id === id) ?? [], group))
}

/** `hits` null: the search itself could not be fetched; `why` says so. */
interface Answer {
  readonly to: string
  readonly hits: readonly Hit[] | null
  readonly why?: string | null
}

/**
 * Ctrl+K: over menus, pages and applications (SSO-3), by text, pinyin and initials (MENU-7), and over people, by the end of their
 * phone too (DAY-12). With an empty box: favourites and recent ones.
 */
export const ShellSearch = closesWhenBroken(function ShellSearch({
  onClose,
}: {
  readonly onClose: () => void
}) {
  const user = useUser()
  const allEntries = useMenuEntries()
  const entries = useMemo(() => offeredEntries(allEntries), [allEntries])
  const places = useMemo(() => (user ? placesFor(user) : []), [user])
  const mine = useCall(applicationCalls.mine, {})
  const applications = mine.data?.applications ?? noApplications
  const { favourites, recent } = useMenuHabits(user?.id ?? null)
  const [query, setQuery] = useState("")
  const [answer, setAnswer] = useState<Answer>({ to: "", hits: [] })
  const [chosen, setChosen] = useState(0)
  const [attempt, setAttempt] = useState(0)
  const actions = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const id = useId()
  useCloseOnBack(onClose)

  const suggested = useMemo(() => {
    const all = trails(entries)
    return [
      ...byIds([...all, ...applications.map((each) => [connectedEntry(each)])], favourites, "收藏"),
      ...byIds(all, recent, "最近使用"),
      ...places.slice(0, 5).flatMap((place) => hitOf([place], "页面")),
    ]
  }, [entries, places, applications, favourites, recent])

  const wanted = query.trim()
  useEffect(() => {
    if (wanted === "") return
    let isLatest = true
    async function search() {
      const [menuTrails, pageTrails, systems] = await Promise.all([
        searchMenus(entries, wanted),
        searchMenus(places, wanted),
        searchMenus(applications.map(connectedEntry), wanted),
      ])
      const hits = [
        ...notAmong(menuTrails, pageTrails).flatMap((trail) => hitOf(trail, "页面")),
        ...systems.flat().map((entry) => applicationHit(entry)),
        ...menuTrails.flatMap((trail) => hitOf(trail, "菜单")),
      ]
      if (isLatest) setAnswer({ to: wanted, hits: hits.slice(0, 50) })
    }
    search().catch((error: unknown) => {
      console.error("The search could not be loaded", error)
      const why = messageOf(error, "搜索加载失败，请检查网络后重试")
      if (isLatest) setAnswer({ to: wanted, hits: null, why })
    })
    return () => {
      isLatest = false
    }
  }, [wanted, entries, places, applications])

  // The earlier result stays until the new one is there, so that nothing flickers.
  const found = useFoundPeople(wanted, attempt)
  const people = (found.people ?? []).map((person) => personHit(person, user?.orgid))
  const hits = wanted === "" ? suggested : [...(answer.hits ?? []), ...people]
  const isAnswered = wanted === "" || (answer.to === wanted && found.to === wanted)
  const chosenPerson = hits[chosen]?.person

  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView?.({ block: "nearest" })
  }, [id, chosen])

  function go(hit: Hit | undefined) {
    if (!hit) return
    if (hit.person) {
      actions.current?.querySelector("button")?.focus()
      return
    }
    onClose()
    if (hit.href === undefined) void navigate(hit.path)
    else window.open(hit.href, "_blank", "noopener,noreferrer")
  }

  function onKey(event: KeyboardEvent) {
    if (event.key === "ArrowDown") setChosen((chosen + 1) % Math.max(hits.length, 1))
    else if (event.key === "ArrowUp") setChosen((chosen - 1 + hits.length) % Math.max(hits.length, 1))
    else if (event.key === "Enter" && !event.nativeEvent.isComposing) go(hits[chosen])
    else return
    event.preventDefault()
  }

  function giveTask({ id: personid, username, task }: FoundPerson) {
    onClose()
    void navigate("/task", { state: { giveTo: { id: personid, name: username }, asks: task === "ask" } })
  }

  function show({ id: personid, orgid }: FoundPerson) {
    onClose()
    void openDrawer("person", { id: personid, orgid })
  }

  return (
    <Modal label="搜索" place="middle" onClose={onClose}>
      <Row gap={10} padX={16} line="bottom" tone="faint" className={css.box}>
        <Icon name="search" sizePx={20} />
        <input
          type="text"
          role="combobox"
          aria-label="搜索菜单、页面和人员"
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={hits[chosen] ? `${id}-${chosen}` : undefined}
          autoComplete="off"
          enterKeyHint="go"
          // The dialog was opened to type into this box.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          placeholder="名称、拼音、首字母或手机号后四位"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setChosen(0)
          }}
          onKeyDown={onKey}
        />
        <Button look="quiet" aria-label="关闭" title="关闭（Esc）" onClick={onClose}>
          <Icon name="close" sizePx={20} />
        </Button>
      </Row>
      <div id={`${id}-list`} className={css.hits} role="listbox" aria-label="搜索结果" tabIndex={-1}>
        {hits.map((hit, at) => (
          <div key={`${hit.group}${hit.path}`} role="presentation">
            {hits[at - 1]?.group !== hit.group && (
              <Text as="p" padX={10} padY={6} tone="faint" size={12} role="presentation">
                {hit.group}
              </Text>
            )}
            {/* The keyboard works through the box: arrows and Enter. */}
            {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events jsx-a11y/interactive-supports-focus */}
            <Row
              gap={10}
              padX={10}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === chosen}
              className={classes(css.hit, at === chosen && css.chosen)}
              onMouseMove={() => setChosen(at)}
              onClick={() => {
                setChosen(at)
                // A tap on a person shows what can be done; the buttons below are of the chosen one.
                if (!hit.person) go(hit)
              }}
            >
              <Icon name={hit.icon} />
              <Text rigid>{hit.label}</Text>
              <Text as="small" grow truncate tone="faint" size={12}>
                {hit.within}
              </Text>
              {at === chosen && <Icon name="enter" sizePx={15} />}
            </Row>
          </div>
        ))}
      </div>
      <Text as="div" centred tone="soft" role="status" className={css.told}>
        {!isAnswered && hits.length === 0 && <Delayed>正在准备搜索…</Delayed>}
        {isAnswered && answer.hits === null && answer.why}
        {isAnswered &&
          answer.hits !== null &&
          found.people !== null &&
          hits.length === 0 &&
          `没有找到“${wanted}”，请更换关键词或拼音首字母`}
      </Text>
      {wanted !== "" && found.people === null && (
        <Failed words={found.why} onRetry={() => setAttempt(attempt + 1)} />
      )}
      {wanted !== "" && mine.error && (
        <Failed words={messageOf(mine.error)} onRetry={() => void mine.refetch()} />
      )}
      {chosenPerson && (
        <PersonActions
          key={chosenPerson.id}
          ref={actions}
          person={chosenPerson}
          onTask={() => giveTask(chosenPerson)}
          onShow={() => show(chosenPerson)}
        />
      )}
      <Row
        as="p"
        gap={6}
        padX={16}
        padY={8}
        line="top"
        tone="faint"
        size={12}
        className={css.keys}
        aria-hidden="true"
      >
        <kbd>↑</kbd>
        <kbd>↓</kbd>选择<kbd>Enter</kbd>打开
      </Row>
    </Modal>
  )
})

interface FailedProps {
  readonly words: string | null | undefined
  readonly onRetry: () => void
}

function Failed({ words, onRetry }: FailedProps) {
  return (
    <Row gap={8} padX={16} padY={8} line="top" tone="danger" role="alert">
      <Text grow>{words}</Text>
      <Button look="text" onClick={onRetry}>
        重试
      </Button>
    </Row>
  )
}

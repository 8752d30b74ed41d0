import { noticeCalls, type ReaderState, type WrittenNotice } from "@uc/contract/notices/calls"
import { useState, type ReactNode } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { useExport } from "../../platform/http/use-export.ts"
import { Button } from "../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { CursorPager } from "../../ui/data/cursor-pager.tsx"
import { ExportButton } from "../../ui/data/export-button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { inThousands } from "../../ui/format/in-thousands.ts"
import { Drawer } from "../../ui/overlays/drawer.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Tabs } from "../../ui/layout/tabs.tsx"
import { Progress } from "../../ui/layout/progress.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { RemindDialog, type Whom } from "./remind-dialog.tsx"
import css from "./notices.module.css"

interface ReadersDialogProps {
  readonly notice: WrittenNotice
  readonly onClose: () => void
}

type Tab = "missing" | "done" | "organisations"

const tabsOf = (wantsReceipt: boolean): Readonly<Record<Tab, string>> =>
  wantsReceipt
    ? { missing: "未确认", done: "已确认", organisations: "按单位" }
    : { missing: "未读", done: "已读", organisations: "按单位" }

function stateOf(tab: Exclude<Tab, "organisations">, wantsReceipt: boolean): ReaderState {
  if (wantsReceipt) return tab === "missing" ? "missing" : "confirmed"
  return tab === "missing" ? "unread" : "read"
}

/** Who has read and confirmed it and who has not, with what reminds them. */
export const ReadersDialog = closesWhenBroken(function ReadersDialog({
  notice,
  onClose,
}: ReadersDialogProps) {
  const { wantsReceipt } = notice
  const [tab, setTab] = useState<Tab>("missing")
  const [reminded, setReminded] = useState<Whom | "everybody" | null>(null)
  const [org, setOrg] = useState<{ readonly id: string; readonly name: string } | null>(null)
  const file = useExport(noticeCalls.exportReaders)
  const onRemind = notice.state === "published" ? setReminded : null
  return (
    <Drawer title="阅读情况" tags={<Text tone="soft">{notice.title}</Text>} onClose={onClose}>
      <Counts notice={notice} org={org} onEveryOrg={() => setOrg(null)}>
        {onRemind && (
          <Button onClick={() => setReminded("everybody")}>
            <Icon name="bell" sizePx={16} />
            提醒
          </Button>
        )}
        <ExportButton
          isBusy={file.isBusy}
          onExport={() => void file.run({ noticeid: notice.id, ...(org && { orgid: org.id }) })}
        />
      </Counts>
      <Tabs label="阅读情况" tabs={tabsOf(wantsReceipt)} current={tab} onChange={setTab}>
        {tab === "organisations" ? (
          <Organisations
            notice={notice}
            onRemind={onRemind}
            onChoose={(chosen) => {
              setOrg(chosen)
              setTab("missing")
            }}
          />
        ) : (
          <People
            key={`${tab} ${org?.id ?? ""}`}
            noticeid={notice.id}
            state={stateOf(tab, wantsReceipt)}
            org={org?.id}
            onRemind={tab === "missing" ? onRemind : null}
          />
        )}
      </Tabs>
      {reminded !== null && (
        <RemindDialog
          notice={notice}
          whom={reminded === "everybody" ? null : reminded}
          onClose={() => setReminded(null)}
        />
      )}
    </Drawer>
  )
})

interface CountsProps {
  readonly notice: WrittenNotice
  readonly org: { readonly id: string; readonly name: string } | null
  readonly onEveryOrg: () => void
  /** What is done with the list. */
  readonly children: ReactNode
}

function Counts({ notice: { id, wantsReceipt }, org, onEveryOrg, children }: CountsProps) {
  const { data } = useCall(
    noticeCalls.readers,
    { noticeid: id, readstate: wantsReceipt ? "missing" : "unread", ...(org && { orgid: org.id }) },
    { keepsPrevious: true },
  )
  return (
    <Stack gap={8}>
      <Row gap={8} wrap tone="soft">
        {org && (
          <>
            <span>{org.name}</span>
            <Button look="text" onClick={onEveryOrg}>
              查看全部单位
            </Button>
          </>
        )}
        <Row end gap={8}>
          {children}
        </Row>
      </Row>
      <Share words="已读" value={data?.read} people={data?.people} />
      {wantsReceipt && <Share words="已确认" value={data?.confirmed} people={data?.people} />}
      {data !== undefined && data.former > 0 && (
        <Text tone="soft" size={13}>
          另有 {inThousands(data.former)} 人曾阅读，现已不在接收范围内，不计入以上人数。
        </Text>
      )}
    </Stack>
  )
}

interface ShareProps {
  readonly words: string
  readonly value: number | undefined
  readonly people: number | undefined
}

function Share({ words, value, people }: ShareProps) {
  return (
    <Stack gap={4}>
      <Row gap={8} tone="soft">
        {words}
        <Text as="b" size={20} figures>
          {value === undefined ? "—" : inThousands(value)}
        </Text>
        / {people === undefined ? "—" : inThousands(people)} 人
      </Row>
      <Progress label={words} value={value ?? 0} max={people ?? 0} size="thin" tone="brand" />
    </Stack>
  )
}

interface PeopleProps {
  readonly noticeid: string
  readonly state: ReaderState
  readonly org: string | undefined
  /** Null: nobody here is to be reminded. */
  readonly onRemind: ((whom: Whom) => void) | null
}

const lists: Readonly<Record<ReaderState, string>> = {
  unread: "未读的人",
  read: "已读的人",
  missing: "未确认的人",
  confirmed: "已确认的人",
}
const nobody: Readonly<Record<ReaderState, readonly [title: string, words: string]>> = {
  unread: ["全部已读", "接收人均已阅读该通知。"],
  read: ["暂无人阅读", "接收人打开通知后会显示在这里。"],
  missing: ["全部已确认", "接收人均已确认收到该通知。"],
  confirmed: ["暂无人确认", "接收人点击“确认收到”后会显示在这里。"],
}

function People({ noticeid, state, org, onRemind }: PeopleProps) {
  const [after, setAfter] = useState("")
  const { data, error, isPlaceholderData, refetch } = useCall(
    noticeCalls.readers,
    {
      noticeid,
      readstate: state,
      ...(org !== undefined && { orgid: org }),
      ...(after !== "" && { after }),
    },
    { keepsPrevious: true },
  )
  if (error && !data) return <ErrorState title="名单加载失败" words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={[36, 36, 36, 36]} />
  if (data.items.length === 0) {
    const [title, words] = nobody[state]
    return <EmptyState art="empty" title={title} words={words} />
  }
  return (
    <>
      <ul className={css.list} aria-label={lists[state]} aria-busy={isPlaceholderData}>
        {data.items.map(({ id, nickname, orgname, readAt, confirmedAt }) => (
          <Row as="li" key={id} gap={12} padY={10} line="bottom">
            <Text as="b" weight={500}>
              {nickname}
            </Text>
            <Text tone="soft">{orgname}</Text>
            {state === "missing" && (
              <Tag tone={readAt === null ? "caution" : "plain"}>{readAt === null ? "未读" : "已读"}</Tag>
            )}
            {readAt && (
              <Text as="time" tone="soft" figures end>
                {formatMoment(confirmedAt ?? readAt, nowMs())}
              </Text>
            )}
            {onRemind && (
              <Row end={readAt === null}>
                <Button
                  look="text"
                  aria-label={`提醒${nickname}`}
                  onClick={() => onRemind({ personid: id, name: nickname })}
                >
                  提醒
                </Button>
              </Row>
            )}
          </Row>
        ))}
      </ul>
      <CursorPager cursor={after} next={data.next} onPage={setAfter} />
    </>
  )
}

interface OrganisationsProps {
  readonly notice: WrittenNotice
  readonly onRemind: ((whom: Whom) => void) | null
  readonly onChoose: (org: { readonly id: string; readonly name: string }) => void
}

function Organisations({ notice: { id: noticeid, wantsReceipt }, onRemind, onChoose }: OrganisationsProps) {
  const [after, setAfter] = useState("")
  const { data, error, refetch } = useCall(
    noticeCalls.readerOrganisations,
    { noticeid, ...(after !== "" && { afterid: after }) },
    { keepsPrevious: true },
  )
  if (error && !data) return <ErrorState title="单位加载失败" words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={[36, 36, 36, 36]} />
  return (
    <>
      <ul aria-label="各单位阅读情况">
        {data.items.map(({ orgid, orgname, read, confirmed, people }) => (
          <Row as="li" key={orgid} gap={12} padY={4} line="bottom" justify="between">
            <Button look="text" onClick={() => onChoose({ id: orgid, name: orgname })}>
              {orgname}
            </Button>
            <Row gap={12} tone="soft" figures className={css.share}>
              <Progress
                label={wantsReceipt ? "已确认" : "已读"}
                value={wantsReceipt ? confirmed : read}
                max={people}
                size="thin"
                tone="brand"
              />
              <Stack rigid align="end">
                <Text>
                  已读 {inThousands(read)} / {inThousands(people)}
                </Text>
                {wantsReceipt && (
                  <Text>
                    已确认 {inThousands(confirmed)} / {inThousands(people)}
                  </Text>
                )}
              </Stack>
              {onRemind && (wantsReceipt ? confirmed : read) < people && (
                <Button
                  look="text"
                  aria-label={`提醒${orgname}`}
                  onClick={() => onRemind({ orgid, name: orgname })}
                >
                  提醒
                </Button>
              )}
            </Row>
          </Row>
        ))}
      </ul>
      <CursorPager cursor={after} next={data.next} onPage={setAfter} />
    </>
  )
}

import { noticeCalls, type WrittenNotice } from "@uc/contract/notices/calls"
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
import { Tabs } from "../../ui/layout/tabs.tsx"
import { Progress } from "../../ui/layout/progress.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import css from "./notices.module.css"

interface ReadersDialogProps {
  readonly notice: WrittenNotice
  readonly onClose: () => void
}

const tabs = { unread: "未读", read: "已读", organisations: "按单位" } as const

/** Who has read it and who has not. */
export const ReadersDialog = closesWhenBroken(function ReadersDialog({
  notice,
  onClose,
}: ReadersDialogProps) {
  const [tab, setTab] = useState<keyof typeof tabs>("unread")
  const [org, setOrg] = useState<{ readonly id: string; readonly name: string } | null>(null)
  const file = useExport(noticeCalls.exportReaders)
  return (
    <Drawer title="阅读情况" tags={<Text tone="soft">{notice.title}</Text>} onClose={onClose}>
      <Counts noticeid={notice.id} org={org} onEveryOrg={() => setOrg(null)}>
        <ExportButton
          isBusy={file.isBusy}
          onExport={() => void file.run({ noticeid: notice.id, ...(org && { orgid: org.id }) })}
        />
      </Counts>
      <Tabs label="阅读情况" tabs={tabs} current={tab} onChange={setTab}>
        {tab === "organisations" ? (
          <Organisations
            noticeid={notice.id}
            onChoose={(chosen) => {
              setOrg(chosen)
              setTab("unread")
            }}
          />
        ) : (
          <People
            key={`${tab} ${org?.id ?? ""}`}
            noticeid={notice.id}
            hasRead={tab === "read"}
            org={org?.id}
          />
        )}
      </Tabs>
    </Drawer>
  )
})

interface CountsProps {
  readonly noticeid: string
  readonly org: { readonly id: string; readonly name: string } | null
  readonly onEveryOrg: () => void
  /** What is done with the list. */
  readonly children: ReactNode
}

function Counts({ noticeid, org, onEveryOrg, children }: CountsProps) {
  const { data } = useCall(
    noticeCalls.readers,
    { noticeid, hasread: 0, ...(org && { orgid: org.id }) },
    { keepsPrevious: true },
  )
  return (
    <Stack gap={4}>
      <Row gap={8} wrap tone="soft">
        <Text as="b" size={24} figures>
          {data ? inThousands(data.read) : "—"}
        </Text>
        / {data ? inThousands(data.people) : "—"} 人已读
        {org && (
          <>
            <span>{org.name}</span>
            <Button look="text" onClick={onEveryOrg}>
              查看全部单位
            </Button>
          </>
        )}
        <Row end>{children}</Row>
      </Row>
      <Progress label="已读" value={data?.read ?? 0} max={data?.people ?? 0} size="thin" tone="brand" />
    </Stack>
  )
}

interface PeopleProps {
  readonly noticeid: string
  readonly hasRead: boolean
  readonly org: string | undefined
}

function People({ noticeid, hasRead, org }: PeopleProps) {
  const [after, setAfter] = useState("")
  const { data, error, isPlaceholderData, refetch } = useCall(
    noticeCalls.readers,
    {
      noticeid,
      hasread: hasRead ? 1 : 0,
      ...(org !== undefined && { orgid: org }),
      ...(after !== "" && { afterid: after }),
    },
    { keepsPrevious: true },
  )
  if (error && !data) return <ErrorState title="名单加载失败" words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={[36, 36, 36, 36]} />
  if (data.items.length === 0)
    return hasRead ? (
      <EmptyState art="empty" title="暂无人阅读" words="收件人打开通知后会显示在这里。" />
    ) : (
      <EmptyState art="empty" title="全部已读" words="收件人均已阅读该通知。" />
    )
  return (
    <>
      <ul className={css.list} aria-label={hasRead ? "已读的人" : "未读的人"} aria-busy={isPlaceholderData}>
        {data.items.map(({ id, nickname, orgname, readAt }) => (
          <Row as="li" key={id} gap={12} padY={10} line="bottom">
            <Text as="b" weight={500}>
              {nickname}
            </Text>
            <Text tone="soft">{orgname}</Text>
            {readAt && (
              <Text as="time" tone="soft" figures end>
                {formatMoment(readAt, nowMs())}
              </Text>
            )}
          </Row>
        ))}
      </ul>
      <CursorPager cursor={after} next={data.next} onPage={setAfter} />
    </>
  )
}

interface OrganisationsProps {
  readonly noticeid: string
  readonly onChoose: (org: { readonly id: string; readonly name: string }) => void
}

function Organisations({ noticeid, onChoose }: OrganisationsProps) {
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
        {data.items.map(({ orgid, orgname, read, people }) => (
          <Row as="li" key={orgid} gap={12} padY={4} line="bottom" justify="between">
            <Button look="text" onClick={() => onChoose({ id: orgid, name: orgname })}>
              {orgname}
            </Button>
            <Row gap={12} tone="soft" figures className={css.share}>
              <Progress label="已读" value={read} max={people} size="thin" tone="brand" />
              <Text rigid>
                {inThousands(read)} / {inThousands(people)}
              </Text>
            </Row>
          </Row>
        ))}
      </ul>
      <CursorPager cursor={after} next={data.next} onPage={setAfter} />
    </>
  )
}

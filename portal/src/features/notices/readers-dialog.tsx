import { noticeCalls, type WrittenNotice } from "@uc/contract/notices/calls"
import { useState } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { useExport } from "../../platform/http/use-export.ts"
import { Button } from "../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { ExportButton } from "../../ui/data/export-button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { inThousands } from "../../ui/format/in-thousands.ts"
import { Modal } from "../../ui/overlays/modal.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Tabs } from "../../ui/layout/tabs.tsx"
import { KeyPager } from "./key-pager.tsx"
import { useKeyPages } from "./use-key-pages.ts"
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
    <Modal label="阅读情况" place="side" sizePx={{ width: 560 }} onClose={onClose}>
      <header className={css.drawerHead}>
        <div>
          <h2>阅读情况</h2>
          <p className={css.under}>{notice.title}</p>
        </div>
        <ExportButton
          isBusy={file.isBusy}
          onExport={() => void file.run({ noticeid: notice.id, ...(org && { orgid: org.id }) })}
        />
        <Button look="quiet" aria-label="关闭" title="关闭（Esc）" onClick={onClose}>
          <Icon name="close" />
        </Button>
      </header>
      <div className={css.drawerBody}>
        <Counts noticeid={notice.id} org={org} onEveryOrg={() => setOrg(null)} />
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
      </div>
    </Modal>
  )
})

interface CountsProps {
  readonly noticeid: string
  readonly org: { readonly id: string; readonly name: string } | null
  readonly onEveryOrg: () => void
}

function Counts({ noticeid, org, onEveryOrg }: CountsProps) {
  const { data } = useCall(
    noticeCalls.readers,
    { noticeid, hasread: 0, ...(org && { orgid: org.id }) },
    { keepsPrevious: true },
  )
  const share = data && data.people > 0 ? Math.round((data.read / data.people) * 100) : 0
  return (
    <div className={css.counts}>
      <p>
        <b>{data ? inThousands(data.read) : "—"}</b> / {data ? inThousands(data.people) : "—"} 人已读
        {org && (
          <>
            <span className={css.chosenOrg}>{org.name}</span>
            <Button look="text" onClick={onEveryOrg}>
              查看全部单位
            </Button>
          </>
        )}
      </p>
      <div className={css.bar} role="presentation">
        <span style={{ width: `${share}%` }} />
      </div>
    </div>
  )
}

interface PeopleProps {
  readonly noticeid: string
  readonly hasRead: boolean
  readonly org: string | undefined
}

function People({ noticeid, hasRead, org }: PeopleProps) {
  const { page, after, onPage } = useKeyPages("")
  const { data, error, isPlaceholderData, refetch } = useCall(
    noticeCalls.readers,
    {
      noticeid,
      hasread: hasRead ? 1 : 0,
      ...(org !== undefined && { orgid: org }),
      ...(after !== undefined && { afterid: after }),
    },
    { keepsPrevious: true },
  )
  if (error && !data)
    return <ErrorState title="名单没有加载成功" words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={[36, 36, 36, 36]} />
  if (data.items.length === 0)
    return hasRead ? (
      <EmptyState art="empty" title="还没有人看过" words="有人打开这条通知后，会出现在这里。" />
    ) : (
      <EmptyState art="empty" title="全部已读" words="收件人都看过这条通知了。" />
    )
  return (
    <>
      <ul className={css.people} aria-label={hasRead ? "已读的人" : "未读的人"} aria-busy={isPlaceholderData}>
        {data.items.map(({ id, nickname, orgname, readAt }) => (
          <li key={id}>
            <b>{nickname}</b>
            <span>{orgname}</span>
            {readAt && <time>{formatMoment(readAt, nowMs())}</time>}
          </li>
        ))}
      </ul>
      {(page > 0 || data.next !== null) && <KeyPager page={page} next={data.next} onPage={onPage} />}
    </>
  )
}

interface OrganisationsProps {
  readonly noticeid: string
  readonly onChoose: (org: { readonly id: string; readonly name: string }) => void
}

function Organisations({ noticeid, onChoose }: OrganisationsProps) {
  const { page, after, onPage } = useKeyPages("")
  const { data, error, refetch } = useCall(
    noticeCalls.readerOrganisations,
    { noticeid, ...(after !== undefined && { afterid: after }) },
    { keepsPrevious: true },
  )
  if (error && !data)
    return <ErrorState title="单位没有加载成功" words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={[36, 36, 36, 36]} />
  return (
    <>
      <ul className={css.people} aria-label="各单位阅读情况">
        {data.items.map(({ orgid, orgname, read, people }) => (
          <li key={orgid}>
            <button type="button" onClick={() => onChoose({ id: orgid, name: orgname })}>
              <b>{orgname}</b>
            </button>
            <span className={css.bar} role="presentation">
              <span style={{ width: `${Math.round((read / people) * 100)}%` }} />
            </span>
            <span className={css.number}>
              {inThousands(read)} / {inThousands(people)}
            </span>
          </li>
        ))}
      </ul>
      {(page > 0 || data.next !== null) && <KeyPager page={page} next={data.next} onPage={onPage} />}
    </>
  )
}

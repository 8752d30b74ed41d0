import { holds, noPermissionMessage } from "@uc/contract/roles/permissions"
import {
  domainCalls,
  domainLimits,
  domainMessages,
  mayListForBelow,
  type ListedDomain,
} from "@uc/contract/domains/calls"
import { useRef, useState } from "react"
import { useUser } from "../../platform/session/session.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { useExport } from "../../platform/http/use-export.ts"
import { Card } from "../../ui/layout/card.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { Delayed } from "../../ui/layout/delayed.tsx"
import { ExportButton } from "../../ui/data/export-button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { Bar } from "../../ui/feedback/skeleton.tsx"
import { Page } from "../../ui/layout/page.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { DomainRowView } from "./domain-row.tsx"
import { isUnsaved, type DomainRow } from "./domain-rows.machine.ts"
import { ConfirmLeave } from "./confirm-leave.tsx"
import { InheritedDomains } from "./inherited-domains.tsx"
import { OperationsDialog } from "./operations-dialog.tsx"
import { RefusedOrigins } from "./refused-origins.tsx"
import { SecretDialog } from "./secret-dialog.tsx"
import { useDomainRows, type DomainList } from "./use-domain-rows.ts"

/** DOM-1 to DOM-7, DISTRICT-12: which sites may be hosted in the portal, and which helpers they may call. */
export function Component() {
  const user = useUser()
  if (!user) return null
  if (!holds(user, "domains.manage"))
    return <EmptyState isPage art="lost" title="授权域名" words={noPermissionMessage("domains.manage")} />
  return <Domains orgname={user.orgname} mayListBelow={mayListForBelow(user)} />
}

type Confirm = { readonly about: "remove" | "secret"; readonly row: DomainRow }

interface DomainsProps {
  readonly orgname: string
  readonly mayListBelow: boolean
}

function Domains({ orgname, mayListBelow }: DomainsProps) {
  const domains = useDomainRows(mayListBelow)
  const { state, dispatch, load } = domains
  const [confirm, setConfirm] = useState<Confirm | null>(null)
  const [registering, setRegistering] = useState<ListedDomain | null>(null)
  const file = useExport(domainCalls.exportList)
  const [told, setTold] = useState<{ readonly name: string; readonly secret: string } | null>(null)

  function askRemove(row: DomainRow) {
    // DOM-2: a row that was never saved is only removed from the screen.
    if (row.saved) setConfirm({ about: "remove", row })
    else void domains.remove(row)
  }

  async function renew(row: DomainRow) {
    const secret = await domains.renewSecret(row)
    if (secret !== null) setTold({ name: row.saved?.name ?? row.name, secret })
  }

  return (
    <Page
      title="授权域名"
      words={`${orgname}。列入这里的网站可以在门户内打开、登录后返回，并使用勾选的功能；删除立即生效。`}
    >
      <Card
        title="域名列表"
        icon="globe"
        words={`最多 ${domainLimits.rows} 个，每行分别保存。`}
        actions={
          state.rows.some(({ saved }) => saved !== null) && (
            <ExportButton isBusy={file.isBusy} onExport={() => void file.run({})} />
          )
        }
      >
        {state.rows.length > 0 ? (
          <ul>
            {state.rows.map((row, at) => (
              <DomainRowView
                key={row.key}
                row={row}
                number={at + 1}
                isLast={at === state.rows.length - 1}
                isOnly={state.rows.length === 1}
                isFresh={row.key === state.fresh}
                mayListBelow={mayListBelow}
                dispatch={dispatch}
                onSave={() => void domains.save(row)}
                onRemove={() => askRemove(row)}
                onOperations={() => setRegistering(row.saved)}
                onSecret={() =>
                  row.saved?.hasSecret ? setConfirm({ about: "secret", row }) : void renew(row)
                }
              />
            ))}
          </ul>
        ) : (
          <RowsSkeleton />
        )}
      </Card>
      {state.inherited.length > 0 && <InheritedDomains domains={state.inherited} onWant={domains.want} />}
      {state.at !== "loading" && state.rows.length > 0 && (
        <RefusedOrigins refused={state.refused} onAdd={(origin) => dispatch({ type: "offered", origin })} />
      )}
      <ConfirmLeave isUnsaved={state.rows.some(isUnsaved)} />
      {confirm && (
        <Asked
          confirm={confirm}
          domains={domains}
          onRenew={() => void renew(confirm.row)}
          onClose={() => setConfirm(null)}
        />
      )}
      {registering && (
        <OperationsDialog
          domain={registering}
          onDone={() => void load()}
          onClose={() => setRegistering(null)}
        />
      )}
      {told && <SecretDialog {...told} onClose={() => setTold(null)} />}
    </Page>
  )
}

interface AskedProps {
  readonly confirm: Confirm
  readonly domains: DomainList
  readonly onRenew: () => void
  readonly onClose: () => void
}

function Asked({ confirm: { about, row }, domains, onRenew, onClose }: AskedProps) {
  const isAnswered = useRef(false)
  if (about === "secret")
    return (
      <ConfirmDialog
        title="更换票据密钥？"
        words={`“${row.saved?.name ?? row.name}”正在使用的密钥会立即失效，网站需要换上新的密钥。`}
        confirm="更换"
        onConfirm={async () => {
          onRenew()
          return null
        }}
        onClose={onClose}
      />
    )
  return (
    <ConfirmDialog
      title={domainMessages.confirmRemove}
      words={`“${row.saved?.name ?? row.name}”（${row.saved?.domainIp ?? ""}）的页面将立即不能在门户内打开${row.saved?.isForBelow ? "，全部下级单位也不能" : ""}。`}
      confirm="删除"
      onConfirm={async () => {
        isAnswered.current = true
        await domains.remove(row)
        return null
      }}
      onClose={() => {
        if (!isAnswered.current) showToast("info", domainMessages.removeCancelled)
        onClose()
      }}
    />
  )
}

function RowsSkeleton() {
  return (
    <Delayed>
      <Stack gap={12} padY={12} role="status">
        <span className="only-read-aloud">正在加载…</span>
        {[1, 2, 3].map((row) => (
          <Bar key={row} heightPx={64} />
        ))}
      </Stack>
    </Delayed>
  )
}

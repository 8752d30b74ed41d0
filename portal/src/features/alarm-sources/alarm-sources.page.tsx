import { alarmCalls, warningMessageByCall } from "@uc/contract/alarms/calls"
import { alarmSourceCalls, type AlarmSource } from "@uc/contract/alarm-sources/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { holds, noPermissionMessage } from "@uc/contract/roles/permissions"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { List } from "../../page-kit/list/list.tsx"
import { urlFilters } from "../../page-kit/list/url-filters.ts"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { useUser } from "../../platform/session/session.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { callKey, useCall } from "../../platform/http/use-call.ts"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { NoAccess } from "../../ui/feedback/no-access.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Page, Sheet } from "../../ui/layout/page.tsx"
import { SourceCalls } from "./source-calls.tsx"
import { SourceForm } from "./source-form.tsx"
import { SourceSecret } from "./source-secret.tsx"
import { sourceColumns } from "./source-columns.tsx"

/** Few, and shown all. */
const noFilters = urlFilters({})

/** For administrators. The server checks it; the page only says so early. */
export function Component() {
  const user = useUser()
  if (!user) return null
  if (!holds(user, "alarmSources.manage"))
    return (
      <NoAccess
        words={noPermissionMessage("alarmSources.manage")}
        way={{ to: "/main/alarms", words: "返回预警处置" }}
      />
    )
  return <Sources user={user} />
}

interface Told {
  readonly source: AlarmSource
  readonly secret: string
}

/** Whether any alarm comes in at all. */
function NewestAlarm() {
  const { data, error } = useCall(alarmCalls.newest, {})
  if (error && !data) return warningMessageByCall["alarms.newest"]
  if (!data) return null
  if (data.createtime === null) return "暂未收到预警。"
  return `最近一次预警：${formatMoment(data.createtime, nowMs())}。`
}

function Sources({ user }: { readonly user: CurrentUser }) {
  const url = useUrlFilters(noFilters)
  const queries = useQueryClient()
  const [told, setTold] = useState<Told | null>(null)
  const [shown, setShown] = useState<AlarmSource | null>(null)
  const [leaving, setLeaving] = useState<AlarmSource | null>(null)
  const refresh = () => queries.invalidateQueries({ queryKey: callKey(alarmSourceCalls.sources) })

  async function revoke({ id }: AlarmSource): Promise<string | null> {
    try {
      await send(alarmSourceCalls.revokeSource, { id })
      showToast("success", "已停用该来源")
    } catch (problem) {
      return messageOf(problem)
    } finally {
      // Also after a refusal: another administrator may have been first.
      await refresh()
    }
    return null
  }

  return (
    <Page
      title="预警来源"
      words={
        <>
          每个上报预警的系统使用自己的密钥；停用后，该系统的上报立即被拒绝。
          <NewestAlarm />
        </>
      }
    >
      <Sheet>
        <SourceForm user={user} onCreated={setTold} />
        <List
          label="预警来源"
          what="预警来源"
          url={url}
          call={alarmSourceCalls.sources}
          input={{}}
          file={alarmSourceCalls.exportSources}
          rowsOf={({ sources }) => sources}
          keyOf={({ id }) => id}
          columns={sourceColumns(setShown, setLeaving)}
          paging={{ by: "none" }}
          empty={{
            title: "暂无预警来源",
            words: "填写名称并新增，把生成的密钥交给上报系统的维护人员。",
          }}
        />
      </Sheet>
      {told && <SourceSecret source={told.source} secret={told.secret} onClose={() => setTold(null)} />}
      {shown && <SourceCalls source={shown} onClose={() => setShown(null)} />}
      {leaving && (
        <ConfirmDialog
          title={`停用“${leaving.name}”？`}
          words="停用后不能恢复，该系统的上报会立即被拒绝。已收到的预警不受影响。"
          confirm="停用"
          look="danger"
          onConfirm={() => revoke(leaving)}
          onClose={() => setLeaving(null)}
        />
      )}
    </Page>
  )
}

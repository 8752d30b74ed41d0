import { domainCalls, mayListForBelow, type ListedDomain } from "@uc/contract/domains/calls"
import { mixedContentProblem } from "@uc/contract/domains/mixed-content"
import { useForm } from "../../page-kit/form/use-form.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useAction } from "../../platform/http/use-action.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { useUser } from "../../platform/session/session.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { TextField, Tick } from "../../ui/forms/form-fields.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { refreshInForceAfterChange } from "./domains-in-force.ts"

export interface ListSiteProps {
  readonly origin: string
  /** What it is called where it was found missing. */
  readonly name: string
  readonly onDone: () => void
  readonly onClose: () => void
}

/** DISTRICT-12: lists a site where its absence was found, for the own organisation or for everything below it. */
export function ListSiteForm(props: ListSiteProps) {
  const { data, error } = useCall(domainCalls.list, {})
  const user = useUser()
  if (!user) return null
  if (error)
    return (
      <ConfirmDialog
        title="授权域名加载失败"
        words={messageOf(error) ?? ""}
        confirm="关闭"
        onConfirm={async () => null}
        onClose={props.onClose}
      />
    )
  if (!data) return null
  const own = data.domainList.find(({ origins }) => origins.includes(props.origin)) ?? null
  if (own?.isForBelow)
    return (
      <ConfirmDialog
        title={`“${own.name}”已对全部下级单位授权`}
        words={`${own.declinedBy > 0 ? `有 ${own.declinedBy} 个下级单位选择了不采用` : "没有生效的单位不在本单位之下"}，请与这些单位的管理员联系。`}
        confirm="知道了"
        onConfirm={async () => null}
        onClose={props.onClose}
      />
    )
  return <SiteForm {...props} own={own} mayListBelow={mayListForBelow(user)} />
}

interface SiteFormProps extends ListSiteProps {
  /** The own list has it already, for the own organisation alone. */
  readonly own: ListedDomain | null
  readonly mayListBelow: boolean
}

const SiteForm = closesWhenBroken(function SiteForm({
  origin,
  name,
  own,
  mayListBelow,
  onDone,
  onClose,
}: SiteFormProps) {
  const { attempt } = useAction({ shown: [domainCalls.list], isShownFirst: false })
  const form = useForm({
    call: domainCalls.save,
    attempt,
    initial: { name: own?.name ?? name, isForBelow: mayListBelow },
    input: (values) => ({
      ...(own ? { id: own.id, version: own.version } : {}),
      name: values.name,
      domainIp: own?.domainIp ?? origin,
      ...(mayListBelow ? { isForBelow: values.isForBelow ? (1 as const) : (0 as const) } : {}),
    }),
    onDone(_saved, { isForBelow }) {
      showToast("success", isForBelow ? "已授权，本单位和全部下级单位可以打开" : "已授权，本单位可以打开")
      void refreshInForceAfterChange()
      onDone()
      onClose()
    },
  })
  const blocked = mixedContentProblem(origin, window.location.origin)
  return (
    <FormDialog title="列入授权域名" confirm="授权" form={form} widthPx={480} onClose={onClose}>
      <Text as="p" breaks>
        网站：{own?.domainIp ?? origin}
      </Text>
      <TextField label="名称" {...form.text("name")} />
      {mayListBelow && <Tick label="对全部下级单位生效" {...form.bind("isForBelow")} />}
      {blocked !== null && (
        <Text as="p" tone="caution" size={13}>
          {blocked}
        </Text>
      )}
      <Text as="p" tone="faint" size={13}>
        请先确认网站可信。页面可以使用的功能和票据密钥在“授权域名”中设置。
      </Text>
    </FormDialog>
  )
})

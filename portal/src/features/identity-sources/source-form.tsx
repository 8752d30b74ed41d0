import {
  identityAdminCalls,
  sourceProblems,
  type ListedSource,
} from "@uc/contract/identity-sources/admin-calls"
import {
  kindsThatMayAdd,
  kindsThatSignOut,
  kindsWithAddress,
  kindsWithSecret,
  sourceKindLabels,
  sourceKinds,
  type SourceKind,
} from "@uc/contract/identity-sources/kinds"
import { useForm } from "../../page-kit/form/use-form.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { useAction } from "../../platform/http/use-action.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { ChoiceField, FieldPair, LongTextField, TextField, Tick } from "../../ui/forms/form-fields.tsx"

/** What the same fields are called at each of them. */
const words: Readonly<
  Record<
    SourceKind,
    { address: string; addressHint: string; clientId: string; secret: string; claimHint: string }
  >
> = {
  oidc: {
    address: "服务地址（issuer）",
    addressHint: "对方的发现文档中的 issuer，不带 /.well-known/openid-configuration",
    clientId: "应用标识（client_id）",
    secret: "密钥（client_secret）",
    claimHint: "默认 preferred_username",
  },
  cas: {
    address: "服务地址",
    addressHint: "对方 CAS 的地址，/login 之前的部分，例如 https://sso.example.cn/cas",
    clientId: "",
    secret: "",
    claimHint: "默认为对方的登录名（cas:user）",
  },
  wecom: {
    address: "服务地址（选填）",
    addressHint: "留空使用企业微信官方地址；私有化部署时填写",
    clientId: "企业 ID（CorpID）",
    secret: "应用 Secret",
    claimHint: "",
  },
  dingtalk: {
    address: "服务地址（选填）",
    addressHint: "留空使用钉钉官方地址；专有钉钉时填写",
    clientId: "Client ID（原 AppKey）",
    secret: "Client Secret",
    claimHint: "",
  },
  feishu: {
    address: "服务地址（选填）",
    addressHint: "留空使用飞书官方地址；私有化部署时填写",
    clientId: "App ID",
    secret: "App Secret",
    claimHint: "",
  },
}

function initialOf(entry: ListedSource | null) {
  return {
    kind: entry?.kind ?? "oidc",
    name: entry?.name ?? "",
    address: entry?.address ?? "",
    clientId: entry?.clientId ?? "",
    agentId: entry?.agentId ?? "",
    secret: "",
    accountClaim: entry?.accountClaim ?? "",
    mailDomains: entry?.mailDomains.join("\n") ?? "",
    order: String(entry?.order ?? 0),
    isForBelow: entry?.isForBelow ?? false,
    isDisabled: entry?.isDisabled ?? false,
    signsOutThere: entry?.signsOutThere ?? false,
  }
}

function linesOf(typed: string): string[] {
  return typed
    .split("\n")
    .map((line) => line.trim().toLowerCase())
    .filter((line) => line !== "")
}

interface SourceFormProps {
  /** Null: a new one. */
  readonly entry: ListedSource | null
  /** Whether accounts may be added by sources of this organisation (FAULT-8). */
  readonly mayAdd: boolean
  readonly mayReachBelow: boolean
  readonly onClose: () => void
}

/** SSO-4: one server that vouches for people. */
export const SourceForm = closesWhenBroken(function SourceForm({
  entry,
  mayAdd,
  mayReachBelow,
  onClose,
}: SourceFormProps) {
  const { attempt } = useAction({ shown: [identityAdminCalls.list] })
  const form = useForm({
    call: identityAdminCalls.save,
    attempt,
    initial: () => initialOf(entry),
    // What the chosen kind does not have is not shown, and not sent.
    input: ({ secret, ...typed }) => ({
      ...typed,
      ...(entry && { id: entry.id, version: entry.version }),
      name: typed.name.trim(),
      address: typed.address.trim(),
      clientId: kindsWithSecret.includes(typed.kind) ? typed.clientId.trim() : "",
      agentId: typed.kind === "wecom" ? typed.agentId.trim() : "",
      accountClaim: kindsWithAddress.includes(typed.kind) ? typed.accountClaim.trim() : "",
      mailDomains: mayAdd && kindsThatMayAdd.includes(typed.kind) ? linesOf(typed.mailDomains) : [],
      order: Number(typed.order),
      signsOutThere: typed.signsOutThere && kindsThatSignOut.includes(typed.kind),
      ...(secret !== "" && kindsWithSecret.includes(typed.kind) && { secret }),
    }),
    // Which are needed depends on the kind; a stored secret stays only for the same server.
    check: (typed) => {
      const isSameServer =
        entry?.kind === typed.kind &&
        entry.address === typed.address.trim() &&
        entry.clientId === typed.clientId.trim()
      const problems = sourceProblems(
        {
          ...typed,
          address: typed.address.trim(),
          clientId: typed.clientId.trim(),
          agentId: typed.agentId.trim(),
          secret: kindsWithSecret.includes(typed.kind) ? typed.secret : "",
          mailDomains: [],
          signsOutThere: false,
        },
        isSameServer && entry.hasSecret,
      )
      return Object.keys(problems).length > 0 ? problems : null
    },
    onDone() {
      showToast("success", "已保存登录来源")
      onClose()
    },
  })
  const { kind } = form.values
  const called = words[kind]
  return (
    <FormDialog
      title={entry ? `修改“${entry.name}”` : "添加登录来源"}
      confirm="保存"
      form={form}
      onClose={onClose}
    >
      <FieldPair>
        <ChoiceField
          label="类型"
          choices={sourceKinds.map((key) => [key, sourceKindLabels[key]] as const)}
          {...form.bind("kind")}
        />
        <TextField
          label="名称"
          placeholder="例如 区教育局统一身份"
          hint="登录按钮上显示为：使用“名称”登录"
          {...form.text("name")}
        />
      </FieldPair>
      <TextField label={called.address} inputMode="url" hint={called.addressHint} {...form.text("address")} />
      {kindsWithSecret.includes(kind) && (
        <>
          <TextField label={called.clientId} {...form.text("clientId")} />
          {kind === "wecom" && (
            <TextField label="应用 AgentId" inputMode="numeric" {...form.text("agentId")} />
          )}
          <TextField
            label={called.secret}
            hint={
              entry?.hasSecret === true
                ? "留空则不修改。保存后不再显示；更换服务地址或应用标识时需要重新填写"
                : "加密保存，保存后不再显示"
            }
            {...form.text("secret")}
          />
        </>
      )}
      {kindsWithAddress.includes(kind) && (
        <TextField
          label="对方哪一项是账号（选填）"
          hint={`${called.claimHint}。只用于预填和开通账号，不会因账号相同而自动绑定`}
          {...form.text("accountClaim")}
        />
      )}
      {!mayAdd && kindsThatMayAdd.includes(kind) && (
        <Text as="p" size={13} tone="soft">
          教育局和平台的登录来源不能自动开通账号：本单位人员能查看下级单位。下级学校和企业可以在自己的登录来源中设置。
        </Text>
      )}
      {mayAdd && kindsThatMayAdd.includes(kind) && (
        <LongTextField
          label="允许自动开通账号的邮箱域名（选填）"
          rows={2}
          placeholder="school.example.cn"
          hint="每行一个。只有对方核实过的、属于这些域名的邮箱，首次登录时才可以自行开通本单位的账号；留空则不允许"
          {...form.bind("mailDomains")}
        />
      )}
      <TextField label="显示顺序" inputMode="numeric" hint="数字小的排在前面" {...form.text("order")} />
      {mayReachBelow && (
        <Tick label="全部下级单位的人员也可以使用，并显示在登录页" {...form.bind("isForBelow")} />
      )}
      {kindsThatSignOut.includes(kind) && (
        <>
          <Tick label="退出时同时退出该来源" {...form.bind("signsOutThere")} />
          {form.values.signsOutThere && (
            <Text as="p" size={13} tone="soft">
              用它登录的人在本系统退出登录后，浏览器转到对方的退出页面，再回到登录页。须在对方登记退出后返回的地址，保存后见列表
            </Text>
          )}
        </>
      )}
      <Tick label="停用（立即不能用它登录）" {...form.bind("isDisabled")} />
    </FormDialog>
  )
})

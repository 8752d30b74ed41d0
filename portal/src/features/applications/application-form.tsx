import {
  applicationAdminCalls,
  applicationIcons,
  applicationLimits,
  type ListedApplication,
} from "@uc/contract/applications/admin-calls"
import {
  applicationClaimLabels,
  applicationClaims,
  defaultApplicationClaims,
  type ApplicationClaim,
} from "@uc/contract/applications/application-claims"
import {
  applicationProtocolLabels,
  applicationProtocols,
  type ApplicationProtocol,
} from "@uc/contract/applications/application-protocols"
import { useForm } from "../../page-kit/form/use-form.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { useAction } from "../../platform/http/use-action.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { ChoiceField, FieldPair, LongTextField, TextField, Tick } from "../../ui/forms/form-fields.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"

const iconLabels: Readonly<Record<(typeof applicationIcons)[number], string>> = {
  apps: "应用",
  globe: "网站",
  people: "人员",
  task: "办公",
  folder: "资料",
  chart: "统计",
  shield: "安全",
  news: "新闻",
}

const ranks = [
  ["0", "全部人员"],
  ["1", "各级管理员"],
  ["2", "区域管理员及以上"],
  ["3", "平台管理员"],
] as const

/** What the same fields are called where an application speaks one protocol or the other. */
const words: Readonly<
  Record<
    ApplicationProtocol,
    { addresses: string; example: string; addressesHint: string; signOutHint: string }
  >
> = {
  oidc: {
    addresses: "登录回调地址",
    example: "https://oa.example.cn/oidc/callback",
    addressesHint: "每行一个，与应用请求中的地址逐字比较，由应用厂商提供",
    signOutHint:
      "登录过该应用的人退出登录、锁定屏幕、被停用或下线时，服务器在几秒内通知该地址（back-channel logout）",
  },
  cas: {
    addresses: "应用地址（service）",
    example: "https://oa.example.cn/cas",
    addressesHint: "每行一个，与应用请求中的 service 逐字比较，由应用厂商提供",
    signOutHint:
      "登录过该应用的人退出登录、锁定屏幕、被停用或下线时，服务器在几秒内通知该地址（单点退出）；留空则通知登录时的应用地址",
  },
}

/** Each on a line of its own. */
function linesOf(typed: string): string[] {
  return typed
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
}

function initialOf(entry: ListedApplication | null, site: ApplicationFormProps["site"]) {
  return {
    protocol: entry?.protocol ?? "oidc",
    name: entry?.name ?? site?.name ?? "",
    icon: entry?.icon ?? "apps",
    homeAddress: entry?.homeAddress ?? site?.address ?? "",
    redirectAddresses: entry?.redirectAddresses.join("\n") ?? "",
    logoutAddresses: entry?.logoutAddresses.join("\n") ?? "",
    backchannelAddress: entry?.backchannelAddress ?? "",
    claims: [...(entry?.claims ?? defaultApplicationClaims)] as ApplicationClaim[],
    isOwn: entry?.isOwn ?? true,
    isForBelow: entry?.isForBelow ?? false,
    minAdmintype: String(entry?.minAdmintype ?? 0),
    roles: [...(entry?.roles ?? [])],
    keySet: entry?.keySet ?? "",
    waivesPkce: entry?.waivesPkce ?? false,
    isPublic: entry?.isPublic ?? false,
    isDisabled: entry?.isDisabled ?? false,
  }
}

/** By a secret or by keys: its server can keep one. */
function provesItself({ protocol, isPublic }: Pick<ListedApplication, "protocol" | "isPublic">): boolean {
  return protocol === "oidc" && !isPublic
}

interface ApplicationFormProps {
  /** Null: a new one. */
  readonly entry: ListedApplication | null
  /** Of a new one: the authorised domain that it is made of. */
  readonly site: { readonly address: string; readonly name: string } | null
  readonly roles: readonly { readonly id: string; readonly name: string }[]
  readonly mayReachBelow: boolean
  readonly onSaved: (saved: ListedApplication) => void
  readonly onClose: () => void
}

/** SSO-3: one system that people sign in to through the portal. */
export const ApplicationForm = closesWhenBroken(function ApplicationForm(props: ApplicationFormProps) {
  const { entry, site, roles, mayReachBelow, onSaved, onClose } = props
  const { attempt } = useAction({ shown: [applicationAdminCalls.list] })
  const form = useForm({
    call: applicationAdminCalls.save,
    attempt,
    initial: () => initialOf(entry, site),
    input: (typed) => ({
      ...typed,
      ...(entry && { id: entry.id, version: entry.version }),
      name: typed.name.trim(),
      homeAddress: typed.homeAddress.trim(),
      redirectAddresses: linesOf(typed.redirectAddresses),
      logoutAddresses: linesOf(typed.logoutAddresses),
      backchannelAddress: typed.backchannelAddress.trim() === "" ? null : typed.backchannelAddress.trim(),
      minAdmintype: Number(typed.minAdmintype),
      // What is not shown for this kind of application is not sent either.
      keySet: provesItself(typed) && typed.keySet.trim() !== "" ? typed.keySet.trim() : null,
      waivesPkce: provesItself(typed) && typed.waivesPkce,
      isPublic: typed.protocol === "oidc" && typed.isPublic,
    }),
    onDone(saved) {
      showToast("success", "已保存应用")
      onSaved(saved)
      onClose()
    },
  })
  const { values } = form
  const { addresses, example, addressesHint, signOutHint } = words[values.protocol]
  const toggled = <T,>(all: readonly T[], one: T, isOn: boolean) =>
    isOn ? [...all, one] : all.filter((each) => each !== one)

  return (
    <FormDialog
      title={entry ? `修改“${entry.name}”` : "接入新应用"}
      confirm="保存"
      form={form}
      onClose={onClose}
    >
      <FieldPair>
        <TextField label="应用名称" placeholder="例如 教务系统" {...form.text("name")} />
        <ChoiceField
          label="图标"
          choices={applicationIcons.map((key) => [key, iconLabels[key]] as const)}
          {...form.bind("icon")}
        />
      </FieldPair>
      <ChoiceField
        label="登录协议"
        choices={applicationProtocols.map((key) => [key, applicationProtocolLabels[key]] as const)}
        hint="由应用厂商告知。两种都支持时，请选 OpenID Connect"
        {...form.bind("protocol")}
      />
      <TextField
        label="首页地址"
        inputMode="url"
        placeholder="https://oa.example.cn/"
        hint="在“应用”中点击后打开的地址；该网站会自动加入授权域名"
        {...form.text("homeAddress")}
      />
      <LongTextField
        label={addresses}
        rows={2}
        placeholder={example}
        hint={addressesHint}
        {...form.bind("redirectAddresses")}
      />
      <LongTextField
        label="退出后返回的地址（选填）"
        rows={2}
        hint="每行一个，逐字比较"
        {...form.bind("logoutAddresses")}
      />
      <TextField
        label="退出通知地址（选填）"
        inputMode="url"
        hint={signOutHint}
        {...form.text("backchannelAddress")}
      />
      <Stack gap={4} role="group" aria-label="应用可以获知">
        <Text>应用可以获知</Text>
        <Row gap={12} wrap>
          {applicationClaims.map((claim) => (
            <Tick
              key={claim}
              label={applicationClaimLabels[claim]}
              value={values.claims.includes(claim)}
              onValue={(isOn) => form.set({ claims: toggled(values.claims, claim, isOn) })}
            />
          ))}
        </Row>
        {values.claims.includes("email") && (
          <Text size={12} tone="soft">
            邮箱未经核实，本人可以修改，几个人可以共用一个；应用不应凭邮箱识别人员。
          </Text>
        )}
      </Stack>
      <ChoiceField label="谁可以使用" choices={ranks} {...form.bind("minAdmintype")} />
      {roles.length > 0 && (
        <Stack gap={4} role="group" aria-label="限于这些角色">
          <Text>限于这些角色（不选为不限）</Text>
          <Row gap={12} wrap>
            {roles.map(({ id, name }) => (
              <Tick
                key={id}
                label={name}
                value={values.roles.includes(id)}
                onValue={(isOn) => form.set({ roles: toggled(values.roles, id, isOn) })}
              />
            ))}
          </Row>
          {form.problems.roles !== undefined && (
            <Text as="p" tone="danger" size={13} role="alert">
              {form.problems.roles}
            </Text>
          )}
        </Stack>
      )}
      {mayReachBelow && <Tick label="全部下级单位的人员也可以使用" {...form.bind("isForBelow")} />}
      <Tick label="本单位自己的应用（登录时不再询问用户是否同意）" {...form.bind("isOwn")} />
      {values.protocol === "oidc" && (
        <>
          <Tick label="没有自己的服务器（纯网页、手机或桌面应用），不使用密钥" {...form.bind("isPublic")} />
          {values.isPublic && (
            <Text as="p" size={13} tone="soft">
              这类应用无法保管密钥，凭登录回调地址和 PKCE
              证明身份；只有登录回调地址所在的网站可以用脚本换取令牌。应用有服务器时请不要勾选
            </Text>
          )}
        </>
      )}
      {provesItself(values) && (
        <LongTextField
          label="公钥（选填）"
          rows={2}
          maxLength={applicationLimits.keySet}
          hint="应用用私钥证明身份（private_key_jwt）时，粘贴 JWKS 格式的公钥；留空则使用密钥"
          {...form.bind("keySet")}
        />
      )}
      {provesItself(values) && (
        <>
          <Tick label="允许不使用 PKCE 登录（用于不支持 PKCE 的旧系统）" {...form.bind("waivesPkce")} />
          {values.waivesPkce && (
            <Text as="p" size={13} tone="soft">
              没有 PKCE
              时，登录授权码在途中被截获后，可能被用来冒充本人登录该应用。请先询问厂商能否启用，确实不支持时才允许；登录回调地址仍然逐字比较，应用应当发送并核对
              nonce
            </Text>
          )}
        </>
      )}
      <Tick label="停用（立即不能登录，已登录的随之失效）" {...form.bind("isDisabled")} />
    </FormDialog>
  )
})

import {
  applicationAdminCalls,
  applicationLimits,
  usesSecret,
  type ListedApplication,
} from "@uc/contract/applications/admin-calls"
import { Id } from "@uc/contract/core/wire"
import { applicationProtocolLabels } from "@uc/contract/applications/application-protocols"
import { mayListForBelow } from "@uc/contract/domains/calls"
import { addressLimits } from "@uc/contract/applications/application-address"
import { useState } from "react"
import { z } from "zod"
import { List } from "../../page-kit/list/list.tsx"
import { openItem, urlFilters } from "../../page-kit/list/url-filters.ts"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { copyText } from "../../platform/browser/clipboard.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useAction } from "../../platform/http/use-action.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { useUser } from "../../platform/session/session.ts"
import { Fact, Facts } from "../../ui/data/facts.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { Tick } from "../../ui/forms/form-fields.tsx"
import { Page, Sheet } from "../../ui/layout/page.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { ToldOnce } from "../../ui/overlays/told-once.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { accessColumns } from "./access-columns.tsx"
import { ApplicationForm } from "./application-form.tsx"
import { ApplicationKeys } from "./application-keys.tsx"
import { FailedSignOns } from "./failures/failed-sign-ons.tsx"
import { RemoveApplication } from "./remove-application.tsx"
import { SignOuts } from "./sign-outs.tsx"
import { Webhook } from "./webhook.tsx"
import { Trial } from "./trial.tsx"

/**
 * Few, and shown all. `site`: an authorised domain that becomes an application (SSO-3). `webhook`: the application whose notices of
 * changes are shown, where the bell leads to (SSO-5).
 */
const filters = urlFilters({
  site: openItem(z.string().max(addressLimits.length)),
  siteName: openItem(z.string().max(applicationLimits.name)),
  webhook: openItem(Id),
})
const shown = [applicationAdminCalls.list]

interface Told {
  readonly application: ListedApplication
  readonly secret: string
}

/** SSO-3: the systems that people sign in to through the portal. */
export function Component() {
  const user = useUser()
  const url = useUrlFilters(filters)
  const { data } = useCall(applicationAdminCalls.list, {})
  const [edited, setEdited] = useState<ListedApplication | "new" | null>(null)
  const [renewed, setRenewed] = useState<ListedApplication | null>(null)
  const [endsOld, setEndsOld] = useState(false)
  const [leaving, setLeaving] = useState<ListedApplication | null>(null)
  const [told, setTold] = useState<Told | null>(null)
  const [tried, setTried] = useState<ListedApplication | null>(null)
  const [watched, setWatched] = useState<ListedApplication | null>(null)
  const [failed, setFailed] = useState<ListedApplication | null>(null)
  const [keyed, setKeyed] = useState<ListedApplication | null>(null)
  const { attempt } = useAction({ shown })
  if (!user) return null
  const { site, siteName, webhook } = url.state
  const hooked = data?.applications.find(({ id }) => id === webhook)
  const isNew = edited === "new" || (edited === null && site !== "")
  function closeForm() {
    setEdited(null)
    if (site !== "") url.replace({ site: "", siteName: "" })
  }

  async function renew({ id }: ListedApplication): Promise<string | null> {
    try {
      setTold(await attempt(applicationAdminCalls.renewSecret, { id, endsOld }))
      return null
    } catch (problem) {
      return messageOf(problem)
    }
  }
  async function remove({ id }: ListedApplication): Promise<string | null> {
    try {
      await attempt(applicationAdminCalls.remove, { id })
      showToast("success", "已删除应用")
      return null
    } catch (problem) {
      return messageOf(problem)
    }
  }
  function askRenewal(entry: ListedApplication) {
    setEndsOld(false)
    setRenewed(entry)
  }

  return (
    <Page
      title="应用接入"
      words="让其他系统使用本系统的账号登录（OpenID Connect 或 CAS）。接入后，应用出现在使用人的“应用”中，点击即可免登录打开。"
      actions={
        <Button look="primary" disabled={!data} onClick={() => setEdited("new")}>
          <Icon name="plus" sizePx={16} />
          接入新应用
        </Button>
      }
    >
      <Sheet>
        {data && (
          <Facts>
            <Fact label="服务地址">
              <Stack gap={4}>
                <ServiceAddress of={applicationProtocolLabels.oidc} address={data.issuer} />
                <ServiceAddress of={applicationProtocolLabels.cas} address={data.casAddress} />
                <ServiceAddress of="SCIM 2.0，凭接口密钥读取通讯录" address={data.scimAddress} />
              </Stack>
            </Fact>
          </Facts>
        )}
        <List
          label="应用"
          what="应用"
          url={url}
          call={applicationAdminCalls.list}
          input={{}}
          rowsOf={({ applications }) => applications}
          keyOf={({ id }) => id}
          columns={accessColumns({
            onChange: setEdited,
            onRenew: askRenewal,
            onTry: setTried,
            onSignOuts: setWatched,
            onFailures: setFailed,
            onWebhook: ({ id }) => url.replace({ webhook: id }),
            onKeys: setKeyed,
            onRemove: setLeaving,
          })}
          paging={{ by: "none" }}
          empty={{
            title: "暂无接入的应用",
            words:
              "向应用厂商索取登录回调地址（CAS 为应用地址），点“接入新应用”填写后，把应用标识、密钥和服务地址交给厂商；CAS 应用只需要服务地址。",
          }}
        />
      </Sheet>
      {(edited !== null || isNew) && data && (
        <ApplicationForm
          entry={edited === "new" ? null : edited}
          site={site === "" ? null : { address: site, name: siteName }}
          roles={data.roles}
          mayReachBelow={mayListForBelow(user)}
          onSaved={(saved) => {
            if (isNew && usesSecret(saved)) askRenewal(saved)
          }}
          onClose={closeForm}
        />
      )}
      {renewed && (
        <ConfirmDialog
          title={renewed.hasSecret ? `更换“${renewed.name}”的密钥？` : `生成“${renewed.name}”的密钥？`}
          words={
            renewed.hasSecret ? (
              <>
                新密钥只显示一次。旧密钥还可以使用 {applicationLimits.overlapHours}{" "}
                小时，请在此期间请厂商更换。
                <Tick label="旧密钥已泄露，立即作废" value={endsOld} onValue={setEndsOld} />
              </>
            ) : (
              "应用的服务器凭应用标识和密钥证明身份。密钥只显示一次，请准备好保存。"
            )
          }
          confirm={renewed.hasSecret ? "更换密钥" : "生成密钥"}
          onConfirm={() => renew(renewed)}
          onClose={() => setRenewed(null)}
        />
      )}
      {tried && <Trial entry={tried} onClose={() => setTried(null)} />}
      {watched && <SignOuts entry={watched} onClose={() => setWatched(null)} />}
      {failed && <FailedSignOns entry={failed} onClose={() => setFailed(null)} />}
      {hooked && <Webhook entry={hooked} onClose={() => url.replace({ webhook: "" })} />}
      {keyed && <ApplicationKeys entry={keyed} onClose={() => setKeyed(null)} />}
      {leaving && (
        <RemoveApplication
          entry={leaving}
          onConfirm={() => remove(leaving)}
          onClose={() => setLeaving(null)}
        />
      )}
      {told && (
        <ToldOnce
          label="应用密钥"
          title={`“${told.application.name}”的密钥`}
          words="请把应用标识、密钥和服务地址（issuer）交给应用厂商。密钥只显示这一次，请立即保存并妥善保管。"
          told={[
            ["应用标识", told.application.clientId],
            ["密钥", told.secret],
          ]}
          copy="复制"
          onCopy={(element) =>
            copyText(`client_id：${told.application.clientId}\nclient_secret：${told.secret}`, element)
          }
          confirm="我已保存"
          onClose={() => setTold(null)}
        />
      )}
    </Page>
  )
}

/** What a vendor of an application that speaks this protocol is told. */
function ServiceAddress({ of, address }: { readonly of: string; readonly address: string }) {
  return (
    <Row gap={8} wrap>
      <Text breaks>{address}</Text>
      <Text tone="soft" size={13}>
        {of}
      </Text>
    </Row>
  )
}

import {
  firstPasswordCalls,
  firstPasswordDays,
  firstPasswordKinds,
  firstPasswordScopes,
  firstPasswordWays,
  type FirstPasswordKind,
  type FirstPasswordScope,
  type FirstPasswordWay,
} from "@uc/contract/first-passwords/calls"
import type { OrganisationFilter } from "@uc/contract/directory/calls"
import type { Id } from "@uc/contract/core/wire"
import { useState } from "react"
import { useForm } from "../../page-kit/form/use-form.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { useSiteConfig } from "../../platform/browser/use-site-config.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { useAction } from "../../platform/http/use-action.ts"
import { OrganisationFilters } from "../directory/public.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { ChoiceField } from "../../ui/forms/form-fields.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { Text } from "../../ui/primitives/text.tsx"

interface Values {
  readonly secretKind: FirstPasswordKind
  readonly way: FirstPasswordWay
  readonly days: Days
  readonly scope: FirstPasswordScope
  readonly filter: OrganisationFilter
}

const initial: Values = { secretKind: "password", way: "sheet", days: 7, scope: "missing", filter: {} }

const kinds = (Object.keys(firstPasswordKinds) as FirstPasswordKind[]).map(
  (kind) => [kind, firstPasswordKinds[kind]] as const,
)

const scopes = (Object.keys(firstPasswordScopes) as FirstPasswordScope[]).map(
  (scope) => [scope, firstPasswordScopes[scope]] as const,
)

type Days = 3 | 7 | 14 | 30
const days = ([3, 7, 14, 30] as const).map((count) => [count, firstPasswordDays[count]] as const)

interface FirstPasswordsDialogProps {
  /** Chosen people, an organisation, an area, or what an import has added. */
  readonly source:
    | { readonly personids: Id[] }
    | { readonly orgid: Id }
    | { readonly importid: Id }
    | { readonly areaid: Id }
  /** Whom it is for: 所选的3人 */
  readonly whose: string
  readonly onClose: () => void
  readonly onBegun: () => void
}

interface Asked {
  readonly holding: number
  readonly answer: (isYes: boolean) => void
}

/** DISTRICT-1: for whoever has not activated the account yet. */
export const FirstPasswordsDialog = closesWhenBroken(function FirstPasswordsDialog({
  source,
  whose,
  onClose,
  onBegun,
}: FirstPasswordsDialogProps) {
  const { hasSms } = useSiteConfig()
  const { attempt } = useAction({ shown: [firstPasswordCalls.list] })
  const ways = (Object.keys(firstPasswordWays) as FirstPasswordWay[]).filter((way) => hasSms || way !== "sms")
  const [asked, setAsked] = useState<Asked | null>(null)
  const form = useForm({
    call: firstPasswordCalls.begin,
    attempt,
    initial,
    input: ({ filter, ...values }) => ({ ...source, ...values, ...filter }),
    // OPERATE-3: what has been handed out already can't be had back.
    async confirm({ scope, filter }) {
      if (scope !== "all") return true
      try {
        const { holding } = await send(firstPasswordCalls.count, { ...source, ...filter })
        return holding === 0 || (await new Promise<boolean>((answer) => setAsked({ holding, answer })))
      } catch (error) {
        form.setProblem(messageOf(error))
        return false
      }
    },
    onDone({ people, activated, holding }, { secretKind }) {
      const left = [
        activated > 0 && `；${activated}人已激活，未包括在内`,
        holding > 0 && `；${holding}人已有尚未过期的，未重新生成`,
      ]
        .filter(Boolean)
        .join("")
      showToast("success", `正在为${people}人生成${firstPasswordKinds[secretKind]}${left}`)
      onBegun()
    },
  })
  const isLink = form.values.secretKind === "link"
  return (
    <>
      <FormDialog title="生成初始密码" confirm="生成" form={form} onClose={onClose}>
        <Text as="p">
          为{whose}
          中尚未激活的人员生成一次性密码或激活链接，本人凭此设置自己的密码。已经自行设置密码的人员不受影响。
        </Text>
        {"areaid" in source && (
          <OrganisationFilters value={form.values.filter} onValue={(filter) => form.set({ filter })} />
        )}
        <ChoiceField
          label="生成范围"
          hint={
            form.values.scope === "all"
              ? "已经发放、尚未使用的初始密码和激活链接立即作废。"
              : "已有尚未过期的初始密码或激活链接的人员保持不变。"
          }
          choices={scopes}
          {...form.bind("scope")}
        />
        <ChoiceField
          label="发放内容"
          hint={
            isLink
              ? "打开链接后核对姓名和单位，设置密码即可登录；每个链接只能使用一次，重新生成后旧链接失效。"
              : "首次登录时输入一次性密码，并必须设置自己的密码。"
          }
          choices={kinds}
          {...form.bind("secretKind")}
        />
        <ChoiceField
          label="发放方式"
          hint={
            form.values.way === "sms"
              ? `${isLink ? "激活链接" : "一次性密码"}直接发到本人手机，管理员看不到；没有登记手机号的人员放入加密表格。`
              : "每个单位一份加密表格，由该单位管理员下载，只能下载一次，打开密码在下载时显示。"
          }
          choices={ways.map((way) => [way, firstPasswordWays[way]] as const)}
          {...form.bind("way")}
        />
        <ChoiceField label="有效期" choices={days} {...form.bind("days")} />
      </FormDialog>
      {asked && (
        <ConfirmDialog
          title="作废已发放的初始密码？"
          words={`其中${asked.holding}人已有尚未过期的初始密码或激活链接，重新生成后，他们手中的立即作废，需要重新发放。`}
          confirm="作废并重新生成"
          look="danger"
          onConfirm={() => {
            asked.answer(true)
            return Promise.resolve(null)
          }}
          onClose={() => {
            // After an answer of yes this one is not heard any more.
            asked.answer(false)
            setAsked(null)
          }}
        />
      )}
    </>
  )
})

import { adminLabels, peopleAdminCalls } from "@uc/contract/people/admin-calls"
import { admintypes, type Admintype, type CurrentUser } from "@uc/contract/account/calls"
import { holds } from "@uc/contract/roles/permissions"
import type { Id } from "@uc/contract/core/wire"
import { useState } from "react"
import { useForm } from "../../../page-kit/form/use-form.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { Button } from "../../../ui/forms/button.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { ChoiceField } from "../../../ui/forms/form-fields.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { FirstPasswordsDialog } from "../../first-passwords/public.ts"
import { useDirectoryAction } from "../use-directory-action.ts"

interface ChosenPeopleProps {
  readonly user: CurrentUser
  readonly ids: readonly Id[]
  readonly onNone: () => void
  /** First passwords are being made for them. */
  readonly onPasswords: () => void
}

/** What can be done with several people at once. */
export function ChosenPeople({ user, ids, onNone, onPasswords }: ChosenPeopleProps) {
  const [asked, setAsked] = useState<"admintype" | "passwords" | null>(null)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const close = () => setAsked(null)
  if (ids.length === 0 && refused.length === 0) return null
  return (
    <>
      {ids.length > 0 && (
        <Row gap={8} wrap role="status">
          已选择 {ids.length} 人
          {holds(user, "people.grant") && (
            <Button onClick={() => setAsked("admintype")}>
              <Icon name="shield" sizePx={16} />
              管理权限
            </Button>
          )}
          {holds(user, "people.firstPasswords") && (
            <Button onClick={() => setAsked("passwords")}>
              <Icon name="key" sizePx={16} />
              生成初始密码
            </Button>
          )}
          <Button onClick={onNone}>取消选择</Button>
        </Row>
      )}
      {refused.length > 0 && (
        <Row gap={8} padX={12} padY={8} surface="caution" tone="caution" role="alert" wrap>
          <Text>
            以下人员没有调整：
            {refused.map(({ nickname, message }) => `${nickname}（${message}）`).join("；")}
          </Text>
          <Button onClick={() => setRefused([])}>知道了</Button>
        </Row>
      )}
      {asked === "passwords" && (
        <FirstPasswordsDialog
          source={{ personids: [...ids] }}
          whose={`所选的${ids.length}人`}
          onClose={close}
          onBegun={() => {
            close()
            onNone()
            onPasswords()
          }}
        />
      )}
      {asked === "admintype" && (
        <AdmintypesDialog
          user={user}
          ids={ids}
          onClose={close}
          onDone={(told) => {
            setRefused(told)
            close()
            onNone()
          }}
        />
      )}
    </>
  )
}

interface Refused {
  readonly id: Id
  readonly nickname: string
  readonly message: string
}

interface AdmintypesDialogProps {
  readonly user: CurrentUser
  readonly ids: readonly Id[]
  readonly onClose: () => void
  readonly onDone: (refused: readonly Refused[]) => void
}

const AdmintypesDialog = closesWhenBroken(function AdmintypesDialog({
  user,
  ids,
  onClose,
  onDone,
}: AdmintypesDialogProps) {
  const { attempt } = useDirectoryAction()
  const form = useForm({
    call: peopleAdminCalls.setAdmintypes,
    attempt,
    initial: { admintype: admintypes.organisation as Admintype },
    input: ({ admintype }) => ({ personids: [...ids], admintype }),
    onDone({ changed, refused }) {
      showToast("success", changed > 0 ? `已调整${changed}人的管理权限` : "所选人员的管理权限没有变化")
      onDone(refused)
    },
  })
  return (
    <FormDialog title={`调整${ids.length}人的管理权限`} confirm="保存" form={form} onClose={onClose}>
      <ChoiceField
        label="管理权限"
        hint="单位管理员维护本单位；区域管理员维护辖区内的所有单位，只能授予教育局人员。降低权限会使其退出登录。"
        choices={offered(user).map((type) => [type, adminLabels[type]] as const)}
        {...form.bind("admintype")}
      />
    </FormDialog>
  )
})

/** Whatever they may grant anywhere: whom it is not for is told by the answer. */
function offered(user: CurrentUser): Admintype[] {
  return Object.values(admintypes).filter((type) => type <= user.admintype)
}

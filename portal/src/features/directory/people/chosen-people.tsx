import { adminLabels, peopleAdminCalls, type ListedPerson } from "@uc/contract/people/admin-calls"
import { admintypes, type Admintype, type CurrentUser } from "@uc/contract/account/calls"
import { holds } from "@uc/contract/roles/permissions"
import type { Id } from "@uc/contract/core/wire"
import { useState } from "react"
import { useForm } from "../../../page-kit/form/use-form.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { messageOf } from "../../../platform/http/failure.ts"
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx"
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
  readonly people: readonly ListedPerson[]
  readonly onNone: () => void
  /** First passwords are being made for them. */
  readonly onPasswords: () => void
}

/** What can be done with several people at once. */
export function ChosenPeople({ user, people, onNone, onPasswords }: ChosenPeopleProps) {
  const ids = people.filter(({ isDisabled }) => !isDisabled).map(({ id }) => id)
  const offIds = people.filter(({ isDisabled }) => isDisabled).map(({ id }) => id)
  const mayTurn = holds(user, "people.manage")
  const [asked, setAsked] = useState<"admintype" | "passwords" | "disable" | "enable" | null>(null)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const close = () => setAsked(null)
  if (people.length === 0 && refused.length === 0) return null
  return (
    <>
      {people.length > 0 && (
        <Row gap={8} wrap role="status">
          已选择 {people.length} 人
          {ids.length > 0 && holds(user, "people.grant") && (
            <Button onClick={() => setAsked("admintype")}>
              <Icon name="shield" sizePx={16} />
              管理权限
            </Button>
          )}
          {ids.length > 0 && holds(user, "people.firstPasswords") && (
            <Button onClick={() => setAsked("passwords")}>
              <Icon name="key" sizePx={16} />
              生成初始密码
            </Button>
          )}
          {mayTurn && ids.length > 0 && <Button onClick={() => setAsked("disable")}>停用</Button>}
          {mayTurn && offIds.length > 0 && <Button onClick={() => setAsked("enable")}>启用</Button>}
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
      {(asked === "disable" || asked === "enable") && (
        <TurnDialog
          ids={asked === "disable" ? ids : offIds}
          isDisabled={asked === "disable"}
          onClose={close}
          onDone={(told) => {
            setRefused(told)
            onNone()
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

interface TurnDialogProps {
  readonly ids: readonly Id[]
  readonly isDisabled: boolean
  readonly onClose: () => void
  readonly onDone: (refused: readonly Refused[]) => void
}

/** DAY-13. */
function TurnDialog({ ids, isDisabled, onClose, onDone }: TurnDialogProps) {
  const { attempt } = useDirectoryAction()
  const words = isDisabled ? "停用" : "启用"
  return (
    <ConfirmDialog
      title={`${words}所选的${ids.length}人？`}
      words={
        isDisabled
          ? "停用后立即退出登录，不能再登录；记录保留，可以重新启用。"
          : "启用后可以重新登录，停用前的管理权限和角色一并恢复。"
      }
      confirm={words}
      look={isDisabled ? "danger" : "primary"}
      onConfirm={async () => {
        try {
          const { changed, refused } = await attempt(peopleAdminCalls.setStates, {
            personids: [...ids],
            isDisabled: isDisabled ? 1 : 0,
          })
          showToast("success", `已${words}${changed}人`)
          onDone(refused)
          return null
        } catch (error) {
          return messageOf(error, "操作失败，请重试")
        }
      }}
      onClose={onClose}
    />
  )
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

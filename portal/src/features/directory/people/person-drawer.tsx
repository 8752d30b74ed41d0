import { adminLabels, peopleAdminCalls, type PersonDetails } from "@uc/contract/people/admin-calls"
import { rangeObjectTypes } from "@uc/contract/buildings/calls"
import { admintypes, type CurrentUser } from "@uc/contract/account/calls"
import { holds } from "@uc/contract/roles/permissions"
import { useState } from "react"
import { useForm } from "../../../page-kit/form/use-form.ts"
import { nowMs } from "../../../platform/browser/clock.ts"
import { messageOf } from "../../../platform/http/failure.ts"
import { send } from "../../../platform/http/send.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { useUser } from "../../../platform/session/session.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { ChoiceField } from "../../../ui/forms/form-fields.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Drawer } from "../../../ui/overlays/drawer.tsx"
import { formatMoment } from "../../../ui/format/moment-in-words.ts"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { Fact, Facts } from "../../../ui/data/facts.tsx"
import { SecondLine } from "../../../ui/data/second-line.tsx"
import { Avatar } from "../../../ui/marks/avatar.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { Tag } from "../../../ui/marks/tag.tsx"
import { OneTimePassword, type GivenPassword } from "./one-time-password.tsx"
import { ChangePerson, PlacesDialog } from "./person-dialog.tsx"
import { PlaceHistory } from "../transfers/place-history.tsx"
import { TransferDialog } from "../transfers/transfer-dialog.tsx"
import { RangeSection } from "../range-section.tsx"
import { RolesOfPerson } from "../../roles/public.ts"
import { useDirectoryAction } from "../use-directory-action.ts"
import { useSexes } from "./use-sexes.ts"

interface PersonDrawerProps {
  readonly id: string
  readonly user: CurrentUser
  readonly onClose: () => void
}

type Asked = "change" | "places" | "transfer" | "reset" | "state" | "admintype"

/** One person: who they are, where they work, and what an administrator may do. */
export const PersonDrawer = closesWhenBroken(function PersonDrawer({ id, user, onClose }: PersonDrawerProps) {
  const { data, error, refetch } = useCall(peopleAdminCalls.details, { personid: id })
  const [asked, setAsked] = useState<Asked | null>(null)
  const [given, setGiven] = useState<GivenPassword | null>(null)
  const close = () => setAsked(null)
  const isSelf = user.id === id
  return (
    <>
      <Drawer
        title={data?.nickname ?? "人员"}
        mark={<Avatar name={data?.nickname ?? "…"} picture={null} sizePx={44} />}
        tags={
          data && (
            <>
              {data.admintype !== admintypes.none && <Tag tone="brand">{adminLabels[data.admintype]}</Tag>}
              {data.isDisabled ? <Tag tone="danger">已停用</Tag> : <Tag tone="done">在用</Tag>}
            </>
          )
        }
        onClose={onClose}
        foot={
          data &&
          (data.mayChange || data.mayReset) && (
            <Row gap={8} wrap>
              {data.mayChange && (
                <>
                  <Button onClick={() => setAsked("change")}>
                    <Icon name="edit" sizePx={16} />
                    修改资料
                  </Button>
                  <Button onClick={() => setAsked("places")}>
                    <Icon name="tree" sizePx={16} />
                    调整部门
                  </Button>
                </>
              )}
              {data.mayChange && !isSelf && !data.isDisabled && holds(user, "people.transfers") && (
                <Button onClick={() => setAsked("transfer")}>
                  <Icon name="move" sizePx={16} />
                  调动与兼职
                </Button>
              )}
              {data.mayReset && (
                <Button onClick={() => setAsked("reset")}>
                  <Icon name="key" sizePx={16} />
                  重置密码
                </Button>
              )}
              {data.grantable.length > 1 && !data.isDisabled && (
                <Button onClick={() => setAsked("admintype")}>
                  <Icon name="shield" sizePx={16} />
                  管理权限
                </Button>
              )}
              {data.mayChange && !isSelf && (
                <Button look={data.isDisabled ? "plain" : "danger"} onClick={() => setAsked("state")}>
                  {data.isDisabled ? "启用" : "停用"}
                </Button>
              )}
            </Row>
          )
        }
      >
        {data ? (
          <PersonFacts person={data} />
        ) : error ? (
          <ErrorState title="人员加载失败" words={messageOf(error)} onRetry={refetch} />
        ) : (
          <BarsSkeleton heightsPx={[160, 120]} />
        )}
      </Drawer>
      {data && asked === "change" && <ChangePerson person={data} onClose={close} />}
      {data && asked === "places" && <PlacesDialog person={data} onClose={close} />}
      {data && asked === "transfer" && <TransferDialog user={user} person={data} onClose={close} />}
      {data && asked === "state" && <StateDialog person={data} onClose={close} />}
      {data && asked === "admintype" && <AdmintypeDialog person={data} onClose={close} />}
      {data && asked === "reset" && (
        <ResetDialog
          person={data}
          onGiven={(password) => {
            setGiven(password)
            void refetch()
          }}
          onClose={close}
        />
      )}
      {given && <OneTimePassword given={given} onClose={() => setGiven(null)} />}
    </>
  )
})

function PersonFacts({ person }: { readonly person: PersonDetails }) {
  const { lastSignIn, oneTimeUntil, mayChange } = person
  const { wordOf } = useSexes()
  const user = useUser()
  return (
    <>
      {oneTimeUntil && (
        <Row as="p" gap={8} padX={12} padY={8} surface="caution" tone="caution">
          <Icon name="key" sizePx={16} />
          一次性密码待修改，{oneTimeUntil.slice(0, 16)} 前有效
        </Row>
      )}
      <Facts>
        <Fact label="账号">{person.usercode}</Fact>
        <Fact label="手机号">{person.phone ?? "未登记"}</Fact>
        <Fact label="邮箱">{person.email ?? "未登记"}</Fact>
        <Fact label="性别">{wordOf(person.sex) || "未填写"}</Fact>
        <Fact label="单位">{person.orgname}</Fact>
        <Fact label="角色">{person.role || "未填写"}</Fact>
        {person.isActivated !== null && (
          <Fact label="账号状态">{person.isActivated ? "已激活" : "未激活"}</Fact>
        )}
        {mayChange && (
          <Fact label="最近登录">
            {lastSignIn ? <time title={lastSignIn}>{formatMoment(lastSignIn, nowMs())}</time> : "从未登录"}
          </Fact>
        )}
      </Facts>
      <Text as="h3" size={14}>
        部门与职务
      </Text>
      {person.places.length === 0 ? (
        <Text as="p" tone="faint">
          未安排部门
        </Text>
      ) : (
        <Stack as="ul" gap={8}>
          {person.places.map(({ deptid, path, postname, isMain, isDisabled }) => (
            <Row as="li" key={deptid} gap={12} justify="between" padX={12} padY={8} surface="outline">
              <div>
                <Row gap={2} columnGap={8} wrap>
                  <strong>{path.at(-1)}</strong>
                  {isMain && <Tag tone="brand">主部门</Tag>}
                  {isDisabled && <Tag tone="danger">已停用</Tag>}
                </Row>
                {path.length > 1 && <SecondLine>{path.slice(0, -1).join(" / ")}</SecondLine>}
              </div>
              <Text tone="soft" rigid>
                {postname ?? "无职务"}
              </Text>
            </Row>
          ))}
        </Stack>
      )}
      <PlaceHistory personid={person.id} />
      {mayChange && user && holds(user, "roles.manage") && <RolesOfPerson personid={person.id} />}
      <RangeSection
        of={{
          objectType: rangeObjectTypes.person,
          id: person.id,
          orgid: person.orgid,
          name: person.nickname,
        }}
        isDisabled={person.isDisabled}
        none="未设置"
      />
    </>
  )
}

interface AskProps {
  readonly person: PersonDetails
  readonly onClose: () => void
}

function StateDialog({ person: { id, version, nickname, isDisabled }, onClose }: AskProps) {
  const { confirmed } = useDirectoryAction()
  return (
    <ConfirmDialog
      title={isDisabled ? `启用“${nickname}”？` : `停用“${nickname}”？`}
      words={
        isDisabled
          ? "启用后可以重新登录，停用前的管理权限和角色一并恢复。"
          : "停用后会立即在所有设备上退出登录，并且不能再登录；资料会保留，可以重新启用。"
      }
      confirm={isDisabled ? "启用" : "停用"}
      look={isDisabled ? "primary" : "danger"}
      onConfirm={async () => {
        const asked = { personid: id, version, isDisabled: isDisabled ? 0 : 1 } as const
        const wrong = await confirmed(peopleAdminCalls.setState, asked)
        if (wrong === null) showToast("success", isDisabled ? "人员已启用" : "人员已停用")
        return wrong
      }}
      onClose={onClose}
    />
  )
}

function ResetDialog({
  person: { id, nickname, usercode },
  onGiven,
  onClose,
}: AskProps & { readonly onGiven: (given: GivenPassword) => void }) {
  return (
    <ConfirmDialog
      title={`重置“${nickname}”的密码？`}
      words="原密码立即失效，所有设备上的登录都会退出，与其他单位账号的关联也会解除。系统会生成一次性密码，只显示一次，本人登录时必须设置新密码。"
      confirm="重置密码"
      look="danger"
      onConfirm={async () => {
        try {
          const { password, until } = await send(peopleAdminCalls.resetPassword, { personid: id })
          onGiven({ nickname, account: usercode, password, until })
          return null
        } catch (error) {
          return messageOf(error) ?? "操作已取消"
        }
      }}
      onClose={onClose}
    />
  )
}

const AdmintypeDialog = closesWhenBroken(function AdmintypeDialog({ person, onClose }: AskProps) {
  const { attempt } = useDirectoryAction()
  const form = useForm({
    call: peopleAdminCalls.setAdmintype,
    attempt,
    initial: { admintype: person.admintype },
    input: ({ admintype }) => ({ personid: person.id, version: person.version, admintype }),
    onDone() {
      showToast("success", "管理权限已调整")
      onClose()
    },
  })
  const isSame = form.values.admintype === person.admintype
  return (
    <FormDialog
      title={`“${person.nickname}”的管理权限`}
      confirm="保存"
      form={isSame ? { ...form, onSubmit: onClose } : form}
      onClose={onClose}
    >
      <ChoiceField
        label="管理权限"
        hint="单位管理员维护本单位；区域管理员维护辖区内的所有单位。降低权限会使其退出登录。"
        choices={person.grantable.map((type) => [type, adminLabels[type]] as const)}
        {...form.bind("admintype")}
      />
    </FormDialog>
  )
})

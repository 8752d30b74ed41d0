import type { CurrentUser } from "@uc/contract/account/calls"
import { roleCalls, roleMessages, type Role, type RolePerson } from "@uc/contract/roles/calls"
import { useState } from "react"
import { showToast } from "../../platform/browser/toast.ts"
import { pick } from "../../platform/dialogs/pick.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { SecondLine } from "../../ui/data/second-line.tsx"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { Drawer } from "../../ui/overlays/drawer.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { useRoleAction } from "./use-role-action.ts"

interface RolePeopleProps {
  readonly of: Role
  readonly orgid: string
  readonly user: CurrentUser
  readonly onClose: () => void
}

/** Who holds a role; it is given and taken here. */
export const RolePeople = closesWhenBroken(function RolePeople(props: RolePeopleProps) {
  const { of: role, orgid, user, onClose } = props
  const { data, error, refetch } = useCall(roleCalls.people, { id: role.id })
  const { confirmed } = useRoleAction()
  const [problem, setProblem] = useState<string | null>(null)
  const [taken, setTaken] = useState<RolePerson | null>(null)

  async function give() {
    setProblem(null)
    const people = await pick("person", { title: `授予“${role.name}”`, orgid, min: 1 })
    if (!people) return
    const wrong = await confirmed(roleCalls.give, {
      id: role.id,
      personids: people.map(({ id }) => id).join(","),
    })
    setProblem(wrong)
    if (wrong === null) showToast("success", roleMessages.given)
  }

  return (
    <>
      <Drawer
        title={`${role.name}的人员`}
        onClose={onClose}
        foot={
          role.mayGive && (
            <Button look="primary" onClick={() => void give()}>
              <Icon name="plus" sizePx={16} />
              授予人员
            </Button>
          )
        }
      >
        {problem !== null && (
          <Text as="p" tone="danger" role="alert">
            {problem}
          </Text>
        )}
        {data ? (
          data.items.length === 0 ? (
            <EmptyState art="empty" title="暂无人员持有该角色" />
          ) : (
            <Stack as="ul" gap={8}>
              {data.items.map((person) => (
                <Row as="li" key={person.id} gap={12} justify="between" padX={12} padY={8} surface="outline">
                  <div>
                    <Row gap={8} wrap>
                      <strong>{person.nickname}</strong>
                      {person.isDisabled && <Tag tone="danger">已停用</Tag>}
                    </Row>
                    <SecondLine>
                      {[person.usercode, person.departments].filter(Boolean).join(" · ")}
                    </SecondLine>
                    <SecondLine>
                      {person.givenBy ?? "已离开的管理员"} 于 {person.givenAt.slice(0, 16)} 授予
                    </SecondLine>
                  </div>
                  {person.id !== user.id && (
                    <Button aria-label={`收回${person.nickname}的角色`} onClick={() => setTaken(person)}>
                      收回
                    </Button>
                  )}
                </Row>
              ))}
            </Stack>
          )
        ) : error ? (
          <ErrorState title="人员加载失败" words={messageOf(error)} onRetry={refetch} />
        ) : (
          <BarsSkeleton heightsPx={[64, 64]} />
        )}
      </Drawer>
      {taken && (
        <ConfirmDialog
          title={`收回${taken.nickname}的“${role.name}”？`}
          words="收回后，该角色的权限对其立即失效，正在使用的页面也一样。"
          confirm="收回"
          look="danger"
          onConfirm={async () => {
            const wrong = await confirmed(roleCalls.take, { id: role.id, personid: taken.id })
            if (wrong === null) showToast("success", roleMessages.taken)
            return wrong
          }}
          onClose={() => setTaken(null)}
        />
      )}
    </>
  )
})

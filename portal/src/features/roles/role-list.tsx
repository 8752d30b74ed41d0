import type { CurrentUser } from "@uc/contract/account/calls"
import { roleCalls, roleMessages, type Role } from "@uc/contract/roles/calls"
import { holdsBeyond, permissionOf, scopeKinds } from "@uc/contract/roles/permissions"
import { useState } from "react"
import { showToast } from "../../platform/browser/toast.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { inThousands } from "../../ui/format/in-thousands.ts"
import { DataTable, type Column } from "../../ui/data/data-table.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { OrganisationSearch, type ChosenOrganisation } from "../directory/public.ts"
import { RoleForm } from "./role-form.tsx"
import { RolePeople } from "./role-people.tsx"
import { useRoleAction } from "./use-role-action.ts"

type Asked =
  | { readonly what: "add" | "choose" }
  | { readonly what: "edit" | "people" | "remove"; readonly role: Role }

export function RoleList({ user }: { readonly user: CurrentUser }) {
  const [organisation, setOrganisation] = useState<ChosenOrganisation | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const input = organisation === null ? {} : { orgid: organisation.orgid }
  const { data, error, refetch } = useCall(roleCalls.list, input)
  const { confirmed } = useRoleAction()
  const close = () => setAsked(null)
  const remove = async ({ id, version }: Role) => {
    const wrong = await confirmed(roleCalls.remove, { id, version })
    if (wrong === null) showToast("success", roleMessages.removed)
    return wrong
  }
  return (
    <>
      <Row gap={12} wrap justify="between">
        <Text weight={500} breaks>
          {data?.orgname ?? organisation?.orgname ?? user.orgname}
        </Text>
        <Row gap={8} wrap>
          {/* Who administers one organisation has nothing to choose. */}
          {holdsBeyond(user, "roles.manage") && (
            <Button onClick={() => setAsked({ what: "choose" })}>
              <Icon name="school" sizePx={16} />
              选择单位
            </Button>
          )}
          <Button look="primary" disabled={!data} onClick={() => setAsked({ what: "add" })}>
            <Icon name="plus" sizePx={16} />
            新增角色
          </Button>
        </Row>
      </Row>
      {data ? (
        data.items.length === 0 ? (
          <EmptyState
            art="empty"
            title="暂无自定义角色"
            words="平台管理员、区域管理员、单位管理员和普通人员是内置角色。需要让某人只做其中一部分工作时，请新增角色。"
          />
        ) : (
          <DataTable
            label="角色"
            columns={columnsWith((what, role) => setAsked({ what, role }))}
            rows={data.items}
            keyOf={({ id }) => id}
          />
        )
      ) : error ? (
        <ErrorState title="角色加载失败" words={messageOf(error)} onRetry={refetch} />
      ) : (
        <BarsSkeleton heightsPx={Array.from({ length: 4 }, () => 44)} />
      )}
      {data && asked?.what === "add" && <RoleForm of={data} known={null} onClose={close} />}
      {data && asked?.what === "edit" && <RoleForm of={data} known={asked.role} onClose={close} />}
      {data && asked?.what === "people" && (
        <RolePeople of={asked.role} orgid={data.orgid} user={user} onClose={close} />
      )}
      {asked?.what === "choose" && (
        <OrganisationSearch
          onChosen={(chosen) => {
            setOrganisation(chosen)
            close()
          }}
          onClose={close}
        />
      )}
      {asked?.what === "remove" && (
        <ConfirmDialog
          title={`删除角色“${asked.role.name}”？`}
          words={
            asked.role.people > 0
              ? `${inThousands(asked.role.people)}人持有该角色，删除后他们的相应权限立即失效。`
              : "没有人持有该角色，删除后不能恢复。"
          }
          confirm="删除"
          look="danger"
          onConfirm={() => remove(asked.role)}
          onClose={close}
        />
      )}
    </>
  )
}

function columnsWith(
  onAsk: (what: "edit" | "people" | "remove", role: Role) => void,
): readonly Column<Role>[] {
  return [
    { title: "角色", isName: true, width: "160px", cell: ({ name }) => name },
    {
      title: "权限",
      cell: ({ permissions }) => permissions.map((id) => permissionOf(id).name).join("、"),
    },
    {
      title: "数据范围",
      width: "150px",
      cell: ({ scopeKind, organisations }) =>
        scopeKind === "chosen" ? `${organisations.length}个指定单位` : scopeKinds[scopeKind],
    },
    { title: "人员", width: "80px", cell: ({ people }) => `${inThousands(people)}人` },
    {
      title: "操作",
      width: "230px",
      cell: (role) => (
        <Row gap={8} wrap>
          <Button aria-label={`${role.name}的人员`} onClick={() => onAsk("people", role)}>
            人员
          </Button>
          <Button
            aria-label={`编辑${role.name}`}
            disabled={!role.mayGive}
            onClick={() => onAsk("edit", role)}
          >
            编辑
          </Button>
          <Button
            aria-label={`删除${role.name}`}
            disabled={!role.mayGive}
            onClick={() => onAsk("remove", role)}
          >
            删除
          </Button>
        </Row>
      ),
    },
  ]
}

import type { OutputOf } from "@uc/contract/core/call"
import { roleCalls, roleMessages, type Role } from "@uc/contract/roles/calls"
import type { PermissionId } from "@uc/contract/roles/permission-id"
import {
  permissionGroups,
  permissionOf,
  scopeKinds,
  withIncluded,
  type PermissionGroup,
  type ScopeKind,
} from "@uc/contract/roles/permissions"
import { useState } from "react"
import { useForm } from "../../page-kit/form/use-form.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { FieldGroup } from "../../ui/forms/field-group.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { ChoiceField, TextField, Tick } from "../../ui/forms/form-fields.tsx"
import { Chips } from "../../ui/marks/chips.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Grid } from "../../ui/primitives/grid.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { OrganisationSearch } from "../directory/public.ts"
import { useRoleAction } from "./use-role-action.ts"

type Roles = OutputOf<typeof roleCalls.list>

interface RoleFormProps {
  readonly of: Roles
  /** What is changed; null: a new one. */
  readonly known: Role | null
  readonly onClose: () => void
}

interface Values {
  readonly name: string
  readonly permissions: readonly PermissionId[]
  readonly scopeKind: ScopeKind
  readonly organisations: readonly { readonly orgid: string; readonly orgname: string }[]
}

function valuesOf(role: Role | null): Values {
  return {
    name: role?.name ?? "",
    permissions: role?.permissions ?? [],
    scopeKind: role?.scopeKind ?? "organisation",
    organisations: role?.organisations ?? [],
  }
}

/** Scopes that every chosen permission may have; the server refuses the others. */
function fittingScopes({ offeredScopes }: Roles, chosen: readonly PermissionId[]): ScopeKind[] {
  return offeredScopes.filter(
    (kind) =>
      (kind !== "own" && kind !== "department" && kind !== "departments") ||
      (chosen.length > 0 &&
        withIncluded(chosen).every((id) => permissionOf(id).narrows.some((each) => each === kind))),
  )
}

export const RoleForm = closesWhenBroken(function RoleForm({ of, known: role, onClose }: RoleFormProps) {
  const { attempt, refresh } = useRoleAction()
  const [isChoosing, setChoosing] = useState(false)
  const form = useForm({
    call: roleCalls.save,
    attempt,
    initial: () => valuesOf(role),
    input: ({ name, permissions, scopeKind, organisations }) => ({
      orgid: of.orgid,
      name,
      permissions: [...permissions],
      scopeKind,
      // Another scope may have been chosen after them.
      organisations: scopeKind === "chosen" ? organisations.map(({ orgid }) => orgid) : [],
      ...(role && { id: role.id, version: role.version }),
    }),
    check: ({ scopeKind, organisations }) =>
      scopeKind === "chosen" && organisations.length === 0 ? roleMessages.noOrganisations : null,
    onDone() {
      showToast("success", roleMessages.saved)
      onClose()
    },
    onFailed: refresh,
  })
  const { permissions, organisations } = form.values
  const scopes = fittingScopes(of, permissions)
  const toggle = (id: PermissionId, isOn: boolean) => {
    const wanted = isOn ? [...permissions, id] : permissions.filter((other) => other !== id)
    // A scope that the new choice can't have is not sent.
    const stays = fittingScopes(of, wanted).includes(form.values.scopeKind)
    form.set({ permissions: wanted, ...(!stays && { scopeKind: "organisation" }) })
  }
  const included = new Set(permissions.flatMap((id) => permissionOf(id).includes))
  return (
    <FormDialog
      title={role ? `编辑“${role.name}”` : "新增角色"}
      confirm="保存"
      widthPx={640}
      form={form}
      onClose={onClose}
    >
      <TextField label="名称" placeholder="例如：考核评审员" {...form.text("name")} />
      <FieldGroup isRequired label="权限" problem={form.problems.permissions}>
        {groupsOf(of.offered).map(([group, ids]) => (
          <Stack key={group} gap={8} role="group" aria-label={permissionGroups[group]}>
            <Text tone="soft" size={13}>
              {permissionGroups[group]}
            </Text>
            <Grid leastPx={150} gap={8}>
              {ids.map((id) => (
                <Tick
                  key={id}
                  label={permissionOf(id).name}
                  value={permissions.includes(id) || included.has(id)}
                  isDisabled={included.has(id)}
                  onValue={(isOn) => toggle(id, isOn)}
                />
              ))}
            </Grid>
          </Stack>
        ))}
      </FieldGroup>
      <ChoiceField
        label="数据范围"
        hint="权限只在此范围内有效，且不会超出持有者本来的可见范围。只有部分权限可以限定到本人或部门。"
        choices={scopes.map((kind) => [kind, scopeKinds[kind]] as const)}
        {...form.bind("scopeKind")}
      />
      {form.values.scopeKind === "chosen" && (
        <Stack gap={8}>
          <div>
            <Button onClick={() => setChoosing(true)}>
              <Icon name="plus" sizePx={16} />
              添加单位
            </Button>
          </div>
          <Chips
            chips={organisations.map(({ orgid, orgname }) => ({ key: orgid, name: orgname }))}
            onRemove={({ key }) =>
              form.set({ organisations: organisations.filter(({ orgid }) => orgid !== key) })
            }
          />
        </Stack>
      )}
      {isChoosing && (
        <OrganisationSearch
          onChosen={(chosen) => {
            const others = organisations.filter(({ orgid }) => orgid !== chosen.orgid)
            form.set({ organisations: [...others, chosen] })
            setChoosing(false)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </FormDialog>
  )
})

function groupsOf(
  offered: readonly PermissionId[],
): readonly (readonly [PermissionGroup, readonly PermissionId[]])[] {
  return (Object.keys(permissionGroups) as PermissionGroup[])
    .map((group) => [group, offered.filter((id) => permissionOf(id).group === group)] as const)
    .filter(([, ids]) => ids.length > 0)
}

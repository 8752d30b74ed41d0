import { roleCalls } from "@uc/contract/roles/calls"
import { permissionOf, scopeKinds } from "@uc/contract/roles/permissions"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { SecondLine } from "../../ui/data/second-line.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"

/** In a person's drawer, for those who manage roles. */
export function RolesOfPerson({ personid }: { readonly personid: string }) {
  const { data, error } = useCall(roleCalls.ofPerson, { personid })
  return (
    <>
      <Text as="h3" size={14}>
        授予的角色
      </Text>
      {data ? (
        data.items.length === 0 ? (
          <Text as="p" tone="faint">
            没有自定义角色
          </Text>
        ) : (
          <Stack as="ul" gap={8}>
            {data.items.map(({ id, name, scopeKind, permissions }) => (
              <Stack as="li" key={id} gap={2} padX={12} padY={8} surface="outline">
                <strong>{name}</strong>
                <SecondLine>
                  {scopeKinds[scopeKind]} · {permissions.map((each) => permissionOf(each).name).join("、")}
                </SecondLine>
              </Stack>
            ))}
          </Stack>
        )
      ) : error ? (
        <Text as="p" tone="danger">
          {messageOf(error)}
        </Text>
      ) : (
        <BarsSkeleton heightsPx={[44]} />
      )}
    </>
  )
}

import { applicationCalls } from "@uc/contract/applications/calls"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Tile, TileGrid } from "../../ui/layout/tile.tsx"
import { menuIcon } from "../../ui/navigation/menu-icon.ts"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import type { ConnectedApplication } from "./connected-entry.ts"

export function TilesOf({ applications }: { readonly applications: readonly ConnectedApplication[] }) {
  return (
    <TileGrid>
      {applications.map(({ id, name, icon, homeAddress }) => (
        <Tile key={id} href={homeAddress} icon={menuIcon(icon, "apps")} title={name} words="免登录打开" />
      ))}
    </TileGrid>
  )
}

/** SSO-3: other systems that the viewer is signed in to by a click; nothing where there is none. */
export function ConnectedTiles() {
  const { data, error, refetch } = useCall(applicationCalls.mine, {})
  const isEmpty = data?.applications.length === 0
  if (isEmpty || (!data && !error)) return null
  return (
    <Stack as="section" gap={12} aria-label="接入的系统">
      <Text as="h2" size={15}>
        接入的系统
      </Text>
      {data ? (
        <TilesOf applications={data.applications} />
      ) : (
        <Row gap={8}>
          <Text as="p" tone="danger" role="alert">
            {messageOf(error)}
          </Text>
          <Button onClick={() => void refetch()}>重试</Button>
        </Row>
      )}
    </Stack>
  )
}

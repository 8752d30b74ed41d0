import { applicationCalls } from "@uc/contract/applications/calls"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { connectedGroup, connectedPlace } from "./application-groups.ts"
import { PlaceTiles } from "./place-tiles.tsx"

interface ConnectedTilesProps {
  readonly userId: string
  readonly favourites: readonly string[]
}

/** SSO-3: other systems that the viewer is signed in to by a click; nothing where there is none. */
export function ConnectedTiles({ userId, favourites }: ConnectedTilesProps) {
  const { data, error, refetch } = useCall(applicationCalls.mine, {})
  const isEmpty = data?.applications.length === 0
  if (isEmpty || (!data && !error)) return null
  return (
    <Stack as="section" gap={12} aria-label={connectedGroup}>
      <Text as="h2" size={15}>
        {connectedGroup}
      </Text>
      {data ? (
        <PlaceTiles places={data.applications.map(connectedPlace)} userId={userId} favourites={favourites} />
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

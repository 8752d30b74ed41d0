import { UpcomingHost } from "./upcoming-host.tsx"

export function Component() {
  return <UpcomingHost />
}

import { QueryPage } from "./query-page.tsx"

export function Component() {
  return <QueryPage />
}

import { assessmentCalls } from "@uc/contract/assessments/calls"
import type { OutputOf } from "@uc/contract/core/call"
import { useRef } from "react"
import { Link } from "react-router"
import { homeCard, type CardContent } from "../home/public.ts"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import { Progress } from "../../ui/layout/progress.tsx"
import { useWholeRows } from "../../ui/layout/use-whole-rows.ts"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"

const place = "/main/assessments?view=profiles"

/** HOME-4: how complete the base data of each organisation is; the least complete first. */
function Content({ data: { items } }: CardContent<OutputOf<typeof assessmentCalls.profiles>>) {
  const list = useRef<HTMLUListElement>(null)
  useWholeRows(list)
  if (items.length === 0) return <SmallEmptyState icon="folder" words="暂无单位档案" />
  return (
    <Stack as="ul" gap={4} ref={list}>
      {items.map(({ orgid, orgname, completeness }) => (
        <li key={orgid}>
          <Stack as={Link} to={`${place}&org=${orgid}`} gap={2} padY={4} tone="soft">
            <Row gap={8} justify="between">
              <Text truncate title={orgname}>
                {orgname}
              </Text>
              <Text figures rigid>
                {completeness}%
              </Text>
            </Row>
            <Progress label="完整度" value={completeness} max={100} size="thin" tone="brand" />
          </Stack>
        </li>
      ))}
    </Stack>
  )
}

export const card = homeCard({
  key: "profiles",
  title: "档案完整度",
  icon: "folder",
  audience: ["platform", "bureau", "administrator"],
  permission: "assessments.read",
  order: 85,
  size: { w: 4, h: 4 },
  // Only their own.
  sizeFor: { administrator: { w: 4, h: 2 } },
  least: { w: 3, h: 2 },
  more: { words: "单位档案", to: place },
  shape: assessmentCalls.profiles.output,
  load: ({ ask }) => ask(assessmentCalls.profiles, { limit: 6 }),
  Content,
})

import type { MergePlan } from "@uc/contract/organisations/admin-calls"
import type { ReactNode } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { inThousands } from "../../../ui/format/in-thousands.ts"
import { Grid } from "../../../ui/primitives/grid.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"

interface AskedPlan {
  readonly data: MergePlan | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

/** HOME-6: what would be moved, before it is. */
export function MergePlanView({ data, error, refetch }: AskedPlan): ReactNode {
  if (!data && error) return <ErrorState title="不能合并" words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={[120]} />
  return (
    <Stack as="section" gap={12} aria-label="合并预览">
      <p>
        “{data.from}”的以下内容会并入“{data.into}”，之后“{data.from}”停用。
        <Text as="strong" tone="danger">
          合并不能撤销。
        </Text>
      </p>
      {data.moves.length === 0 ? (
        <Text as="p" tone="faint">
          没有需要转移的内容。
        </Text>
      ) : (
        <Grid as="ul" leastPx={150} gap={8}>
          {data.moves.map(({ what, count }) => (
            <Row as="li" key={what} justify="between" padX={12} padY={8} surface="sunken" figures>
              {what}
              <strong>{inThousands(count)}</strong>
            </Row>
          ))}
        </Grid>
      )}
      {data.renamed.length > 0 && (
        <>
          <p>以下名称重复，会改名：</p>
          <Text as="ul" tone="soft">
            {data.renamed.map(({ from, to }) => (
              <li key={to}>
                {from} → {to}
              </li>
            ))}
          </Text>
        </>
      )}
    </Stack>
  )
}

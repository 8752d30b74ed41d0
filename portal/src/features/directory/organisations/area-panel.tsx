import { directoryCalls, directoryKey } from "@uc/contract/directory/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { holds } from "@uc/contract/roles/permissions"
import { useState } from "react"
import { Link } from "../../../ui/navigation/link.tsx"
import { useUrlFilters } from "../../../page-kit/list/use-url-filters.ts"
import { messageOf } from "../../../platform/http/failure.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { useExport } from "../../../platform/http/use-export.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { ExportButton } from "../../../ui/data/export-button.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { Tag } from "../../../ui/marks/tag.tsx"
import { Grid } from "../../../ui/primitives/grid.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { changeTo, directoryFilters, organisationFilterOf } from "../directory-filters.ts"
import { Numbers, Panel } from "../panel.tsx"
import { AddOrganisation } from "./organisation-dialog.tsx"
import { useOrganisationKinds } from "./use-organisation-kinds.ts"
import css from "../directory.module.css"

interface AreaPanelProps {
  readonly user: CurrentUser
  readonly id: string
  readonly withDisabled: boolean
}

export function AreaPanel({ user, id, withDisabled }: AreaPanelProps) {
  const { data, error, refetch } = useCall(directoryCalls.area, { areaid: id })
  const [isAdding, setAdding] = useState(false)
  const { isBusy, run } = useExport(directoryCalls.export)
  const { state } = useUrlFilters(directoryFilters)
  const { wordOf } = useOrganisationKinds()
  if (error) return <ErrorState title="区域加载失败" words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={[64, 88, 120]} />
  return (
    <Panel
      name={data.areaname}
      path={data.path.slice(0, -1)}
      tags={<Tag>区域</Tag>}
      actions={
        <>
          {data.mayAdd.length > 0 && (
            <Button look="primary" onClick={() => setAdding(true)}>
              <Icon name="plus" sizePx={16} />
              新增单位
            </Button>
          )}
          {holds(user, "people.export") && (
            <ExportButton
              isBusy={isBusy}
              onExport={() =>
                void run({ areaid: id, ...organisationFilterOf(state), disabled: withDisabled ? 1 : 0 })
              }
            />
          )}
        </>
      }
    >
      <Numbers
        of={[
          [wordOf("bureau"), data.bureaus],
          [wordOf("school"), data.schools],
          [wordOf("enterprise"), data.enterprises],
          ["人员", data.people],
        ]}
      />
      <Text as="p" tone="faint" size={13}>
        数字包含下级区域，不含已停用的单位和人员。
      </Text>
      <Within id={id} withDisabled={withDisabled} />
      {isAdding && (
        <AddOrganisation
          area={{ id, name: data.areaname }}
          kinds={data.mayAdd}
          onClose={() => setAdding(false)}
        />
      )}
    </Panel>
  )
}

/** The children, for who does not use the tree. */
function Within({ id, withDisabled }: { readonly id: string; readonly withDisabled: boolean }) {
  const { addressWith } = useUrlFilters(directoryFilters)
  const { wordOf } = useOrganisationKinds()
  const { data = [] } = useCall(directoryCalls.below, { areaid: id, disabled: withDisabled ? 1 : 0 })
  if (data.length === 0) return null
  return (
    <Grid as="ul" leastPx={220} gap={8} aria-label="直属单位和下级区域">
      {data.map((node) => (
        <li key={directoryKey(node)}>
          <Row
            as={Link}
            to={addressWith(changeTo(node))}
            gap={8}
            padX={12}
            padY={6}
            surface="outline"
            className={css.within}
          >
            <Icon name={node.kind === "area" ? "folder" : "building"} sizePx={16} />
            <Text grow breaks>
              {node.name}
            </Text>
            <Text as="small" tone="faint" rigid>
              {node.orgKind ? wordOf(node.orgKind) : "区域"}
            </Text>
          </Row>
        </li>
      ))}
    </Grid>
  )
}

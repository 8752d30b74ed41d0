import { Select } from "../../../ui/forms/controls/select.tsx"
import { inThousands } from "../../../ui/format/in-thousands.ts"
import { admintypeLabels, menuLimits, type AdministeredMenu } from "@uc/contract/menus/admin-calls"
import { Admintype, Usertype } from "@uc/contract/account/calls"
import { useState } from "react"
import { useUsertypes } from "../../dictionary/public.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { FieldGroup } from "../../../ui/forms/field-group.tsx"
import { Grid } from "../../../ui/primitives/grid.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { OrganisationSearch } from "../../directory/public.ts"
import css from "./menu-form.module.css"

type AudienceRow = AdministeredMenu["audience"][number]

interface AudienceFieldProps {
  readonly value: readonly AudienceRow[]
  readonly problem: string | undefined
  readonly onValue: (rows: readonly AudienceRow[]) => void
  /** How many people would have it in their menu. */
  readonly people: number
}

const everyone: AudienceRow = { usertype: null, minAdmintype: 0, orgid: null, orgname: null }
const admintypes = Object.entries(admintypeLabels)

/** Who sees it: those for whom one of the rows fits in all its parts. */
export function AudienceField({ value: rows, problem, onValue, people }: AudienceFieldProps) {
  const [asking, setAsking] = useState<number | null>(null)
  const { choices: usertypes } = useUsertypes()

  function change(at: number, more: Partial<AudienceRow>) {
    onValue(rows.map((row, position) => (position === at ? { ...row, ...more } : row)))
  }

  return (
    <FieldGroup label="可见范围" problem={problem}>
      {rows.length === 0 && (
        <Text as="p" tone="caution">
          未添加条件时所有人都看不到，请至少添加一条。
        </Text>
      )}
      <Stack as="ul" gap={8}>
        {rows.map((row, at) => (
          // Rows have nothing else to be told apart by, and their place is what the person sees.
          // oxlint-disable-next-line react/no-array-index-key
          <Row as="li" key={at} gap={8} align="start">
            <Grid columns={3} gap={8} grow>
              <Select
                label={`第${at + 1}条：用户类型`}
                value={row.usertype === null ? "" : `${row.usertype}`}
                choices={[["", "所有类型的单位"], ...usertypes]}
                onChange={(value) =>
                  change(at, { usertype: value === "" ? null : Usertype.parse(Number(value)) })
                }
              />
              <Select
                label={`第${at + 1}条：管理级别`}
                value={`${row.minAdmintype}`}
                choices={admintypes}
                onChange={(value) => change(at, { minAdmintype: Admintype.parse(Number(value)) })}
              />
              <Row gap={2}>
                <Button
                  className={css.organisation}
                  aria-label={`第${at + 1}条：${row.orgid === null ? "限定单位" : `单位${row.orgname ?? row.orgid}，更换`}`}
                  onClick={() => setAsking(at)}
                >
                  <Icon name="building" sizePx={16} />
                  <Text truncate>{row.orgid === null ? "不限单位" : (row.orgname ?? row.orgid)}</Text>
                </Button>
                {row.orgid !== null && (
                  <Button
                    look="quiet"
                    aria-label={`第${at + 1}条：不限单位`}
                    title="不限单位"
                    onClick={() => change(at, { orgid: null, orgname: null })}
                  >
                    <Icon name="close" sizePx={14} />
                  </Button>
                )}
              </Row>
            </Grid>
            <Button
              look="quiet"
              aria-label={`删除第${at + 1}条`}
              title="删除这一条"
              onClick={() => onValue(rows.filter((_, position) => position !== at))}
            >
              <Icon name="trash" sizePx={16} />
            </Button>
          </Row>
        ))}
      </Stack>
      <Row gap={8} columnGap={16} wrap>
        <Button disabled={rows.length >= menuLimits.audience} onClick={() => onValue([...rows, everyone])}>
          <Icon name="plus" sizePx={16} />
          添加条件
        </Button>
        <Text tone="soft" role="status">
          {people === 0 ? "目前没有人能看到" : `目前有 ${inThousands(people)} 人能看到`}
        </Text>
      </Row>
      {asking !== null && (
        <OrganisationSearch
          onChosen={(organisation) => {
            change(asking, organisation)
            setAsking(null)
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </FieldGroup>
  )
}

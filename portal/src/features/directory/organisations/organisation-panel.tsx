import { directoryCalls } from "@uc/contract/directory/calls"
import { organisationAdminCalls, type OrganisationDetails } from "@uc/contract/organisations/admin-calls"
import { adminLabels } from "@uc/contract/people/admin-calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { offersIn } from "@uc/contract/roles/permissions"
import { useState } from "react"
import { Link } from "../../../ui/navigation/link.tsx"
import { messageOf } from "../../../platform/http/failure.ts"
import { pick } from "../../../platform/dialogs/pick.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { useExport } from "../../../platform/http/use-export.ts"
import { Button, buttonClass } from "../../../ui/forms/button.tsx"
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { Fact, Facts } from "../../../ui/data/facts.tsx"
import { ExportButton } from "../../../ui/data/export-button.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { PopupMenu } from "../../../ui/overlays/popup-menu.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { Tag } from "../../../ui/marks/tag.tsx"
import { DepartmentDialog } from "../departments/department-dialog.tsx"
import { Numbers, Panel } from "../panel.tsx"
import { MergeOrganisations } from "./merge-organisations.tsx"
import { ChangeOrganisation } from "./organisation-dialog.tsx"
import { useDirectoryAction } from "../use-directory-action.ts"
import { useOrganisationKinds } from "./use-organisation-kinds.ts"
import { useSchoolLevels } from "./use-school-levels.ts"

interface OrganisationPanelProps {
  readonly user: CurrentUser
  readonly id: string
  readonly withDisabled: boolean
}

type Asked =
  | { readonly what: "change" | "department" | "merge" | "state" }
  | { readonly what: "move"; readonly area: { readonly areaid: string; readonly areaname: string } }

export function OrganisationPanel({ user, id, withDisabled }: OrganisationPanelProps) {
  const { data, error, refetch } = useCall(organisationAdminCalls.details, { orgid: id })
  const [asked, setAsked] = useState<Asked | null>(null)
  const { isBusy, run } = useExport(directoryCalls.export)
  const { wordOf } = useOrganisationKinds()
  const { wordOf: levelOf } = useSchoolLevels()
  if (error) return <ErrorState title="单位加载失败" words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={[64, 88, 160]} />
  const close = () => setAsked(null)

  async function move() {
    const areas = await pick("area", { min: 1, max: 1, title: "选择移动到的区域" })
    const [area] = areas ?? []
    if (area) setAsked({ what: "move", area })
  }

  return (
    <Panel
      name={data.name}
      path={data.path}
      tags={
        <>
          <Tag tone="brand">{wordOf(data.kind)}</Tag>
          {data.schoolLevel !== "" && <Tag tone="brand">{levelOf(data.schoolLevel)}</Tag>}
          {data.tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
          {data.isDisabled && (
            <Tag tone="danger" icon="caution">
              已停用
            </Tag>
          )}
        </>
      }
      actions={
        <>
          {data.mayAddDepartments && !data.isDisabled && (
            <Button look="primary" onClick={() => setAsked({ what: "department" })}>
              <Icon name="plus" sizePx={16} />
              新增部门
            </Button>
          )}
          {data.mayChange && (
            <Button onClick={() => setAsked({ what: "change" })}>
              <Icon name="edit" sizePx={16} />
              修改资料
            </Button>
          )}
          {offersIn(user, "people.export", id) && (
            <ExportButton
              isBusy={isBusy}
              onExport={() => void run({ orgid: id, disabled: withDisabled ? 1 : 0 })}
            />
          )}
          {data.mayRun && (
            <PopupMenu
              label="更多操作"
              entries={[
                ...(data.isDisabled
                  ? []
                  : [
                      {
                        key: "move",
                        label: "移动到其他区域",
                        icon: "move" as const,
                        onPick: () => void move(),
                      },
                      {
                        key: "merge",
                        label: "合并到其他单位",
                        icon: "level" as const,
                        onPick: () => setAsked({ what: "merge" }),
                      },
                    ]),
                {
                  key: "state",
                  label: data.isDisabled ? "启用单位" : "停用单位",
                  icon: data.isDisabled ? ("done" as const) : ("lock" as const),
                  onPick: () => setAsked({ what: "state" }),
                },
              ]}
            >
              更多
              <Icon name="down" sizePx={14} />
            </PopupMenu>
          )}
        </>
      }
    >
      <Numbers
        of={[
          ["部门", data.departments],
          ["人员", data.people],
          ...(data.disabledPeople > 0 ? [["已停用人员", data.disabledPeople] as const] : []),
        ]}
      />
      <Facts>
        <Fact label="简称">{data.shortName || "未填写"}</Fact>
        <Fact label="地址">{data.address || "未填写"}</Fact>
        <Fact label="电话">{data.phone || "未填写"}</Fact>
        <Fact label="管理员">
          {data.administrators.length === 0 ? (
            <Text tone="faint">暂无管理员</Text>
          ) : (
            <ul>
              {data.administrators.map((one) => (
                <Row as="li" key={one.id} gap={2} columnGap={12} wrap tone="soft">
                  <Link to={`/main/peopleTree?node=organisation-${id}&person=${one.id}`}>{one.nickname}</Link>
                  <span>{adminLabels[one.admintype]}</span>
                  <span>{one.phone ?? "未登记手机号"}</span>
                </Row>
              ))}
            </ul>
          )}
        </Fact>
      </Facts>
      <Row>
        <Link className={buttonClass()} to={`/main/peopleTree?node=organisation-${id}`}>
          <Icon name="people" sizePx={16} />
          查看人员
        </Link>
      </Row>
      {asked?.what === "change" && <ChangeOrganisation organisation={data} onClose={close} />}
      {asked?.what === "department" && (
        <DepartmentDialog orgid={id} parent={null} department={null} onClose={close} />
      )}
      {asked?.what === "merge" && <MergeOrganisations from={data} onClose={close} />}
      {asked?.what === "state" && <StateDialog organisation={data} onClose={close} />}
      {asked?.what === "move" && <MoveDialog organisation={data} area={asked.area} onClose={close} />}
    </Panel>
  )
}

interface AskProps {
  readonly organisation: OrganisationDetails
  readonly onClose: () => void
}

function StateDialog({ organisation, onClose }: AskProps) {
  const { confirmed } = useDirectoryAction()
  const { orgid, version, name, isDisabled, people } = organisation
  return (
    <ConfirmDialog
      title={isDisabled ? `启用“${name}”？` : `停用“${name}”？`}
      words={
        isDisabled
          ? "启用后，单位里在用的人员可以重新登录。"
          : `停用后，单位的 ${people} 名人员会立即退出登录，并且不能再登录；数据会保留，可以重新启用。`
      }
      confirm={isDisabled ? "启用" : "停用"}
      look={isDisabled ? "primary" : "danger"}
      onConfirm={async () => {
        const wrong = await confirmed(organisationAdminCalls.setState, {
          orgid,
          version,
          isDisabled: isDisabled ? 0 : 1,
        })
        if (wrong === null) showToast("success", isDisabled ? "单位已启用" : "单位已停用")
        return wrong
      }}
      onClose={onClose}
    />
  )
}

function MoveDialog({
  organisation: { orgid, version, name, path },
  area,
  onClose,
}: AskProps & { readonly area: { readonly areaid: string; readonly areaname: string } }) {
  const { confirmed } = useDirectoryAction()
  return (
    <ConfirmDialog
      title={`把“${name}”移动到“${area.areaname}”？`}
      words={`现在位于 ${path.join(" / ")}。移动后，由新区域的教育局查看和管理它的预警、演练与统计。`}
      confirm="移动"
      look="danger"
      onConfirm={async () => {
        const wrong = await confirmed(organisationAdminCalls.move, { orgid, version, areaid: area.areaid })
        if (wrong === null) showToast("success", "单位已移动")
        return wrong
      }}
      onClose={onClose}
    />
  )
}

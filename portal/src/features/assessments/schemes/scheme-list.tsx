import { assessmentMessages } from "@uc/contract/assessments/messages"
import { weightedSum } from "@uc/contract/assessments/steps"
import { assessmentAdminCalls, type AssessmentScheme } from "@uc/contract/assessments/admin-calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { send } from "../../../platform/http/send.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { useExport } from "../../../platform/http/use-export.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx"
import { ExportButton } from "../../../ui/data/export-button.tsx"
import { EmptyState } from "../../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { ItemCard, ItemCards } from "../../../ui/layout/item-cards.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { Tag } from "../../../ui/marks/tag.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { Toolbar } from "../../../ui/primitives/toolbar.tsx"
import { ImportLink } from "../../imports/public.ts"
import { GiveDialog } from "./give-dialog.tsx"
import { SchemeDialog } from "./scheme-dialog.tsx"

type Opened =
  | { readonly kind: "edit" | "copy" | "give" | "remove"; readonly scheme: AssessmentScheme }
  | { readonly kind: "new" }

export function SchemeList({ user }: { readonly user: CurrentUser }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const { data, error, refetch } = useCall(assessmentAdminCalls.schemes, {})
  const file = useExport(assessmentAdminCalls.exportSchemes)
  const close = () => setOpened(null)
  if (error && !data)
    return <ErrorState title="考核方案加载失败" words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={[120, 120]} />
  const { schemes, mayAdminister } = data

  async function remove({ id, version }: AssessmentScheme): Promise<string | null> {
    try {
      await send(assessmentAdminCalls.removeScheme, { id, version })
      showToast("success", assessmentMessages.schemeRemoved)
      void refetch()
      return null
    } catch (failure) {
      return messageOf(failure) ?? ""
    }
  }

  const add = mayAdminister && (
    <>
      <ImportLink kind="assessmentItems" />
      <Button look="primary" onClick={() => setOpened({ kind: "new" })}>
        <Icon name="plus" sizePx={16} />
        新建方案
      </Button>
    </>
  )
  return (
    <>
      {schemes.length === 0 ? (
        <EmptyState
          art="empty"
          title="暂无考核方案"
          words="列出考核项、分值和佐证要求，再下发给单位填报。"
          actions={add}
        />
      ) : (
        <>
          <Toolbar>
            <Text tone="soft">共 {schemes.length} 个方案</Text>
            <Row gap={8} end onPhone="share">
              <ExportButton isBusy={file.isBusy} onExport={() => void file.run({})} />
              {add}
            </Row>
          </Toolbar>
          <ItemCards>
            {schemes.map((scheme) => (
              <ItemCard
                key={scheme.id}
                title={scheme.title}
                mark={
                  scheme.given > 0 ? (
                    <Tag tone="done">已下发 {scheme.given}</Tag>
                  ) : (
                    <Tag tone="caution">未下发</Tag>
                  )
                }
                foot={
                  mayAdminister && (
                    <Row gap={8} wrap onPhone="share">
                      <Button
                        look="primary"
                        aria-label={`下发${scheme.title}`}
                        onClick={() => setOpened({ kind: "give", scheme })}
                      >
                        下发
                      </Button>
                      {scheme.given === 0 && (
                        <Button
                          aria-label={`修改${scheme.title}`}
                          onClick={() => setOpened({ kind: "edit", scheme })}
                        >
                          修改
                        </Button>
                      )}
                      <Button
                        aria-label={`复制${scheme.title}`}
                        onClick={() => setOpened({ kind: "copy", scheme })}
                      >
                        复制
                      </Button>
                      {scheme.given === 0 && (
                        <Button
                          aria-label={`删除${scheme.title}`}
                          onClick={() => setOpened({ kind: "remove", scheme })}
                        >
                          删除
                        </Button>
                      )}
                    </Row>
                  )
                }
              >
                {scheme.description !== "" && (
                  <Text as="p" tone="soft" size={13} breaks>
                    {scheme.description}
                  </Text>
                )}
                <Text as="p" tone="soft" size={13} breaks>
                  {scheme.items.length} 个考核项 · 满分 {fullOf(scheme)}
                  {scheme.periods.length > 0 && ` · ${scheme.periods.slice(0, 3).join("、")}`}
                </Text>
                <Stack as="ol" gap={4}>
                  {scheme.items.slice(0, 4).map(({ id, name, fullScore }) => (
                    <Row as="li" key={id} gap={12} justify="between">
                      <Text truncate>{name}</Text>
                      <Text as="small" tone="faint" rigid>
                        {fullScore} 分
                      </Text>
                    </Row>
                  ))}
                  {scheme.items.length > 4 && <li>…</li>}
                </Stack>
              </ItemCard>
            ))}
          </ItemCards>
        </>
      )}
      {opened?.kind === "new" && <SchemeDialog scheme={null} isCopy={false} onClose={close} />}
      {(opened?.kind === "edit" || opened?.kind === "copy") && (
        <SchemeDialog scheme={opened.scheme} isCopy={opened.kind === "copy"} onClose={close} />
      )}
      {opened?.kind === "give" && <GiveDialog scheme={opened.scheme} user={user} onClose={close} />}
      {opened?.kind === "remove" && (
        <ConfirmDialog
          title="删除方案"
          words={`“${opened.scheme.title}”尚未下发，删除后不能恢复。`}
          confirm="删除"
          look="danger"
          onConfirm={() => remove(opened.scheme)}
          onClose={close}
        />
      )}
    </>
  )
}

function fullOf({ items }: AssessmentScheme): number {
  return weightedSum(items.map(({ weight, fullScore }) => ({ weight, score: fullScore })))
}

import { alarmTableCalls, type AlarmType } from "@uc/contract/alarm-tables/calls"
import { unknownTypeName } from "@uc/contract/alarms/type-name"
import { useState } from "react"
import { showToast } from "../../platform/browser/toast.ts"
import { useFocusAfter } from "../../platform/browser/use-focus-after.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { inThousands } from "../../ui/format/in-thousands.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import type { PopupEntry } from "../../ui/overlays/popup-menu.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { ArrangedList, ArrangedRow, stepEntries } from "../../ui/tree/arranged-row.tsx"
import { placeByDrop, placeByStep, type Place, type Step } from "../../ui/tree/placed-items.ts"
import { SheetButtons } from "./sheet-buttons.tsx"
import { TypeForm } from "./type-form.tsx"
import { useTableAction } from "./use-table-action.ts"

type Asked =
  | { readonly what: "add"; readonly code: string }
  | { readonly what: "edit" | "remove"; readonly type: AlarmType }

interface AlarmTypesProps {
  /** A code that is to be added; empty: none. */
  readonly wanted: string
  readonly onWantedDone: () => void
}

export function AlarmTypes({ wanted, onWantedDone }: AlarmTypesProps) {
  const { data, error, refetch } = useCall(alarmTableCalls.types, {})
  const { act, confirmed, isBusy } = useTableAction()
  const focusAfter = useFocusAfter(data)
  const [asked, setAsked] = useState<Asked | null>(null)
  if (error && !data)
    return <ErrorState title="预警类型加载失败" words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={Array.from({ length: 6 }, () => 40)} />
  const { items, unknown } = data
  const placed = items.map(({ code }) => ({ id: code, parentId: null }))
  // Whoever follows a link to name a type finds it named meanwhile, or the form with its code.
  const isWanted = wanted !== "" && !items.some(({ code }) => code === wanted)
  const shown = asked ?? (isWanted ? ({ what: "add", code: wanted } as const) : null)

  function close() {
    setAsked(null)
    if (wanted !== "") onWantedDone()
  }

  async function put(code: string, place: Place | null) {
    if (!place || place.parentId !== null) return
    const others = items.flatMap((type) => (type.code === code ? [] : [type.code]))
    const at = place.before === null ? others.length : others.indexOf(place.before)
    await act(alarmTableCalls.arrangeTypes, { codes: others.toSpliced(at, 0, code) })
    focusAfter(`type-${code}`)
  }

  async function turn({ code, name, isDisabled, version }: AlarmType) {
    const done = await act(alarmTableCalls.saveType, { code, name, isDisabled: !isDisabled, version })
    if (done) showToast("success", isDisabled ? "已启用" : "已停用，不再供选择；已有的预警仍显示它的名称")
  }

  return (
    <>
      <Row gap={8} wrap>
        <Button look="primary" onClick={() => setAsked({ what: "add", code: "" })}>
          <Icon name="plus" sizePx={16} />
          新增预警类型
        </Button>
        <SheetButtons kind="alarmTypes" isEmpty={items.length === 0} />
      </Row>
      {unknown.length > 0 && (
        <Stack as="section" gap={8} padX={16} padY={12} surface="outline" aria-label="未知类型">
          <Text as="p" weight={500}>
            收到过 {unknown.length} 种没有登记的类型，新增后各页面会显示它的名称：
          </Text>
          <Stack as="ul" gap={4}>
            {unknown.map(({ code, total }) => (
              <Row as="li" key={code} gap={12} wrap justify="between">
                <Text breaks>
                  {unknownTypeName(code)}，{inThousands(total)} 条
                </Text>
                <Button
                  look="text"
                  aria-label={`新增类型${code}`}
                  onClick={() => setAsked({ what: "add", code })}
                >
                  新增
                </Button>
              </Row>
            ))}
          </Stack>
        </Stack>
      )}
      {items.length === 0 ? (
        <EmptyState
          art="empty"
          title="暂无预警类型"
          words="新增上报系统会发送的类型，或用表格一次导入。没有登记的类型照样接收，只是没有名称。"
        />
      ) : (
        <Stack surface="card" aria-busy={isBusy}>
          <ArrangedList label="预警类型">
            {items.map((type) => (
              <OneType
                key={type.code}
                type={type}
                canStep={(step) =>
                  (step === "up" || step === "down") && placeByStep(placed, type.code, step) !== null
                }
                onStep={(step) => void put(type.code, placeByStep(placed, type.code, step))}
                onDrop={(dragged, drop) =>
                  void put(
                    dragged,
                    placeByDrop(placed, dragged, type.code, drop === "inside" ? "after" : drop),
                  )
                }
                onAsk={(what) => setAsked({ what, type })}
                onTurn={() => void turn(type)}
              />
            ))}
          </ArrangedList>
        </Stack>
      )}
      {shown?.what === "add" && <TypeForm key={shown.code} type={null} code={shown.code} onClose={close} />}
      {shown?.what === "edit" && <TypeForm type={shown.type} onClose={close} />}
      {shown?.what === "remove" && (
        <ConfirmDialog
          title={`删除“${shown.type.name}”？`}
          words="没有预警属于它时才能删除，删除后不能恢复。只是不再使用时，可以停用。"
          confirm="删除"
          look="danger"
          onConfirm={async () => {
            const wrong = await confirmed(alarmTableCalls.removeType, { code: shown.type.code })
            if (wrong === null) showToast("success", "已删除")
            return wrong
          }}
          onClose={close}
        />
      )}
    </>
  )
}

interface OneTypeProps {
  readonly type: AlarmType
  readonly canStep: (step: Step) => boolean
  readonly onStep: (step: Step) => void
  readonly onDrop: (dragged: string, drop: "before" | "inside" | "after") => void
  readonly onAsk: (what: "edit" | "remove") => void
  readonly onTurn: () => void
}

function OneType({ type, canStep, onStep, onDrop, onAsk, onTurn }: OneTypeProps) {
  const { code, name, isDisabled } = type
  const entries: PopupEntry[] = [
    { key: "edit", label: "改名", icon: "edit", onPick: () => onAsk("edit") },
    ...stepEntries({ canStep, onStep }, ["up", "down"]),
    {
      key: "turn",
      label: isDisabled ? "启用" : "停用",
      icon: isDisabled ? "eye" : "eye-off",
      onPick: onTurn,
    },
    { key: "remove", label: "删除", icon: "trash", onPick: () => onAsk("remove") },
  ]
  return (
    <ArrangedRow
      id={code}
      elementId={`type-${code}`}
      name={name}
      nameTitle="改名；Alt+上下键移动"
      onName={() => onAsk("edit")}
      icon={<Icon name="alarm" sizePx={16} />}
      isOff={isDisabled}
      isOpen={null}
      onOpen={() => {}}
      dragType="application/x-uc-alarm-type"
      onDrop={onDrop}
      entries={entries}
      canStep={canStep}
      onStep={onStep}
      marks={
        <>
          {isDisabled && <Tag icon="eye-off">已停用</Tag>}
          <Text as="code" truncate tone="faint" size={13}>
            {code}
          </Text>
        </>
      }
    />
  )
}

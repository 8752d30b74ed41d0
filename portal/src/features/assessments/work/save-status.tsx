import { Button } from "../../../ui/forms/button.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import type { DraftState } from "./item-draft.ts"

interface SaveStatusProps {
  readonly state: DraftState<unknown>
  /** The text while nobody has filled in anything; null: somebody has. */
  readonly untouched: string | null
  readonly onRetry: () => void
  readonly onResolve: (keep: "mine" | "theirs") => void
}

/** Whether the shown values are saved, and what to do if not. */
export function SaveStatus({ state: { status, problem }, untouched, onRetry, onResolve }: SaveStatusProps) {
  if (status === "conflict")
    return (
      <Row gap={8} wrap padX={12} padY={8} surface="danger" tone="danger" role="alert">
        <span>他人刚刚修改了此项，您填写的内容尚未保存。</span>
        <Button onClick={() => onResolve("mine")}>用我的内容覆盖</Button>
        <Button onClick={() => onResolve("theirs")}>载入最新内容</Button>
      </Row>
    )
  if (status === "failed")
    return (
      <Row gap={8} wrap padX={12} padY={8} surface="danger" tone="danger" role="alert">
        <span>保存失败：{problem}。内容已暂存在本机，不会丢失。</span>
        <Button onClick={onRetry}>重试</Button>
      </Row>
    )
  return (
    <Row as="p" rigid gap={4} justify="end" tone="faint" size={13} role="status">
      {status === "saved" && untouched !== null && untouched}
      {status === "saved" && untouched === null && (
        <>
          <Icon name="done" sizePx={14} />
          已保存
        </>
      )}
      {status !== "saved" && "正在保存…"}
    </Row>
  )
}

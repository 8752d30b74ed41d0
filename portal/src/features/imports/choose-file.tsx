import { importKinds, type ImportKind } from "@uc/contract/imports/import-kinds"
import { importCalls, importLimits, mayImport } from "@uc/contract/imports/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { useState, type DragEvent } from "react"
import { saveXlsx } from "../../platform/http/save-file.ts"
import { send } from "../../platform/http/send.ts"
import { showFailure } from "../../platform/browser/toast.ts"
import { useExport } from "../../platform/http/use-export.ts"
import { ChoiceCards } from "../../ui/forms/choice-cards.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { ExportButton } from "../../ui/data/export-button.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { kindLabels, number } from "./import-labels.ts"
import { Measure, Waiting } from "../../ui/feedback/measure.tsx"
import { useImportUpload } from "./use-import-upload.ts"
import own from "./choose-file.module.css"

const accepted = ".xlsx,.csv,.txt,text/csv"

interface ChooseFileProps {
  readonly user: CurrentUser
  readonly kind: ImportKind
  readonly onKind: (kind: ImportKind) => void
  readonly onUploaded: (id: Id) => void
}

/** Kind, template and file. */
export function ChooseFile({ user, kind, onKind, onUploaded }: ChooseFileProps) {
  const kinds = (Object.keys(importKinds) as ImportKind[]).filter((each) => mayImport(user, each))
  const [isOver, setOver] = useState(false)
  const [isFetching, setFetching] = useState(false)
  const present = useExport(importCalls.exportPresent)
  const { uploading, problem, upload, giveUp } = useImportUpload(onUploaded)

  async function fetchTemplate() {
    if (isFetching) return
    setFetching(true)
    try {
      const { name, content } = await send(importCalls.template, { kind })
      saveXlsx(name, content)
    } catch (error) {
      showFailure(error)
    } finally {
      setFetching(false)
    }
  }

  function take(files: FileList | null) {
    const file = files?.[0]
    if (file) void upload(kind, file)
  }

  function onDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }

  if (uploading)
    return (
      <Waiting>
        <Measure label="上传进度" words={`正在上传“${uploading.name}”`} done={uploading.done} />
        <Button onClick={giveUp}>取消上传</Button>
      </Waiting>
    )
  return (
    <Stack gap={16}>
      <ChoiceCards
        label="导入类型"
        value={kind}
        leastPx={220}
        cards={kinds.map((each) => ({ key: each, label: importKinds[each], ...kindLabels[each] }))}
        onValue={onKind}
      />
      <Stack
        gap={8}
        padX={16}
        padY={32}
        centred
        tone="faint"
        className={classes(own.drop, isOver && own.over)}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <Icon name="table" sizePx={36} />
        <Text as="p" size={16} className={own.words}>
          把{importKinds[kind]}表格拖到这里，或
          <label className={own.pick}>
            选择文件
            <input
              type="file"
              accept={accepted}
              className="only-read-aloud"
              onChange={(event) => {
                take(event.target.files)
                // The same file, corrected, can be chosen again.
                event.target.value = ""
              }}
            />
          </label>
        </Text>
        <Text as="p" size={13}>
          支持xlsx和csv，不超过{importLimits.bytes / 1024 / 1024}MB、{number(importLimits.rows)}
          行。先检查、再预览，确认之后才会写入。
        </Text>
        {problem && (
          <Row as="p" gap={8} tone="danger" role="alert">
            <Icon name="danger" sizePx={16} />
            {problem}
          </Row>
        )}
      </Stack>
      <Row gap={8} columnGap={16} wrap justify="between" tone="soft" onPhone="stack">
        <span>已有数据？导出后修改，再传回来；没有改动的行不受影响。</span>
        <ExportButton
          isBusy={present.isBusy}
          words={`导出现有${importKinds[kind]}`}
          onExport={() => void present.run({ kind })}
        />
      </Row>
      <Row gap={8} columnGap={16} wrap justify="between" tone="soft" onPhone="stack">
        <span>第一次导入？先下载模板，里面有示例和填写说明。</span>
        <Button aria-busy={isFetching} onClick={() => void fetchTemplate()}>
          <Icon name="download" sizePx={16} />
          下载{importKinds[kind]}模板
        </Button>
      </Row>
    </Stack>
  )
}

import { importKinds, type ImportKind } from "@uc/contract/imports/import-kinds"
import { importCalls, importLimits, mayImport } from "@uc/contract/imports/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { useState, type DragEvent } from "react"
import { saveXlsx } from "../../platform/http/save-file.ts"
import { send } from "../../platform/http/send.ts"
import { showFailure } from "../../platform/browser/toast.ts"
import { useExport } from "../../platform/http/use-export.ts"
import { Radio } from "../../ui/forms/controls/radio.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { ExportButton } from "../../ui/data/export-button.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { kindLabels, number } from "./import-labels.ts"
import { Measure } from "./measure.tsx"
import { useImportUpload } from "./use-import-upload.ts"
import own from "./choose-file.module.css"
import css from "./imports.module.css"

const accepted = ".xlsx,.csv,.txt,text/csv"

interface ChooseFileProps {
  readonly user: CurrentUser
  readonly kind: ImportKind
  readonly onKind: (kind: ImportKind) => void
  readonly onBrought: (id: Id) => void
}

/** What it is about, a template for it, and the file. */
export function ChooseFile({ user, kind, onKind, onBrought }: ChooseFileProps) {
  const kinds = (Object.keys(importKinds) as ImportKind[]).filter((each) => mayImport(user, each))
  const [isOver, setOver] = useState(false)
  const [isFetching, setFetching] = useState(false)
  const present = useExport(importCalls.exportPresent)
  const { bringing, problem, upload, giveUp } = useImportUpload(onBrought)

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

  if (bringing)
    return (
      <div className={css.waiting}>
        <Measure label="上传进度" words={`正在上传“${bringing.name}”`} done={bringing.done} />
        <Button onClick={giveUp}>取消上传</Button>
      </div>
    )
  return (
    <div className={own.choose}>
      <fieldset className={own.kinds}>
        <legend>导入什么</legend>
        {kinds.map((each) => (
          <label key={each} className={own.kind}>
            <Radio name="import-kind" value={each} checked={kind === each} onChange={() => onKind(each)} />
            <span className={own.mark}>
              <Icon name={kindLabels[each].icon} sizePx={20} />
            </span>
            <span>
              <b>{importKinds[each]}</b>
              <small>{kindLabels[each].words}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <div
        className={classes(own.drop, isOver && own.over)}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <Icon name="table" sizePx={36} />
        <p className={own.dropWords}>
          把{importKinds[kind]}表格拖到这里，或
          <label className={own.pick}>
            选择文件
            <input
              type="file"
              accept={accepted}
              className="only-read-aloud"
              onChange={(event) => {
                take(event.target.files)
                // The same file, mended, is chosen again.
                event.target.value = ""
              }}
            />
          </label>
        </p>
        <p className={css.hint}>
          支持xlsx和csv，不超过{importLimits.bytes / 1024 / 1024}MB、{number(importLimits.rows)}
          行。先检查、再预览，确认之后才会写入。
        </p>
        {problem && (
          <p className={css.problem} role="alert">
            <Icon name="danger" sizePx={16} />
            {problem}
          </p>
        )}
      </div>
      <p className={own.template}>
        <span>已有数据？导出后修改，再传回来；没有改动的行不受影响。</span>
        <ExportButton
          isBusy={present.isBusy}
          words={`导出现有${importKinds[kind]}`}
          onExport={() => void present.run({ kind })}
        />
      </p>
      <p className={own.template}>
        <span>第一次导入？先下载模板，里面有示例和填写说明。</span>
        <Button aria-busy={isFetching} onClick={() => void fetchTemplate()}>
          <Icon name="download" sizePx={16} />
          下载{importKinds[kind]}模板
        </Button>
      </p>
    </div>
  )
}

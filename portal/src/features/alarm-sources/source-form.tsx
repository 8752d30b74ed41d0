import { ingestLimits } from "@uc/contract/alarm-sources/calls"
import { useId, useState } from "react"
import { Button } from "../../ui/forms/button.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import css from "./alarm-sources.module.css"

interface SourceFormProps {
  readonly orgname: string
  /** The sentence to show when it went wrong; null when it is done. */
  readonly onCreate: (name: string) => Promise<string | null>
}

export function SourceForm({ orgname, onCreate }: SourceFormProps) {
  const id = useId()
  const [name, setName] = useState("")
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function go() {
    if (isBusy) return
    if (name.trim() === "") {
      setProblem("请填写来源名称")
      return
    }
    setBusy(true)
    const wrong = await onCreate(name.trim())
    setBusy(false)
    setProblem(wrong)
    if (wrong === null) setName("")
  }

  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        void go()
      }}
    >
      <label htmlFor={id}>新增来源</label>
      <input
        id={id}
        value={name}
        maxLength={ingestLimits.nameLength}
        placeholder="例如：食堂燃气监测系统"
        autoComplete="off"
        aria-invalid={problem !== null}
        aria-describedby={`${id}-below`}
        onChange={(event) => {
          setName(event.target.value)
          setProblem(null)
        }}
      />
      <Button type="submit" look="primary" aria-busy={isBusy}>
        {isBusy && <Spinner sizePx={16} />}
        新增并生成密钥
      </Button>
      <p id={`${id}-below`} className={problem === null ? css.hint : css.problem}>
        <span role="alert">{problem}</span>
        {problem === null && `为“${orgname}”及其管辖范围内的单位上报预警`}
      </p>
    </form>
  )
}

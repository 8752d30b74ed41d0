import { invocationOf } from "@uc/bridge/invocation"
import { useRef, useState } from "react"
import { copyText } from "../../platform/browser/clipboard.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { Button } from "../../ui/forms/button.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { Tabs } from "../../ui/layout/tabs.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { argumentsOf, callCodes, initialValues, type CallCodes } from "./helper-call.ts"
import type { Helper } from "./helper-catalogue.ts"
import { HelperFields } from "./helper-fields.tsx"
import { useHelperRun, type Run } from "./use-helper-run.ts"
import css from "./helper-demo.module.css"

const codeTabs: Readonly<Record<keyof CallCodes, string>> = {
  promise: "Promise",
  callback: "编号与回调",
  hosted: "其他站点",
}

/** One helper: its options as a form, the call as code, what came out as JSON. */
export function HelperDemo({
  helper,
  isSignedIn,
}: {
  readonly helper: Helper
  readonly isSignedIn: boolean
}) {
  const [values, setValues] = useState(() => initialValues(helper))
  const { run, start } = useHelperRun(helper)
  const { sentence } = invocationOf(helper.method, argumentsOf(helper, values))
  return (
    <section className={css.demo} aria-label={helper.title}>
      <header className={css.head}>
        <span className={css.sign}>
          <Icon name={helper.icon} sizePx={22} />
        </span>
        <div>
          <h2>{helper.title}</h2>
          <p>{helper.words}</p>
        </div>
        <div className={css.tags}>
          <Tag tone="brand">{helper.name ?? helper.method}</Tag>
          {helper.key !== undefined && <Tag>编号 {helper.key}</Tag>}
        </div>
      </header>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (sentence === undefined) start(values)
        }}
      >
        {helper.fields.length > 0 && (
          <HelperFields
            fields={helper.fields}
            values={values}
            onChange={(name, value) => setValues({ ...values, [name]: value })}
          />
        )}
        <div className={css.actions}>
          <Button look="primary" type="submit" disabled={sentence !== undefined}>
            <Icon name="right" sizePx={16} />
            运行
          </Button>
          {helper.fields.length > 0 && <Button onClick={() => setValues(initialValues(helper))}>重置</Button>}
          <p className={css.problem} role="status">
            {sentence !== undefined && (
              <>
                <Icon name="danger" sizePx={16} />
                {sentence}
              </>
            )}
          </p>
        </div>
        {!isSignedIn && <p className={css.note}>登录后可以选择真实的数据。</p>}
      </form>
      <div className={css.outcome}>
        <Codes codes={callCodes(helper, values, document.baseURI.replace(/[?#].*$/, ""))} />
        <Result run={run} />
      </div>
    </section>
  )
}

function Codes({ codes }: { readonly codes: CallCodes }) {
  const [form, setForm] = useState<keyof CallCodes>("promise")
  const shown = useRef<HTMLElement>(null)
  async function copy() {
    if (await copyText(codes[form], shown.current)) showToast("success", "已复制代码")
  }
  return (
    <div className={css.panel}>
      <Tabs label="调用方式" tabs={codeTabs} current={form} onChange={setForm}>
        <div className={css.box}>
          <pre className={css.code} role="group" aria-label="调用代码">
            <code ref={shown}>{codes[form]}</code>
          </pre>
          <Button
            look="quiet"
            aria-label="复制代码"
            title="复制"
            className={css.copy}
            onClick={() => void copy()}
          >
            <Icon name="copy" sizePx={16} />
          </Button>
        </div>
      </Tabs>
    </div>
  )
}

function Result({ run }: { readonly run: Run }) {
  return (
    <div className={css.panel}>
      <h3 className={css.label}>返回结果</h3>
      <div className={css.box} role="status" aria-label="返回结果">
        {run.at === "idle" && <p className={css.quiet}>点击“运行”，结果显示在这里。</p>}
        {run.at === "waiting" && (
          <p className={css.quiet}>
            <Spinner sizePx={16} />
            等待操作完成…
          </p>
        )}
        {run.at === "refused" && (
          <p className={css.refused}>
            <Icon name="danger" sizePx={16} />
            {run.sentence}
          </p>
        )}
        {run.at === "answered" && (
          <>
            {run.result === null && <p className={css.quiet}>没有结果：窗口已关闭，或者此操作不返回内容。</p>}
            {/* A long one scrolls, and the keyboard must reach it. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <pre className={classes(css.code, css.long)} tabIndex={0} aria-label="JSON">
              <code>{JSON.stringify(run.result, null, 2)}</code>
            </pre>
          </>
        )}
      </div>
    </div>
  )
}

import { invocationOf } from "@uc/bridge/invocation"
import { useRef, useState, type FormEvent } from "react"
import { copyText } from "../../platform/browser/clipboard.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { Button } from "../../ui/forms/button.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { Tabs } from "../../ui/layout/tabs.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { Grid } from "../../ui/primitives/grid.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
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

/** One helper: its options as a form, the call as code, the result as JSON. */
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
    <Stack as="section" gap={16} aria-label={helper.title}>
      <Row as="header" wrap gap={12}>
        <Row rigid pad={10} surface="brand" tone="brand">
          <Icon name={helper.icon} sizePx={22} />
        </Row>
        <Stack grow>
          <Text as="h2" size={16}>
            {helper.title}
          </Text>
          <Text as="p" tone="soft">
            {helper.words}
          </Text>
        </Stack>
        <Row gap={8} className={css.tags}>
          <Tag tone="brand">{helper.name ?? helper.method}</Tag>
          {helper.key !== undefined && <Tag>编号 {helper.key}</Tag>}
        </Row>
      </Row>
      <Stack
        as="form"
        gap={12}
        noValidate
        onSubmit={(event: FormEvent) => {
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
        <Row wrap gap={8}>
          <Button look="primary" type="submit" disabled={sentence !== undefined}>
            <Icon name="right" sizePx={16} />
            运行
          </Button>
          {helper.fields.length > 0 && <Button onClick={() => setValues(initialValues(helper))}>重置</Button>}
          <Row as="p" gap={6} tone="danger" role="status">
            {sentence !== undefined && (
              <>
                <Icon name="danger" sizePx={16} />
                {sentence}
              </>
            )}
          </Row>
        </Row>
        {!isSignedIn && (
          <Text as="p" tone="faint" size={13}>
            登录后可以选择真实的数据。
          </Text>
        )}
      </Stack>
      <Grid columns={2} gap={16} className={css.outcome}>
        <Codes codes={callCodes(helper, values, document.baseURI.replace(/[?#].*$/, ""))} />
        <Result run={run} />
      </Grid>
    </Stack>
  )
}

function Codes({ codes }: { readonly codes: CallCodes }) {
  const [form, setForm] = useState<keyof CallCodes>("promise")
  const shown = useRef<HTMLElement>(null)
  async function copy() {
    if (await copyText(codes[form], shown.current)) showToast("success", "已复制代码")
  }
  return (
    <Tabs label="调用方式" tabs={codeTabs} current={form} onChange={setForm}>
      <Row align="start" pad={12} surface="sunken" className={css.box}>
        <Text as="pre" grow keepsLines size={13} className={css.code} role="group" aria-label="调用代码">
          <code ref={shown}>{codes[form]}</code>
        </Text>
        <Button look="quiet" aria-label="复制代码" title="复制" onClick={() => void copy()}>
          <Icon name="copy" sizePx={16} />
        </Button>
      </Row>
    </Tabs>
  )
}

function Result({ run }: { readonly run: Run }) {
  return (
    <div>
      {/* As high as the tabs beside it. */}
      <Text as="h3" padY={12} line="bottom" size={15} weight={500}>
        返回结果
      </Text>
      <Stack pad={12} surface="sunken" className={css.box} role="status" aria-label="返回结果">
        {run.at === "idle" && (
          <Text as="p" tone="soft">
            点击“运行”，结果显示在这里。
          </Text>
        )}
        {run.at === "waiting" && (
          <Row as="p" gap={8} tone="soft">
            <Spinner sizePx={16} />
            等待操作完成…
          </Row>
        )}
        {run.at === "refused" && (
          <Row as="p" gap={8} tone="danger">
            <Icon name="danger" sizePx={16} />
            {run.sentence}
          </Row>
        )}
        {run.at === "answered" && (
          <>
            {run.result === null && (
              <Text as="p" tone="soft">
                没有结果：窗口已关闭，或者此操作不返回内容。
              </Text>
            )}
            {/* A long one scrolls, and the keyboard must reach it. */}
            <Text
              as="pre"
              keepsLines
              size={13}
              className={classes(css.code, css.long)}
              tabIndex={0}
              aria-label="JSON"
            >
              <code>{JSON.stringify(run.result, null, 2)}</code>
            </Text>
          </>
        )}
      </Stack>
    </div>
  )
}

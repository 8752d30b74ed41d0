import type { Helper, HelperField } from "./helper-catalogue.ts"

export type Values = Readonly<Record<string, string>>

export function initialValues({ fields }: Helper): Values {
  return Object.fromEntries(fields.map(({ name, initial = "" }) => [name, initial]))
}

/** Undefined: nothing was filled in. Text that is no number stays as it is, so that the check can refuse it. */
function valueOf({ kind }: HelperField, typed: string): unknown {
  const text = typed.trim()
  if (text === "") return undefined
  switch (kind) {
    case "number":
    case "choice":
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
    case "ids":
      return text.split(/[\s,，、;；]+/).filter((id) => id !== "")
    case "flag":
      return text === "true"
    case "text":
      return text
  }
}

/** What was filled in, as the call takes it. */
function optionsOf({ fields }: Helper, values: Values): Readonly<Record<string, unknown>> {
  const options: Record<string, unknown> = {}
  for (const field of fields) {
    const value = valueOf(field, values[field.name] ?? "")
    if (value === undefined) continue
    const [outer = "", inner] = field.name.split(".")
    if (inner === undefined) options[outer] = value
    else options[outer] = { ...(options[outer] as object | undefined), [inner]: value }
  }
  return options
}

/** The arguments of the call. */
export function argumentsOf(helper: Helper, values: Values): readonly unknown[] {
  if (helper.fields.length === 0) return []
  const options = optionsOf(helper, values)
  if (helper.isPlain) return [options[helper.fields[0]?.name ?? ""] ?? ""]
  if (helper.name !== undefined) return [helper.name, options]
  return Object.keys(options).length > 0 ? [options] : []
}

/** As a person would write it: names without quotes, on one line where it fits. */
export function written(value: unknown, indent = ""): string {
  if (Array.isArray(value)) return `[${value.map((item) => written(item, indent)).join(", ")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const parts = Object.entries(value).map(([name, part]) => `${name}: ${written(part, `${indent}  `)}`)
  if (parts.length === 0) return "{}"
  const line = `{ ${parts.join(", ")} }`
  if (line.length <= 60) return line
  return `{\n${parts.map((part) => `${indent}  ${part},\n`).join("")}${indent}}`
}

const results: Readonly<Record<Helper["method"], string>> = {
  openPicker: "chosen",
  openDrawer: "closed",
  reauthenticate: "isProven",
  startMonitor: "isRunning",
  stopMonitor: "done",
  currentUser: "user",
  informationList: "categories",
  ticket: "ticket",
  navigate: "done",
  setTitle: "done",
}

export interface CallCodes {
  readonly promise: string
  /** The form of older pages: a number and a callback. */
  readonly callback: string
  /** From another site. */
  readonly hosted: string
}

/** The call as code, three ways. */
export function callCodes(helper: Helper, values: Values, portal: string): CallCodes {
  const args = argumentsOf(helper, values)
  const filled = args.filter((arg, at) => at === 0 || written(arg) !== "{}").map((arg) => written(arg))
  const result = results[helper.method]
  const call = `${helper.method}(${filled.join(", ")})`
  const keyed = helper.key === undefined ? null : { key: helper.key, ...(args[1] as object) }
  const inParentheses = keyed ? [written(keyed)] : filled
  const name = keyed ? "openDialog" : helper.method
  // WARN-5: the monitor's callback gets what happens, not the answer.
  const received = helper.method === "startMonitor" ? "item, kind" : result
  const handler = `function (${received}) {\n  console.log(${received})\n}`
  const hasCallback = !["navigate", "setTitle", "stopMonitor"].includes(helper.method)
  return {
    promise: `const ${result} = await UserCenter.${call}`,
    callback: `UserCenter.${name}(${[...inParentheses, ...(hasCallback ? [handler] : [])].join(", ")})`,
    hosted: `<script src="${portal}bridge.js"></script>\n<script>\n  UserCenter.${call}.then(function (${result}) {\n    console.log(${result})\n  })\n</script>`,
  }
}

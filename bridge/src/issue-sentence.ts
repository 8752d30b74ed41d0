import type { z } from "zod"

/** zod's own Chinese messages contain English names of types. */
const typeNames: Readonly<Record<string, string>> = {
  string: "文字",
  number: "数字",
  int: "整数",
  boolean: "是或否（true、false）",
  array: "列表",
  object: "对象",
  record: "对象",
}

const units: Readonly<Record<string, string>> = { string: "个字符", array: "项" }

/** What is wrong with a page's input, for its author; where the shape has no sentence of its own. */
export function issueSentence(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "不能缺少" : `应为${typeNames[issue.expected] ?? "其他类型"}`
    case "too_small":
      return `不能少于${String(issue.minimum)}${units[issue.origin] ?? ""}`
    case "too_big":
      return `不能多于${String(issue.maximum)}${units[issue.origin] ?? ""}`
    case "invalid_value":
      return `只能是${issue.values.map(String).join("、")}`
    case "unrecognized_keys":
      return `没有这些选项：${issue.keys.join("、")}`
    case "invalid_format":
    case "invalid_key":
    case "invalid_union":
    case "invalid_element":
    case "not_multiple_of":
    case "custom":
      return "格式不正确"
  }
}

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { methods, bridgeMessages } from "@uc/bridge/protocol"
import { refusalMessages } from "@uc/bridge/refusals"
import { BriefUser } from "@uc/contract/account/calls"
import { drawers } from "@uc/contract/drawers/drawers"
import { domainCalls, domainHelpers, domainMessages } from "@uc/contract/domains/calls"
import { RedeemedUser } from "@uc/contract/domains/user-fields"
import { MonitorOptions } from "@uc/contract/monitor/options"
import { pickers } from "@uc/contract/pickers/pickers"
import { sensitiveModules } from "@uc/contract/reauth/sensitive-modules"
import { describe, expect, test } from "vitest"
import { root } from "./prepare.mjs"

/** Vendors have neither the contract nor its types: what it says must stand in the guides, in both languages. */
const guides = ["docs/hosted-pages.md", "docs/hosted-pages.zh-CN.md"]

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
}

interface Described {
  readonly toJSONSchema: (parameters: { readonly io: "input" }) => unknown
}

/** The names of all fields, also of objects inside of it. */
function fieldsOf(shape: Described): string[] {
  const below = ({ properties = {}, items }: Shape): string[] => [
    ...Object.entries(properties).flatMap(([name, field]) => [name, ...below(field)]),
    ...(items ? below(items) : []),
  ]
  return [...new Set(below(shape.toJSONSchema({ io: "input" }) as Shape))]
}

const common = Object.values(pickers)
  .map(({ options }) => fieldsOf(options))
  .reduce((shared, fields) => shared.filter((field) => fields.includes(field)))

describe.each(guides)("%s", (path) => {
  const text = readFileSync(join(root, path), "utf8")
  const sections = text.split(/^(?=#{2,3} )/m)
  const missing = (names: readonly string[], where: string) =>
    names.filter((name) => !where.includes(`\`${name}\``))

  test("[LAYOUT-7] has the options that every picker takes", () => {
    expect(common).toContain("defaults")
    expect(missing(common, text)).toEqual([])
  })

  test.each(Object.entries(pickers))("[LAYOUT-7] has options and answer of the picker %s", (name, picker) => {
    const section = sections.find((one) => one.startsWith(`### \`${name}\` ${picker.key}`)) ?? ""
    const own = fieldsOf(picker.options).filter((option) => !common.includes(option))
    expect(missing([...own, ...fieldsOf(picker.result)], section)).toEqual([])
    expect(section).toContain(picker.title)
  })

  test.each(Object.entries(drawers))("[LAYOUT-7] has the options of the drawer %s", (name, drawer) => {
    const section = sections.find((one) => one.includes(`\`${name}\` ${drawer.key}`)) ?? ""
    expect(missing(fieldsOf(drawer.options), section)).toEqual([])
  })

  test.each(methods)("[LAYOUT-7] has the function %s", (method) => {
    expect(text).toContain(`UserCenter.${method}(`)
  })

  test("[LAYOUT-7] has the fields of the user, the monitor's options and the permissions", () => {
    expect(missing([...fieldsOf(BriefUser), ...fieldsOf(MonitorOptions)], text)).toEqual([])
    expect(Object.values(domainHelpers).filter((label) => !text.includes(label))).toEqual([])
  })

  test("[DISTRICT-14] has the fields that a site's server may learn", () => {
    expect(missing(fieldsOf(RedeemedUser), text)).toEqual([])
  })

  test("[DISTRICT-13] has the call that spends a proof, and every sentence that it is refused with", () => {
    const { spendGrant } = domainCalls
    expect(text).toContain(`/${spendGrant.service}${spendGrant.path}`)
    expect(fieldsOf(spendGrant.input).filter((field) => !text.includes(`"${field}"`))).toEqual([])
    const { ticketRefused, noSuchOperation, noGrant } = domainMessages
    const sentences: string[] = [ticketRefused, noSuchOperation, noGrant]
    expect(sentences.filter((sentence) => !text.includes(sentence))).toEqual([])
  })

  test("[LAYOUT-7] has every sentence that a promise is rejected with", () => {
    const sentences = [...Object.values(bridgeMessages), ...Object.values(refusalMessages)]
    expect(sentences.filter((sentence) => !text.includes(sentence))).toEqual([])
  })

  test("[LAYOUT-7] has every module that a page may ask a proof for", () => {
    const modules = Object.keys(sensitiveModules).filter((mid) => mid !== "unlock")
    expect(missing(modules, text)).toEqual([])
  })
})

import { importMessages } from "@uc/contract/imports/calls"
import { BadFile } from "./bad-file.ts"

export interface XmlListener {
  /**
   * `attributes` as they are written: `attribute(attributes, "r")`. An element without content is opened and closed. `prefix`: of the
   * name; empty: it has none.
   */
  open(name: string, attributes: string, prefix: string): void
  close(name: string, prefix: string): void
  text(text: string): void
}

/** One tag or one text; a spreadsheet's longest cell has 32,767 characters, each of which may be written as six. */
const longest = 256 * 1024

/**
 * A streaming XML reader without the dangerous parts: a document type is refused, so there are no entities but the five of
 * XML itself. Names come without their prefix.
 */
export function xmlReader(listener: XmlListener): { write(text: string): void; end(): void } {
  let rest = ""
  return {
    write(text) {
      rest = readSome(rest + text, listener)
      if (rest.length > longest) throw new BadFile(importMessages.broken)
    },
    end() {
      if (rest.trim() !== "") throw new BadFile(importMessages.broken)
    },
  }
}

/** Gives the incomplete rest. */
function readSome(xml: string, listener: XmlListener): string {
  let at = 0
  for (;;) {
    const begin = xml.indexOf("<", at)
    if (begin === -1) return xml.slice(at)
    if (begin > at) listener.text(plain(xml.slice(at, begin)))
    const end = readTag(xml, begin, listener)
    if (end === -1) return xml.slice(begin)
    at = end
  }
}

function readTag(xml: string, begin: number, listener: XmlListener): number {
  const second = xml[begin + 1]
  if (second === "!") {
    if (xml.startsWith("<!--", begin)) return after(xml, "-->", begin)
    if (xml.startsWith("<![CDATA[", begin)) {
      const end = xml.indexOf("]]>", begin)
      if (end === -1) return -1
      listener.text(xml.slice(begin + 9, end))
      return end + 3
    }
    if (xml.length - begin < 9) return -1
    throw new BadFile(importMessages.broken)
  }
  if (second === "?") return after(xml, "?>", begin)
  const end = tagEnd(xml, begin)
  if (end === -1) return -1
  if (second === "/") listener.close(...named(xml.slice(begin + 2, end).trim()))
  else {
    const isEmpty = xml[end - 1] === "/"
    const inside = xml.slice(begin + 1, isEmpty ? end - 1 : end)
    const space = inside.search(/\s/)
    const [name, prefix] = named(space === -1 ? inside : inside.slice(0, space))
    listener.open(name, space === -1 ? "" : inside.slice(space), prefix)
    if (isEmpty) listener.close(name, prefix)
  }
  return end + 1
}

function after(xml: string, sign: string, begin: number): number {
  const end = xml.indexOf(sign, begin)
  return end === -1 ? -1 : end + sign.length
}

/** Where the tag ends: a `>` inside quotes does not count. */
function tagEnd(xml: string, begin: number): number {
  let quote = ""
  for (let at = begin + 1; at < xml.length; at++) {
    const sign = xml[at]
    if (quote !== "") {
      if (sign === quote) quote = ""
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === ">") return at
  }
  return -1
}

/** The name without its prefix, and the prefix. */
function named(written: string): [string, string] {
  const colon = written.indexOf(":")
  return [written.slice(colon + 1), written.slice(0, Math.max(colon, 0))]
}

const patterns = new Map<string, RegExp>()

export function attribute(attributes: string, name: string): string | undefined {
  let pattern = patterns.get(name)
  if (!pattern) {
    pattern = new RegExp(`(?:^|\\s)(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    patterns.set(name, pattern)
  }
  const found = pattern.exec(attributes)
  return found ? plain(found[1] ?? found[2] ?? "") : undefined
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

function plain(text: string): string {
  if (!text.includes("&")) return text
  return text.replaceAll(/&([^&;]{1,8});/g, (whole, name: string) => {
    if (!name.startsWith("#")) return entities[name] ?? whole
    const written = name.slice(1)
    if (!/^(?:x[0-9a-f]{1,6}|[0-9]{1,7})$/i.test(written)) return whole
    const code = Number(/^x/i.test(written) ? `0${written}` : written)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ""
  })
}

type Schema = Readonly<Record<string, unknown>>
export type Schemas = Record<string, unknown>

const ownDefinition = "#/$defs/"

/**
 * A shape that holds itself (a tree) is described by references inside of its own schema. In an OpenAPI document these would begin at the
 * document, where nothing of that name is: so such parts stand among the document's components. Where one is first used it is written
 * out, so that a reader sees it in place.
 */
export function withRecursionInComponents(schema: Schema, name: string, components: Schemas): Schema {
  const { $defs = {}, ...own } = schema as { readonly $defs?: Readonly<Record<string, Schema>> }
  const nameOf = (reference: string) =>
    reference === "#" ? name : `${name}.${reference.slice(ownDefinition.length)}`
  const isOwn = (reference: unknown): reference is string =>
    reference === "#" || (typeof reference === "string" && reference.startsWith(ownDefinition))

  function rewritten(part: unknown, isWrittenOut: boolean): unknown {
    if (Array.isArray(part)) return part.map((item: unknown) => rewritten(item, isWrittenOut))
    if (typeof part !== "object" || part === null) return part
    const { $ref, ...others } = part as { readonly $ref?: unknown }
    if (!isOwn($ref))
      return Object.fromEntries(
        Object.entries(part).map(([key, value]) => [key, rewritten(value, isWrittenOut)]),
      )
    const target = nameOf($ref)
    const definition = $ref === "#" ? own : $defs[$ref.slice(ownDefinition.length)]
    if (!definition) throw new Error(`${name} refers to ${$ref}, which it does not have`)
    if (!Object.hasOwn(components, target)) {
      // Named before it is looked into: it holds itself.
      components[target] = {}
      components[target] = rewritten(definition, false)
    }
    return isWrittenOut
      ? { ...(components[target] as Schema), ...others }
      : { $ref: `#/components/schemas/${target}`, ...others }
  }
  return rewritten(own, true) as Schema
}

import { z } from "zod"

/** How long the text of a shape may be; undefined: it says nothing about it. */
export function maxLengthOf(shape: unknown): number | undefined {
  if (shape instanceof z.ZodString) {
    // Not its own `maxLength`: the build leaves out what that is counted with (without-json-schema.ts).
    // oxlint-disable-next-line no-underscore-dangle -- the name under which zod documents it for libraries
    const checks = (shape.def.checks ?? []).map((check) => check._zod.def)
    const limits = checks.flatMap((def) =>
      def.check === "max_length" && "maximum" in def && typeof def.maximum === "number" ? [def.maximum] : [],
    )
    return limits.length === 0 ? undefined : Math.min(...limits)
  }
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodNullable || shape instanceof z.ZodDefault)
    return maxLengthOf(shape.unwrap())
  return shape instanceof z.ZodPipe ? maxLengthOf(shape.in) : undefined
}

/** Sentences of the contract are Chinese; those that zod makes up by itself are not for people. */
function isSentence(message: string): boolean {
  return /\p{Script=Han}/u.test(message)
}

export interface ShapeProblems {
  /** By the name of the input. */
  readonly fields: Readonly<Record<string, string>>
  /** What belongs to no single input. */
  readonly general: string | null
}

const unsaid = "填写有误，请检查"

/** What a call's shape has against an input, one sentence for each part of it; null: nothing. */
export function problemsOf(shape: z.ZodObject, input: unknown): ShapeProblems | null {
  const { error } = shape.safeParse(input)
  if (!error) return null
  const fields: Record<string, string> = {}
  let general: string | null = null
  for (const { path, message } of error.issues) {
    const said = isSentence(message) ? message : unsaid
    const [name] = path
    if (name === undefined) general ??= said
    else fields[String(name)] ??= said
  }
  return { fields, general }
}

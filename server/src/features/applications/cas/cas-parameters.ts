import type { FastifyRequest } from "fastify"
import { z } from "zod"

/** Each once: of two, one may be there to be overlooked. Others are the business of other servers of the protocol. */
const text = z.string().min(1).optional()
/** The protocol speaks of a parameter that is set; many clients write `false` for one that is not. */
const flag = text.transform((value) => value !== undefined && value.toLowerCase() !== "false")

const Login = z.object({
  service: text,
  renew: flag,
  gateway: flag,
  method: z.enum(["GET", "POST", "HEADER"]).default("GET"),
  uid: text,
})

const Validation = z.object({
  service: z.string().min(1),
  ticket: z.string().min(1).max(256),
  renew: flag,
  pgtUrl: text,
})
const Format = z.object({ format: z.enum(["XML", "JSON"]).default("XML") })

function read<T>(shape: z.ZodType<T>, given: unknown): T | null {
  const parsed = shape.safeParse(given)
  return parsed.success ? parsed.data : null
}

export function loginParameters({ query }: FastifyRequest): z.infer<typeof Login> | null {
  return read(Login, query)
}

export function validationParameters({ query }: FastifyRequest): z.infer<typeof Validation> | null {
  return read(Validation, query)
}

export function formatIn({ query }: FastifyRequest): "XML" | "JSON" | null {
  return read(Format, query)?.format ?? null
}

/** Null: not given, or given twice. */
export function serviceIn({ query }: FastifyRequest): string | null {
  return read(z.object({ service: text }), query)?.service ?? null
}

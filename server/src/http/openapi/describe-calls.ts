import type { Call, CallGroup } from "@uc/contract/core/call"
import { signatureHeaders } from "@uc/contract/alarm-sources/calls"
import type { ApiDocument, ApiPart } from "@uc/contract/api-docs/api-document"
import { errorCatalogue } from "@uc/contract/api-docs/error-catalogue"
import { groupNames } from "@uc/contract/api-docs/group-names"
import { samples } from "@uc/contract/api-docs/samples/samples"
import { vendorSubjects, type VendorSubject } from "@uc/contract/api-docs/vendor-subjects"
import { webhookGroupWords } from "@uc/contract/api-docs/webhook-notices"
import { acceptWithStatuses } from "@uc/contract/core/http"
import { errtypes } from "@uc/contract/core/reply"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { actionLabels } from "@uc/contract/logs/log-labels"
import { z } from "zod"
import { keyScheme, protocolPaths } from "./describe-protocols.ts"
import { webhooksFor } from "./describe-webhooks.ts"
import { withRecursionInComponents, type Schemas } from "./recursive-schemas.ts"

const mediaTypes = { form: "application/x-www-form-urlencoded", json: "application/json" } as const

const vendorTag = (subject: VendorSubject) => `厂商接口：${vendorSubjects[subject]}`

const tagOf = (noun: string) => (groupNames as Readonly<Record<string, string>>)[noun] ?? noun

/**
 * The contract as an OpenAPI 3.1 document; nothing in it is written by hand. SSO-6: what vendors may use comes first, and is
 * all that the part for them has.
 */
export function openApiOf(
  groups: Readonly<Record<string, CallGroup>>,
  title: string,
  part: ApiPart = "all",
): ApiDocument {
  const paths: Record<string, Record<string, Operation>> = {}
  const schemas: Schemas = {}
  for (const [noun, calls] of Object.entries(groups)) {
    for (const [name, call] of Object.entries(calls)) {
      if (part === "vendors" && call.forVendors === null) continue
      const path = `${defaultSiteConfig.services[call.service]}${call.path}`
      const method = call.method.toLowerCase()
      const own = operation(`${noun}.${name}`, tagOf(noun), call, schemas)
      const methods = (paths[path] ??= {})
      const first = methods[method]
      // OpenAPI knows one operation per path and method; calls with fixed parameters may be more.
      if (first) (first["x-variants"] ??= []).push(own)
      else methods[method] = own
    }
  }
  const vendorTags = Object.keys(vendorSubjects).map((subject) => ({
    name: vendorTag(subject as VendorSubject),
    ...(subject === "webhooks" && { description: webhookGroupWords }),
  }))
  const nouns = part === "all" ? Object.keys(groups).map((noun) => ({ name: tagOf(noun) })) : []
  const document = {
    openapi: "3.1.0",
    info: { title, version: "1" },
    tags: [...vendorTags, ...nouns],
    paths: { ...protocolPaths(vendorTag), ...paths },
    webhooks: webhooksFor(vendorTag("webhooks")),
    components: {
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: "uc_sid" }, key: keyScheme },
      schemas,
    },
    "x-part": part,
    "x-samples": samples,
    "x-errors": errorCatalogue.filter(({ isForVendors }) => part === "all" || isForVendors),
  } as const
  return document
}

interface Operation {
  readonly operationId: string
  readonly [more: string]: unknown
  "x-variants"?: Operation[]
}

function operation(operationId: string, tag: string, call: Call, schemas: Schemas): Operation {
  const input = withRecursionInComponents(
    z.toJSONSchema(call.input, { io: "input", unrepresentable: "any" }),
    `${operationId}.input`,
    schemas,
  )
  const answer = withRecursionInComponents(
    z.toJSONSchema(call.output, { unrepresentable: "any" }),
    `${operationId}.answer`,
    schemas,
  )
  const reply = {
    type: "object",
    properties: { ret: { const: call.ret }, msg: { type: "string" }, [call.answerIn]: answer },
  }
  const pictures = call.picture === null ? {} : { "image/*": {} }
  return {
    operationId,
    summary: call.forVendors?.summary ?? actionLabels[operationId] ?? operationId,
    tags: [call.forVendors === null ? tag : vendorTag(call.forVendors.subject)],
    ...(call.forVendors === null ? {} : { "x-for-vendors": true }),
    security: call.open ? [] : [{ session: [] }],
    "x-timeout-ms": call.timeoutMs,
    ...(call.sensitive === false ? {} : { "x-sensitive": call.sensitive }),
    parameters: [
      ...fixedParameters(call),
      ...(call.signed ? signatureParameters() : []),
      ...(call.encoding === "query" ? queryParameters(input) : []),
    ],
    ...(call.encoding === "query" ? {} : { requestBody: { content: bodies(call, call.encoding, input) } }),
    responses: {
      200:
        call.specified === null
          ? { description: "成功", content: { "application/json": { schema: reply } } }
          : {
              description: `成功；请求头 Accept 不含 ${acceptWithStatuses} 时，拒绝也以 200 返回，ret 为 0`,
              content: { "application/json": { schema: { anyOf: [reply, refusal] } }, ...pictures },
            },
      "4XX": {
        description:
          call.specified === null
            ? "拒绝，原因见 msg 与 errtype"
            : `拒绝，原因见 msg 与 errtype；请求头 Accept 为 ${acceptWithStatuses} 时`,
      },
    },
  }
}

/** SPEC-3: of a call of the specification, where nothing else is asked for. */
const refusal = {
  type: "object",
  properties: { ret: { const: 0 }, msg: { type: "string" }, errtype: { enum: Object.values(errtypes) } },
}

/** SPEC-2: a call of the specification reads its parameters from either. */
function bodies({ specified }: Call, encoding: "form" | "json", schema: object): object {
  const types = specified === null ? [mediaTypes[encoding]] : Object.values(mediaTypes)
  return Object.fromEntries(types.map((type) => [type, { schema }]))
}

function fixedParameters(call: Call): object[] {
  return Object.entries(call.fixed).map(([name, value]) => ({
    name,
    in: "query",
    required: true,
    schema: { const: value },
  }))
}

function signatureParameters(): object[] {
  return Object.values(signatureHeaders).map((name) => ({
    name,
    in: "header",
    required: true,
    schema: { type: "string" },
  }))
}

function queryParameters(input: { properties?: object; required?: string[] }): object[] {
  return Object.entries(input.properties ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: input.required?.includes(name) ?? false,
    schema,
  }))
}

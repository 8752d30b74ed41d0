import type { ProtocolAddress } from "@uc/contract/api-docs/protocol-address"
import { protocolAddresses } from "@uc/contract/api-docs/protocol-addresses"
import { describedParameter, type DescribedParameter } from "@uc/contract/api-docs/protocol-parameters"

/** A request that names its application by a key (`Authorization: Bearer`). */
export const keyScheme = { type: "http", scheme: "bearer", description: "应用的接口密钥" } as const

/** SSO-6: addresses of OpenID Connect, CAS and SCIM, beside the calls. `tagOf`: as those of vendors are called. */
export function protocolPaths(
  tagOf: (subject: ProtocolAddress["subject"]) => string,
): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {}
  for (const address of protocolAddresses)
    (paths[address.path] ??= {})[address.method] = operation(address, tagOf(address.subject))
  return paths
}

const askedBy: Readonly<Record<ProtocolAddress["by"], string>> = {
  browser: "浏览器跳转到该地址。",
  server: "由应用的服务器请求。",
  key: "由应用的服务器请求，带上接口密钥：Authorization: Bearer 密钥。",
}

function operation(address: ProtocolAddress, tag: string): object {
  const { method, path, summary, headers = [], body, by, answer, status = 200 } = address
  const named = address.parameters.map(describedParameter)
  const isForm = method === "post" && body === undefined
  const id = { name: "id", in: "path", required: true, description: "编号", schema: { type: "string" } }
  return {
    operationId: `${method} ${path}`,
    summary,
    description: askedBy[by],
    tags: [tag],
    security: by === "key" ? [{ key: [] }] : [],
    "x-for-vendors": true,
    parameters: [
      ...(path.includes("{id}") ? [id] : []),
      ...(isForm ? [] : named.map((each) => ({ ...each, in: "query" }))),
      ...headers.map((each) => ({ ...describedParameter(each), in: "header" })),
    ],
    ...(isForm && {
      requestBody: { content: { "application/x-www-form-urlencoded": { schema: formOf(named) } } },
    }),
    ...(body && {
      requestBody: {
        required: true,
        content: { [body.type]: { schema: { type: "object" }, example: body.example } },
      },
    }),
    responses: {
      [status]: { description: "成功", ...(answer !== null && { content: { [answer]: {} } }) },
      ...(by === "key" && { "4XX": { description: "拒绝，原因见 detail 与 scimType" } }),
    },
  }
}

function formOf(named: readonly DescribedParameter[]): object {
  return {
    type: "object",
    properties: Object.fromEntries(
      named.map(({ name, description, schema }) => [name, { ...schema, description }]),
    ),
    required: named.filter(({ required }) => required).map(({ name }) => name),
  }
}

import { protocolAddresses, type ProtocolAddress } from "@uc/contract/api-docs/protocol-addresses"

/** SSO-6: addresses of OpenID Connect and CAS, beside the calls. `tagOf`: as those of vendors are called. */
export function protocolPaths(
  tagOf: (subject: ProtocolAddress["subject"]) => string,
): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {}
  for (const address of protocolAddresses)
    (paths[address.path] ??= {})[address.method] = operation(address, tagOf(address.subject))
  return paths
}

function operation({ method, path, summary, parameters, by, answer }: ProtocolAddress, tag: string): object {
  const named = parameters.map((each) => ({ name: each.replace("?", ""), required: !each.endsWith("?") }))
  return {
    operationId: `${method} ${path}`,
    summary,
    description: by === "browser" ? "浏览器跳转到该地址。" : "由应用的服务器请求。",
    tags: [tag],
    security: [],
    "x-for-vendors": true,
    ...(method === "get"
      ? { parameters: named.map((each) => ({ ...each, in: "query", schema: { type: "string" } })) }
      : { requestBody: { content: { "application/x-www-form-urlencoded": { schema: formOf(named) } } } }),
    responses: { 200: { description: "成功", content: { [answer]: {} } } },
  }
}

function formOf(named: readonly { readonly name: string; readonly required: boolean }[]): object {
  return {
    type: "object",
    properties: Object.fromEntries(named.map(({ name }) => [name, { type: "string" }])),
    required: named.filter(({ required }) => required).map(({ name }) => name),
  }
}

import { webhookHeaderWords, webhookNotices, type WebhookNotice } from "@uc/contract/api-docs/webhook-notices"
import { webhookHeaders } from "@uc/contract/applications/webhooks"

/** SSO-6: what is sent to applications, as OpenAPI 3.1 has it: requests of ours, and answers of theirs. */
export function webhooksFor(tag: string): Record<string, { readonly post: object }> {
  return Object.fromEntries(webhookNotices.map((notice) => [notice.name, { post: operation(notice, tag) }]))
}

function operation({ name, summary, description, types, data }: WebhookNotice, tag: string): object {
  const [type = ""] = types
  return {
    operationId: `webhook ${name}`,
    summary,
    description,
    tags: [tag],
    security: [],
    "x-for-vendors": true,
    parameters: Object.entries(webhookHeaderWords).map(([part, words]) => ({
      name: webhookHeaders[part as keyof typeof webhookHeaders],
      in: "header",
      required: true,
      description: words,
      schema: { type: "string" },
    })),
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: {
            type: "object",
            properties: {
              type: { enum: types },
              timestamp: { type: "string", format: "date-time" },
              sequence: { type: "integer" },
              id: { type: "string" },
              data: { type: ["object", "null"] },
            },
          },
          example: {
            type,
            timestamp: "2026-11-18T04:30:00.000Z",
            sequence: 1042,
            id: data === null ? "0" : "7311",
            data: data ?? {},
          },
        },
      },
    },
    responses: { "2XX": { description: "已收到" }, default: { description: "没有收到，稍后重试" } },
  }
}
